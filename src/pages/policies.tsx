import { PoliciesPage } from '../features/policies/policies-page.tsx';
import { policyDraft } from '../storage/policies/policy-draft.ts';

const services = { policyDraft };

/** The policies page with what the browser keeps for it (R2.7). */
export function Policies() {
  return <PoliciesPage services={services} />;
}
