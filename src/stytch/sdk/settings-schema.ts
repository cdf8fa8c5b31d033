import * as v from 'valibot';

const policySchema = v.looseObject({
  roles: v.array(
    v.looseObject({
      role_id: v.string(),
      permissions: v.array(
        v.looseObject({ resource_id: v.string(), actions: v.array(v.string()) }),
      ),
    }),
  ),
  resources: v.array(v.looseObject({ resource_id: v.string(), actions: v.array(v.string()) })),
});

const setting = v.fallback(v.nullable(v.string()), null);
const flag = v.fallback(v.boolean(), false);

const settingsEntries = {
  captcha_settings: v.fallback(v.looseObject({ enabled: v.boolean() }), { enabled: false }),
  dfp_protected_auth_enabled: flag,
  password_config: v.fallback(v.nullable(v.looseObject({})), null),
  pkce_required_for_oauth: flag,
  pkce_required_for_email_magic_links: flag,
  slug_pattern: setting,
  /** When it is not known, the provider decides. */
  create_organization_enabled: v.fallback(v.boolean(), true),
  rbac_policy: v.fallback(v.nullable(policySchema), null),
  vertical: setting,
  cname_domain: setting,
};

/**
 * The project's settings (R14.13), completed with defaults (R15.8): a project may lack a setting or have a newer
 * form of it, and the SDK would throw. A response without any known setting is no settings.
 */
export const settingsSchema = v.pipe(
  v.looseObject({}),
  v.check((data) => Object.keys(settingsEntries).some((name) => Object.hasOwn(data, name))),
  v.looseObject(settingsEntries),
);
