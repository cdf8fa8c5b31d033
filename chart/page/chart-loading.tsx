import { messages } from './messages.ts';

/** Where the chart is on the page before its route can be, it says so itself. */
export const CHART_PAGE = 'data-chart-page';

/** What stands for the chart while its code comes; nothing where it was drawn before its route. */
export function ChartLoading() {
  if (document.querySelector(`[${CHART_PAGE}]`) !== null) return null;
  return (
    <main>
      <p role="status">{messages.loading}</p>
    </main>
  );
}
