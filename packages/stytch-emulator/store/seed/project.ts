import type { ProjectSettings } from '../project-settings.ts';
import { defaultRbacPolicy } from './provider-defaults.ts';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1'];

/** A URL with a wildcard cannot be a default: an app on any port of this machine sends its own. */
const REDIRECT_URLS: ProjectSettings['redirect_urls'] = LOOPBACK_HOSTS.flatMap((host) => [
  {
    url: `http://${host}:*/authenticate`,
    valid_types: [
      { type: 'LOGIN', is_default: false },
      { type: 'SIGNUP', is_default: false },
    ],
  },
  { url: `http://${host}:*/discovery`, valid_types: [{ type: 'DISCOVERY', is_default: false }] },
]);

const ACTIONS = ['read', 'create', 'update', 'delete'];

/** The resources of the product, with what each role may do with them. */
const RESOURCES: Readonly<Record<string, Readonly<Record<string, string[]>>>> = {
  policy: { stytch_member: ['read'], stytch_admin: ACTIONS, policy_editor: ['read', 'update'] },
};

/** Adds the resources of the product to the default policy, as its team does in the dashboard. */
function accessPolicy(): ProjectSettings['rbac_policy'] {
  const { roles, resources, scopes } = defaultRbacPolicy();
  const own = Object.entries(RESOURCES);
  const editor = { role_id: 'policy_editor', description: 'Edits policies.', permissions: [] };
  return {
    roles: [...roles, editor].map(({ permissions, ...role }) => ({
      ...role,
      permissions: [
        ...permissions,
        ...own.map(([resource_id, granted]) => ({
          resource_id,
          actions: granted[role.role_id] ?? [],
        })),
      ],
    })),
    resources: [
      ...resources,
      ...own.map(([resource_id]) => ({ resource_id, description: '', actions: ACTIONS })),
    ],
    scopes,
  };
}

/** Returns the settings of the emulated project (R14.13). */
export function projectSettings(name: string): ProjectSettings {
  return {
    project_name: name,
    disable_sdk_watermark: true,
    captcha_settings: { enabled: false },
    cname_domain: null,
    email_domains: ['stytch.com'],
    pkce_required_for_email_magic_links: false,
    pkce_required_for_password_resets: false,
    pkce_required_for_oauth: true,
    pkce_required_for_sso: false,
    slug_pattern: null,
    create_organization_enabled: true,
    password_config: null,
    dfp_protected_auth_enabled: false,
    dfp_protected_auth_mode: 'OBSERVATION',
    rbac_policy: accessPolicy(),
    siwe_required_for_crypto_wallets: false,
    vertical: 'B2B',
    redirect_urls: REDIRECT_URLS,
    google_one_tap_client_id: 'emulator-client.apps.googleusercontent.example',
    max_session_duration_minutes: 1_440,
    connected_apps: [
      {
        client_id: 'connected-app-test-0001',
        client_type: 'third_party',
        client_name: 'Ledger',
        client_description: 'A connected app of the seed.',
        redirect_uris: ['http://localhost:*/callback', 'http://127.0.0.1:*/callback'],
        post_logout_redirect_uris: ['http://localhost:*/bye', 'http://127.0.0.1:*/bye'],
        scopes: ['openid', 'email', 'profile'],
      },
    ],
  };
}
