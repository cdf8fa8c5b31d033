import { createFileRoute } from '@tanstack/react-router';
import { useServices } from '../app/shell/services-context.tsx';
import { HealthPage } from '../features/public-pages/health-page.tsx';

/** `/health` (R2.3): needs no session. */
export const Route = createFileRoute('/health')({ component: Health });

function Health() {
  return <HealthPage services={useServices()} />;
}
