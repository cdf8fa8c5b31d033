import { createFileRoute } from '@tanstack/react-router';
import { useAuth } from '#src/app/shell/auth-context.tsx';
import { useServices } from '#src/app/shell/services-context.tsx';
import { PoliciesPage } from '#src/features/policies/policies-page.tsx';

/** R2.7 */
export const Route = createFileRoute('/_member/policies')({ component: Policies });

function Policies() {
  const { view } = useAuth();
  const services = useServices();
  if (view.screen !== 'app') return null;
  const isSwitching = view.switching || view.switchHeld;
  return <PoliciesPage session={view.session} services={services} isSwitching={isSwitching} />;
}
