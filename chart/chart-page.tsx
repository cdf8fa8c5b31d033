import { chart } from 'virtual:statechart';
import { PRODUCT_NAME } from '#src/brand/brand.ts';
import { StatechartPage } from '#statechart/page/statechart-page.tsx';
import { feedConfig } from './feed.config.ts';

/** The page of the statechart (R2.4). */
export function ChartPage() {
  return (
    <>
      <title>{`Statechart - ${PRODUCT_NAME}`}</title>
      <StatechartPage
        chart={chart}
        live={feedConfig}
        home={{ href: '/', text: `Go to ${PRODUCT_NAME}` }}
      />
    </>
  );
}
