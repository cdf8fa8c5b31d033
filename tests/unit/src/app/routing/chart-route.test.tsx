// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PRODUCT_NAME } from '#src/brand/brand.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.resetModules();
});

function ChartPage() {
  return <p>The chart</p>;
}

test.each(['off', ''])('the chart of a build with VITE_CHART="%s" [R2.4]', async (setting) => {
  vi.stubEnv('VITE_CHART', setting);
  vi.doMock('#chart/chart-page.tsx', () => ({ ChartPage }));
  const { ChartRoute: Page } = await import('#src/app/routing/chart-route.tsx');
  render(<Page />);
  const isOff = setting === 'off';
  expect(await screen.findByText(isOff ? /is disabled in this build/ : 'The chart')).toBeDefined();
  expect(screen.queryByText('The chart') === null).toBe(isOff);
  // The chart has a title of its own.
  expect(document.title).toBe(isOff ? `Statechart - ${PRODUCT_NAME}` : '');
});
