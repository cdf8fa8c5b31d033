import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ChartLeftOut } from '#src/features/chart/left-out.tsx';
import { messages } from '#src/features/chart/messages.ts';

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
    <Suspense fallback={<p>{messages.loading}</p>}>
      <ChartPage />
    </Suspense>
  );
}
