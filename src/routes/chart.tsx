import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ChartLoading } from '#src/features/chart/chart-loading.tsx';
import { ChartLeftOut } from '#src/features/chart/left-out.tsx';

/** `/chart` (spec §2): needs no session; `VITE_CHART=off` leaves it out of a build. */
export const Route = createFileRoute('/chart')({ component: Chart });

const ChartPage =
  import.meta.env.VITE_CHART === 'off'
    ? null
    : lazy(async () => {
        const { ChartPage: page } = await import('#src/features/chart/chart-page.tsx');
        return { default: page };
      });

function Chart() {
  if (ChartPage === null) return <ChartLeftOut />;
  return (
    <Suspense fallback={<ChartLoading />}>
      <ChartPage />
    </Suspense>
  );
}
