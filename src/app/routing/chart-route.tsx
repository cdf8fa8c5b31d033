import { lazy, Suspense } from 'react';
import { ChartDisabled, ChartLoading } from '#chart/chart-notices.tsx';

const ChartPage =
  import.meta.env.VITE_CHART === 'off'
    ? null
    : lazy(async () => {
        const { ChartPage: page } = await import('#chart/chart-page.tsx');
        return { default: page };
      });

/** The page of the statechart (R2.4). */
export function ChartRoute() {
  if (ChartPage === null) return <ChartDisabled />;
  return (
    <Suspense fallback={<ChartLoading />}>
      <ChartPage />
    </Suspense>
  );
}
