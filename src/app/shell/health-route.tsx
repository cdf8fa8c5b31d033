import { HealthPage } from '#src/features/public-pages/health-page.tsx';
import { useServices } from './services-context.tsx';

/** The page with the version, and whether the provider responds (R2.3). */
export function HealthRoute() {
  return <HealthPage services={useServices()} />;
}
