import * as v from 'valibot';

const permission = v.strictObject({ resource_id: v.string(), actions: v.array(v.string()) });

const rbacPolicySchema = v.strictObject({
  roles: v.array(
    v.strictObject({
      role_id: v.string(),
      description: v.string(),
      permissions: v.array(permission),
    }),
  ),
  resources: v.array(
    v.strictObject({
      resource_id: v.string(),
      description: v.string(),
      actions: v.array(v.string()),
    }),
  ),
  scopes: v.array(
    v.strictObject({
      scope: v.string(),
      description: v.string(),
      permissions: v.array(permission),
    }),
  ),
});

/** An app of somebody else, which asks a member for consent. */
const connectedAppSchema = v.strictObject({
  client_id: v.string(),
  client_name: v.string(),
  client_description: v.string(),
  redirect_uris: v.array(v.string()),
  post_logout_redirect_uris: v.array(v.string()),
  scopes: v.array(v.string()),
});

const REDIRECT_TYPES = ['LOGIN', 'SIGNUP', 'INVITE', 'RESET_PASSWORD', 'DISCOVERY'] as const;

/** A redirect URL of the project, with its types, as the provider's dashboard has it. */
const redirectUrlSchema = v.strictObject({
  url: v.string(),
  types: v.array(v.picklist(REDIRECT_TYPES)),
});

const regularExpression = v.check((pattern: string) => {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}, 'must be a regular expression');

/** The project settings: those of the bootstrap response, and those of the provider's dashboard. */
export const projectEntries = {
  project_name: v.string(),
  disable_sdk_watermark: v.boolean(),
  captcha_settings: v.variant('enabled', [
    v.strictObject({ enabled: v.literal(false) }),
    v.strictObject({ enabled: v.literal(true), siteKey: v.string() }),
  ]),
  cname_domain: v.nullable(v.string()),
  email_domains: v.array(v.string()),
  pkce_required_for_email_magic_links: v.boolean(),
  pkce_required_for_password_resets: v.boolean(),
  pkce_required_for_oauth: v.boolean(),
  pkce_required_for_sso: v.boolean(),
  slug_pattern: v.nullable(v.pipe(v.string(), regularExpression)),
  create_organization_enabled: v.boolean(),
  password_config: v.nullable(
    v.strictObject({ luds_complexity: v.number(), luds_minimum_count: v.number() }),
  ),
  dfp_protected_auth_enabled: v.boolean(),
  dfp_protected_auth_mode: v.picklist(['OBSERVATION', 'DECISIONING']),
  rbac_policy: v.nullable(rbacPolicySchema),
  siwe_required_for_crypto_wallets: v.boolean(),
  vertical: v.picklist(['B2B', 'CONSUMER']),
  redirect_urls: v.array(redirectUrlSchema),
  google_one_tap_client_id: v.nullable(v.string()),
  max_session_duration_minutes: v.pipe(v.number(), v.integer(), v.minValue(5)),
  connected_apps: v.array(connectedAppSchema),
};

/** The settings of the project. */
export const projectSchema = v.strictObject(projectEntries);

export type ProjectSettings = v.InferOutput<typeof projectSchema>;
export type RedirectType = (typeof REDIRECT_TYPES)[number];
export type ConnectedApp = v.InferOutput<typeof connectedAppSchema>;
