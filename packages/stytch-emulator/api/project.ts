import * as v from 'valibot';
import { refusal } from './http/provider-error.ts';
import { noBody, route } from './http/route.ts';
import { managedOrganization } from './validation/permissions.ts';

/** The calls of a backend about the access policy of the project. */
export const projectRoutes = [
  route({
    endpoint: 'GET /b2b/rbac/policy',
    backendOnly: true,
    body: noBody,
    handle({ store }) {
      const policy = store.state.project.rbac_policy;
      if (policy === null) throw refusal('bad_request', 'The project has no access policy.');
      return { policy };
    },
  }),
  route({
    endpoint: 'GET /b2b/rbac/organizations/:organization_id',
    backendOnly: true,
    body: v.looseObject({ organization_id: v.string() }),
    handle(call, input) {
      managedOrganization(call, input.organization_id);
      return { org_policy: { roles: [] } };
    },
  }),
];
