import './chart-page.css';
import { chart } from 'virtual:statechart';
import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { PRODUCT_NAME } from '#src/brand/brand.ts';
import { StatechartPage } from '#statechart/page/statechart-page.tsx';
import { feedConfig } from './feed.config.ts';

/** The chart in the document, beside the product: a React root of its own, which the route does not have to move. */
let shown: { readonly element: HTMLElement; readonly root: Root } | null = null;

/** Renders the chart before the sign-in is loaded, so that `/chart` does not wait for it. */
export function renderChartEarly(): void {
  if (shown !== null) return;
  const element = document.createElement('div');
  element.dataset.chart = 'early';
  document.body.append(element);
  const root = createRoot(element);
  shown = { element, root };
  flushSync(() => {
    root.render(
      <StatechartPage
        chart={chart}
        live={feedConfig}
        home={{ href: '/', text: `Go to ${PRODUCT_NAME}` }}
      />,
    );
  });
}

/** The route of the chart: shows it as long as the route is rendered. */
export function ChartPage() {
  useLayoutEffect(() => {
    // React cannot render a root while it commits another one.
    const timer = setTimeout(() => {
      renderChartEarly();
      if (shown !== null) shown.element.dataset.chart = 'routed';
    });
    return () => {
      clearTimeout(timer);
      const { element, root } = shown ?? {};
      shown = null;
      element?.remove();
      setTimeout(() => root?.unmount());
    };
  }, []);
  return <title>{`Statechart - ${PRODUCT_NAME}`}</title>;
}
