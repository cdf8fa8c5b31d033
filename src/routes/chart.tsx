import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ChartDisabled } from '#chart/page/chart-disabled.tsx';
import { ChartLoading } from '#chart/page/chart-loading.tsx';

/** R2.4 */
export const Route = createFileRoute('/chart')({ component: Chart });

const ChartPage =
  import.meta.env.VITE_CHART === 'off'
    ? null
    : lazy(async () => {
        const { ChartPage: page } = await import('#chart/page/chart-page.tsx');
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
