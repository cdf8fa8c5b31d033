import { expect, it } from 'vitest';
import { readRawSettings, readSettings } from '#src/stytch/sdk/raw-settings.ts';

const resource = { resource_id: 'policy', actions: ['read', 'delete'] };
const role = { role_id: 'admin', permissions: [resource] };
const policy = { roles: [role], resources: [resource] };

/** Settings that all differ from the defaults. */
const provided = {
  captcha_settings: { enabled: true, siteKey: 'site-key' },
  dfp_protected_auth_enabled: true,
  password_config: { check_breach_on_creation: true },
  pkce_required_for_oauth: true,
  pkce_required_for_email_magic_links: true,
  slug_pattern: '^[a-z]+$',
  create_organization_enabled: false,
  rbac_policy: policy,
  vertical: 'CONSUMER',
  cname_domain: 'login.acme.example',
};

const defaults = {
  captcha_settings: { enabled: false },
  dfp_protected_auth_enabled: false,
  password_config: null,
  pkce_required_for_oauth: false,
  pkce_required_for_email_magic_links: false,
  slug_pattern: null,
  create_organization_enabled: true,
  rbac_policy: null,
  vertical: null,
  cname_domain: null,
};

it('keeps every setting that the provider sent, also one that is not known', () => {
  const data = { ...provided, project_name: 'Charter' };
  expect(readRawSettings(data)).toEqual(data);
});

it.each([
  ['nothing known', { vertical: null }],
  ['a captcha that is neither on nor off', { captcha_settings: { enabled: 'yes' } }],
  ['a policy without roles', { rbac_policy: { resources: [resource] } }],
  ['a policy without resources', { rbac_policy: { roles: [role] } }],
  ['a role without an id', { rbac_policy: { ...policy, roles: [{ permissions: [] }] } }],
  ['a role without permissions', { rbac_policy: { ...policy, roles: [{ role_id: 'admin' }] } }],
  [
    'a permission without actions',
    { rbac_policy: { ...policy, roles: [{ ...role, permissions: [{ resource_id: 'x' }] }] } },
  ],
  [
    'an action that is no text',
    { rbac_policy: { roles: [], resources: [{ ...resource, actions: [5] }] } },
  ],
])('gives the SDK, which would throw, defaults for %s [R15.8]', (_, data) => {
  expect(readRawSettings(data)).toEqual(defaults);
});

it.each([null, 'settings', 5, {}, { unexpected: true }])('are not %j', (data) => {
  expect(readRawSettings(data)).toBeNull();
});

it.each([
  [
    { slug_pattern: '' },
    {
      project: { slugPattern: null, createOrganizationEnabled: true },
      requiresPkceForLinks: false,
      hasAccessPolicy: false,
      roles: [],
    },
  ],
  [
    provided,
    {
      project: { slugPattern: '^[a-z]+$', createOrganizationEnabled: false },
      requiresPkceForLinks: true,
      hasAccessPolicy: true,
      roles: ['admin'],
    },
  ],
])('of %j, the product uses %j [R14.13, R15.8]', (data, expected) => {
  const raw = readRawSettings(data);
  expect(raw && readSettings(raw)).toEqual(expected);
});
