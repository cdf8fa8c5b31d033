import { PRODUCT_NAME } from '#src/brand/brand.ts';

/** The fallback while the chart's code loads. */
export function ChartLoading() {
  return (
    <main>
      <p role="status">Loading the statechart…</p>
    </main>
  );
}

/** The page at `/chart` in a build without the chart. */
export function ChartDisabled() {
  return (
    <main>
      <title>{`Statechart - ${PRODUCT_NAME}`}</title>
      <h1>Statechart</h1>
      <p>The statechart is disabled in this build.</p>
      <p>
        <a href="/">{`Go to ${PRODUCT_NAME}`}</a>
      </p>
    </main>
  );
}
