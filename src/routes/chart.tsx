import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ChartDisabled, ChartLoading } from '#chart/chart-notices.tsx';

/** R2.4 */
export const Route = createFileRoute('/chart')({ component: Chart });

const ChartPage =
  import.meta.env.VITE_CHART === 'off'
    ? null
    : lazy(async () => {
        const { ChartPage: page } = await import('#chart/chart-page.tsx');
        return { default: page };
      });

function Chart() {
  if (ChartPage === null) return <ChartDisabled />;
  return (
    <Suspense fallback={<ChartLoading />}>
      <ChartPage />
    </Suspense>
  );
}
