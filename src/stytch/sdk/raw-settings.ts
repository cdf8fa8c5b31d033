import * as v from 'valibot';
import type { Project } from '#machines/auth/auth.types.ts';

const texts = v.array(v.string());
const resource = v.looseObject({ resource_id: v.string(), actions: texts });
const policy = v.looseObject({
  roles: v.array(v.looseObject({ role_id: v.string(), permissions: v.array(resource) })),
  resources: v.array(resource),
});

const orFalse = v.fallback(v.boolean(), false);
const orNull = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.nullable(schema), null);

const settingsSchema = v.looseObject({
  captcha_settings: v.fallback(v.looseObject({ enabled: v.boolean() }), { enabled: false }),
  dfp_protected_auth_enabled: orFalse,
  password_config: orNull(v.looseObject({})),
  pkce_required_for_oauth: orFalse,
  pkce_required_for_email_magic_links: orFalse,
  slug_pattern: orNull(v.string()),
  /** When it is not known, the provider decides. */
  create_organization_enabled: v.fallback(v.boolean(), true),
  rbac_policy: orNull(policy),
  vertical: orNull(v.string()),
  cname_domain: orNull(v.string()),
});

/** The project's settings as the provider sends them, completed with defaults. */
export type RawSettings = v.InferOutput<typeof settingsSchema>;

/**
 * Reads the project's settings, and completes them with defaults, without which the SDK would throw (R14.13, R15.8);
 * `null` for a response without any known setting.
 */
export function readRawSettings(data: unknown): RawSettings | null {
  const names = Object.keys(settingsSchema.entries);
  if (!names.some((name) => Object.hasOwn(Object(data), name))) return null;
  return v.parse(settingsSchema, data);
}

/** The part of the project's settings that the product uses (R14.13). */
export interface Settings {
  readonly project: Project;
  readonly requiresPkceForLinks: boolean;
  /** Whether there is an access policy; without one, permissions are unknown (R16.2). */
  readonly hasAccessPolicy: boolean;
  /** The ids of the roles in the access policy. */
  readonly roles: readonly string[];
}

/** What the product uses of the settings. */
export function readSettings(raw: RawSettings): Settings {
  return {
    project: {
      slugPattern: raw.slug_pattern || null,
      createOrganizationEnabled: raw.create_organization_enabled,
    },
    requiresPkceForLinks: raw.pkce_required_for_email_magic_links,
    hasAccessPolicy: raw.rbac_policy !== null,
    roles: raw.rbac_policy?.roles.map(({ role_id }) => role_id) ?? [],
  };
}
