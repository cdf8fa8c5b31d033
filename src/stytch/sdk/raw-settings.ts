import {
  type Check,
  isBoolean,
  isRecord,
  isString,
  listOf,
  recordOf,
} from '#machines/rules/checks.ts';

const isResource = recordOf({ resource_id: isString, actions: listOf(isString) });
const isPolicy = recordOf({
  roles: listOf(recordOf({ role_id: isString, permissions: listOf(isResource) })),
  resources: listOf(isResource),
});
const isCaptchaSettings = recordOf({ enabled: isBoolean });

/** The project's settings as the provider sends them, completed with defaults. */
export type RawSettings = NonNullable<ReturnType<typeof readRawSettings>>;

/**
 * Reads the project's settings, and completes them with defaults, without which the SDK would throw (R14.13, R15.8);
 * `null` for a response without any known setting.
 */
export function readRawSettings(data: unknown) {
  if (!isRecord(data)) return null;
  const read = <Type, Default>(name: string, check: Check<Type>, otherwise: Default) => {
    const value = data[name];
    return check(value) ? value : otherwise;
  };
  const known = {
    captcha_settings: read('captcha_settings', isCaptchaSettings, { enabled: false }),
    dfp_protected_auth_enabled: read('dfp_protected_auth_enabled', isBoolean, false),
    password_config: read('password_config', isRecord, null),
    pkce_required_for_oauth: read('pkce_required_for_oauth', isBoolean, false),
    pkce_required_for_email_magic_links: read(
      'pkce_required_for_email_magic_links',
      isBoolean,
      false,
    ),
    slug_pattern: read('slug_pattern', isString, null),
    /** When it is not known, the provider decides. */
    create_organization_enabled: read('create_organization_enabled', isBoolean, true),
    rbac_policy: read('rbac_policy', isPolicy, null),
    vertical: read('vertical', isString, null),
    cname_domain: read('cname_domain', isString, null),
  };
  const isSettings = Object.keys(known).some((name) => Object.hasOwn(data, name));
  const settings: typeof known & Readonly<Record<string, unknown>> = { ...data, ...known };
  return isSettings ? settings : null;
}
