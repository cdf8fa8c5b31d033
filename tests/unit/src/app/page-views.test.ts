// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { trackPageViews } from '#src/app/routing/track-page-views.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { goTo } from '../stytch/support/browser.ts';

it('reports each new address once, by the pattern of its route and the time [R18.1]', () => {
  vi.spyOn(Date, 'now').mockReturnValue(7);
  const report = vi.fn();
  const reportPage = trackPageViews(report);
  goTo(`${FIRST_PAGE}?doc=secret#part`);
  reportPage();
  reportPage();
  expect(report.mock.calls).toEqual([[FIRST_PAGE, 7]]);
  goTo(`${FIRST_PAGE}?doc=another`);
  reportPage();
  goTo('/no/such/page');
  reportPage();
  expect(report.mock.calls.slice(1)).toEqual([
    [FIRST_PAGE, 7],
    ['/$', 7],
  ]);
});
