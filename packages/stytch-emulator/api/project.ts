import * as v from 'valibot';
import { EMULATOR_PROJECT_ID } from '../emulated-project.ts';
import type { ProjectSettings } from '../store/project-settings.ts';
import { checkPublicToken } from './http/credentials.ts';
import { refusal } from './http/provider-error.ts';
import { noBody, route } from './http/route.ts';
import { managedOrganization } from './validation/permissions.ts';

/** Builds the bootstrap response: every setting except those of the provider’s dashboard (R14.13). */
function bootstrapResponse({
  redirect_urls,
  google_one_tap_client_id,
  max_session_duration_minutes,
  connected_apps,
  ...publicSettings
}: ProjectSettings) {
  return publicSettings;
}

const telemetryBatch = v.array(
  v.looseObject({
    telemetry: v.record(v.string(), v.unknown()),
    event: v.looseObject({ public_token: v.string(), event_name: v.string() }),
  }),
  'Expected a list of telemetry events.',
);

/** The calls about the project: its settings for browsers and the SDK's telemetry, and those of a backend. */
export const projectRoutes = [
  route({
    browser: 'GET /projects/bootstrap/:publicToken',
    body: v.looseObject({ publicToken: v.string() }),
    handle({ store }, input) {
      checkPublicToken(input.publicToken);
      return bootstrapResponse(store.state.project);
    },
  }),
  route({
    browser: 'POST /events',
    credentials: false,
    body: telemetryBatch,
    handle: () => ({}),
  }),
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
