import { messages } from './messages.ts';

/** The attribute of the chart's element, by which the route finds a chart that was rendered before it. */
export const CHART_PAGE = 'data-chart-page';

/** The fallback while the chart's code loads. Renders nothing when the chart was rendered before its route. */
export function ChartLoading() {
  if (document.querySelector(`[${CHART_PAGE}]`) !== null) return null;
  return (
    <main>
      <p role="status">{messages.loading}</p>
    </main>
  );
}
