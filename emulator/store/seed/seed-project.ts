import type { ProjectSettings } from '../project-settings.ts';

const LOOPBACK_CALLBACKS = ['localhost', '127.0.0.1'].flatMap((host) =>
  ['/authenticate', '/discovery'].map((path) => `http://${host}:*${path}`),
);

/** Returns the seeded project settings (R14.13). */
export function seedProject(): ProjectSettings {
  return {
    project_name: 'Charter',
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
    rbac_policy: {
      roles: [
        {
          role_id: 'stytch_member',
          description: 'Every member of an organization.',
          permissions: [{ resource_id: 'policy', actions: ['read'] }],
        },
        {
          role_id: 'policy_admin',
          description: 'May write policies.',
          permissions: [{ resource_id: 'policy', actions: ['read', 'create', 'update', 'delete'] }],
        },
      ],
      resources: [
        {
          resource_id: 'policy',
          description: 'A policy of the organization.',
          actions: ['read', 'create', 'update', 'delete'],
        },
      ],
      scopes: [],
    },
    siwe_required_for_crypto_wallets: false,
    vertical: 'B2B',
    redirect_urls: LOOPBACK_CALLBACKS,
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
