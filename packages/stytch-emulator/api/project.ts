import * as v from 'valibot';
import { EMULATOR_PROJECT_ID } from '../emulated-project.ts';
import { refusal } from './http/provider-error.ts';
import { noBody, route } from './http/route.ts';
import { managedOrganization } from './validation/permissions.ts';

/** The calls of a backend about the project and its access policy. */
export const projectRoutes = [
  route({
    backend: 'GET /b2b/rbac/policy',
    body: noBody,
    handle({ store }) {
      const policy = store.state.project.rbac_policy;
      if (policy === null) throw refusal('bad_request', 'The project has no access policy.');
      return { policy };
    },
  }),
  route({
    backend: 'GET /b2b/rbac/organizations/:organization_id',
    body: v.looseObject({ organization_id: v.string() }),
    handle(call, input) {
      managedOrganization(call, input.organization_id);
      return { org_policy: { roles: [] } };
    },
  }),
  route({
    backend: 'GET /projects/metrics',
    body: noBody,
    handle: ({ store: { state } }) => ({
      project_id: EMULATOR_PROJECT_ID,
      metrics: [
        { metric_type: 'ORGANIZATION_COUNT', count: state.organizations.length },
        { metric_type: 'MEMBER_COUNT', count: state.members.length },
      ],
    }),
  }),
  route({
    backend: 'GET /debug/whoami',
    body: noBody,
    handle: ({ store }) => ({
      project_id: EMULATOR_PROJECT_ID,
      name: store.state.project.project_name,
    }),
  }),
];
