import { describe, expect, it } from 'vitest';
import { createBootstrap } from '#src/stytch/sdk/bootstrap.ts';
import { readRawSettings } from '#src/stytch/sdk/raw-settings.ts';

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

function known(data: unknown) {
  const settings = readRawSettings(data);
  if (settings === null) throw new Error('These are not settings.');
  return settings;
}

describe('readRawSettings', () => {
  it('keeps every setting that the provider sent, also one that is not known', () => {
    const data = { ...provided, project_name: 'Charter' };
    expect(readRawSettings(data)).toEqual(data);
  });

  it('adds the default of each missing setting [R15.8]', () => {
    expect(readRawSettings({ vertical: null })).toEqual(defaults);
  });

  it.each([[null], [undefined], ['settings'], [5], [{}], [{ unexpected: true }]])(
    'returns null for %j',
    (data) => expect(readRawSettings(data)).toBeNull(),
  );

  it.each([
    ['a captcha that is neither on nor off', { captcha_settings: { enabled: 'yes' } }],
    ['a policy without roles', { rbac_policy: { resources: [resource] } }],
    ['a policy without resources', { rbac_policy: { roles: [role] } }],
    ['a role without an id', { rbac_policy: { ...policy, roles: [{ permissions: [] }] } }],
    ['a role without permissions', { rbac_policy: { ...policy, roles: [{ role_id: 'admin' }] } }],
    [
      'a permission without actions',
      { rbac_policy: { ...policy, roles: [{ ...role, permissions: [{ resource_id: 'x' }] }] } },
    ],
    ['a resource without an id', { rbac_policy: { ...policy, resources: [{ actions: [] }] } }],
    [
      'an action that is no text',
      { rbac_policy: { roles: [], resources: [{ ...resource, actions: [5] }] } },
    ],
  ])('replaces %s by the default, because the SDK would throw [R15.8]', (_, data) => {
    expect(readRawSettings(data)).toEqual(defaults);
  });
});

describe('the settings that the product uses', () => {
  /** The settings of a bootstrap that received `data`. */
  function settingsOf(data: unknown) {
    const bootstrap = createBootstrap();
    bootstrap.receive(known(data));
    return bootstrap.current();
  }

  it('are read from all settings of the provider [R14.13]', () => {
    expect(settingsOf(provided)).toEqual({
      project: { slugPattern: '^[a-z]+$', createOrganizationEnabled: false },
      hasOrganizations: false,
      requiresPkceForLinks: true,
      hasSecurityChecks: true,
      hasAccessPolicy: true,
    });
  });

  it('allow everything that is not known, without security checks or a policy [R15.8]', () => {
    expect(settingsOf({ vertical: null })).toEqual({
      project: { slugPattern: null, createOrganizationEnabled: true },
      hasOrganizations: true,
      requiresPkceForLinks: false,
      hasSecurityChecks: false,
      hasAccessPolicy: false,
    });
  });

  it.each([
    [{ slug_pattern: '' }, { project: { slugPattern: null } }],
    [{ captcha_settings: { enabled: true } }, { hasSecurityChecks: true }],
    [{ dfp_protected_auth_enabled: true }, { hasSecurityChecks: true }],
    [{ vertical: 'B2B' }, { hasOrganizations: true }],
  ])('of %j are %j', (data, expected) => {
    expect(settingsOf(data)).toMatchObject(expected);
  });

  it('are those of the first response, as in the SDK, also when it could not be fetched [R15.5]', async () => {
    for (const first of [known({ vertical: 'CONSUMER' }), null]) {
      const bootstrap = createBootstrap();
      expect(bootstrap.current()).toBeUndefined();
      bootstrap.receive(first);
      bootstrap.receive(known({ vertical: 'B2B' }));
      expect(bootstrap.current()?.hasOrganizations).toBe(first === null ? undefined : false);
      expect(await bootstrap.settings).toBe(bootstrap.current());
    }
  });
});
