import { createFileRoute } from '@tanstack/react-router';
import { useServices } from '../app/shell/services-context.tsx';
import { HealthPage } from '../features/public-pages/health-page.tsx';

/** R2.3 */
export const Route = createFileRoute('/health')({ component: Health });

function Health() {
  return <HealthPage services={useServices()} />;
}
