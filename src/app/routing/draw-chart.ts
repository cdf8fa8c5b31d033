/** Draws the chart on its page before the sign-in loads, which the drawing does not need. Its route continues. */
export async function drawChart(): Promise<void> {
  if (import.meta.env.VITE_CHART === 'off' || window.location.pathname !== '/chart') return;
  const page = await import('#chart/chart-page.tsx').catch(() => null);
  page?.renderChartEarly();
}
