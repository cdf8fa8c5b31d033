// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { trackPageViews } from '#src/app/routing/track-page-views.ts';
import { goTo } from '../stytch/support/browser.ts';

it('reports each new address once, by the pattern of its route and the time [R18.1]', () => {
  vi.spyOn(Date, 'now').mockReturnValue(7);
  const report = vi.fn();
  const reportPage = trackPageViews(report);
  goTo('/policies?doc=secret#part');
  reportPage();
  reportPage();
  expect(report.mock.calls).toEqual([['/policies', 7]]);
  goTo('/policies?doc=another');
  reportPage();
  goTo('/no/such/page');
  reportPage();
  expect(report.mock.calls.slice(1)).toEqual([
    ['/policies', 7],
    ['/$', 7],
  ]);
});
