import * as v from 'valibot';
import type { ProjectSettings } from '../store/project-settings.ts';
import { checkPublicToken } from './http/credentials.ts';
import { noBody, type Route, route } from './http/route.ts';

/** Builds the bootstrap response, which has every public setting of the project (R14.13). */
function bootstrapResponse(project: ProjectSettings) {
  return {
    project_name: project.project_name,
    disable_sdk_watermark: project.disable_sdk_watermark,
    captcha_settings: project.captcha_settings,
    cname_domain: project.cname_domain,
    email_domains: project.email_domains,
    pkce_required_for_email_magic_links: project.pkce_required_for_email_magic_links,
    pkce_required_for_password_resets: project.pkce_required_for_password_resets,
    pkce_required_for_oauth: project.pkce_required_for_oauth,
    pkce_required_for_sso: project.pkce_required_for_sso,
    slug_pattern: project.slug_pattern,
    create_organization_enabled: project.create_organization_enabled,
    password_config: project.password_config,
    dfp_protected_auth_enabled: project.dfp_protected_auth_enabled,
    dfp_protected_auth_mode: project.dfp_protected_auth_mode,
    rbac_policy: project.rbac_policy,
    siwe_required_for_crypto_wallets: project.siwe_required_for_crypto_wallets,
    vertical: project.vertical,
  };
}

const telemetryBatch = v.array(
  v.looseObject({
    telemetry: v.record(v.string(), v.unknown()),
    event: v.looseObject({ public_token: v.string(), event_name: v.string() }),
  }),
  'Expected a list of telemetry events.',
);

/** The project's settings and the SDK's telemetry. */
export function bootstrapRoutes(publicToken: string): Route[] {
  return [
    route({
      endpoint: 'GET /projects/bootstrap/:publicToken',
      sdkMethod: 'new StytchB2BHeadlessClient',
      body: noBody,
      handle({ store, params }) {
        checkPublicToken(params.publicToken ?? '', publicToken);
        return bootstrapResponse(store.state.project);
      },
    }),
    route({
      endpoint: 'POST /events',
      sdkMethod: 'telemetry of every client',
      credentials: false,
      body: telemetryBatch,
      handle: () => ({}),
    }),
  ];
}
