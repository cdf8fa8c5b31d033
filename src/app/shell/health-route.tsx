import { HealthPage } from '#src/features/public-pages/health-page.tsx';
import { useServices } from './services-context.tsx';

/** The page of the version and the provider's answer (R2.3). */
export function HealthRoute() {
  return <HealthPage services={useServices()} />;
}
