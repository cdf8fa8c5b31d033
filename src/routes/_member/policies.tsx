import { createFileRoute } from '@tanstack/react-router';
import { useServices } from '#src/app/shell/services-context.tsx';
import { PoliciesPage } from '#src/features/policies/policies-page.tsx';

/** R2.7 */
export const Route = createFileRoute('/_member/policies')({ component: Policies });

function Policies() {
  return <PoliciesPage services={useServices()} />;
}
