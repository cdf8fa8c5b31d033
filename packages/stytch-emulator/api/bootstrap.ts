import * as v from 'valibot';
import type { ProjectSettings } from '../store/project-settings.ts';
import { checkPublicToken } from './http/credentials.ts';
import { route } from './http/route.ts';

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

/** The project's settings and the SDK's telemetry. */
export const bootstrapRoutes = [
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
];
