import { createFileRoute } from '@tanstack/react-router';
import { useServices } from '#src/features/gate/services-context.tsx';
import { HealthPage } from '#src/features/public-pages/health-page.tsx';

/** `/health` (spec §2): needs no session. */
export const Route = createFileRoute('/health')({ component: Health });

function Health() {
  return <HealthPage services={useServices()} />;
}
