import type { ProjectSettings } from '../project-settings.ts';
import { defaultRbacPolicy } from './provider-defaults.ts';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1'];

/** An app on any port of this machine. */
const REDIRECT_URLS: ProjectSettings['redirect_urls'] = LOOPBACK_HOSTS.flatMap((host) => [
  { url: `http://${host}:*/authenticate`, types: ['LOGIN', 'SIGNUP', 'INVITE'] },
  { url: `http://${host}:*/discovery`, types: ['DISCOVERY'] },
]);

/**
 * Adds the resources of an app to the default policy, as its team does in the dashboard. One such as `audit:read` has
 * the actions after the colons only, which administrators have.
 */
function accessPolicy(appResources: readonly string[]): ProjectSettings['rbac_policy'] {
  const { roles, resources, scopes } = defaultRbacPolicy();
  const actions = ['read', 'create', 'update', 'delete'];
  const granted: Record<string, string[]> = {
    stytch_member: ['read'],
    stytch_admin: actions,
    policy_editor: ['read', 'update'],
  };
  const own = appResources.map((resource) => {
    const [resource_id = '', ...special] = resource.split(':');
    return { resource_id, special };
  });
  const actionsOf = (role: string, special: readonly string[]) => {
    if (special.length === 0) return granted[role] ?? [];
    return role === 'stytch_admin' ? [...special] : [];
  };
  const editor = { role_id: 'policy_editor', description: 'Edits policies.', permissions: [] };
  return {
    roles: [...roles, editor].map((role) => ({
      ...role,
      permissions: [
        ...role.permissions,
        ...own.map(({ resource_id, special }) => ({
          resource_id,
          actions: actionsOf(role.role_id, special),
        })),
      ],
    })),
    resources: [
      ...resources,
      ...own.map(({ resource_id, special }) => ({
        resource_id,
        description: '',
        actions: special.length === 0 ? actions : special,
      })),
    ],
    scopes,
  };
}

/**
 * Returns the settings of the emulated project (R14.13).
 *
 * @param resources those of the app in the access policy
 */
export function projectSettings(name: string, resources: readonly string[]): ProjectSettings {
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
    rbac_policy: accessPolicy(resources),
    siwe_required_for_crypto_wallets: false,
    vertical: 'B2B',
    redirect_urls: REDIRECT_URLS,
    google_one_tap_client_id: 'emulator-client.apps.googleusercontent.example',
    max_session_duration_minutes: 1_440,
    connected_apps: [
      {
        client_id: 'connected-app-test-0001',
        client_name: 'Ledger',
        client_description: 'A connected app of the seed.',
        redirect_uris: ['http://localhost:*/callback', 'http://127.0.0.1:*/callback'],
        post_logout_redirect_uris: ['http://localhost:*/bye', 'http://127.0.0.1:*/bye'],
        scopes: ['openid', 'email', 'profile'],
      },
    ],
  };
}
