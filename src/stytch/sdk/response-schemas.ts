import * as v from 'valibot';

/**
 * The fields of the provider's responses that the product relies on; all others may change. The transport
 * checks a response against these schemas before the SDK reads it, because the SDK would write an incomplete
 * response into its state.
 */

const text = v.pipe(v.string(), v.nonEmpty());
const timestamp = v.pipe(
  v.string(),
  v.check((value) => Number.isFinite(Date.parse(value))),
);

/** A member's name: one text, or first and last name (R11.1). */
const memberName = v.union([
  v.string(),
  v.pipe(
    v.looseObject({
      first_name: v.optional(v.string(), ''),
      last_name: v.optional(v.string(), ''),
    }),
    v.transform(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()),
  ),
]);

export const organizationSchema = v.looseObject({
  organization_id: text,
  organization_slug: text,
  organization_name: v.string(),
  mfa_methods: v.optional(v.nullable(v.string())),
  allowed_mfa_methods: v.optional(v.nullable(v.array(v.string()))),
});

export const memberSchema = v.looseObject({
  member_id: text,
  email_address: v.optional(v.nullable(v.string())),
  name: v.optional(v.nullable(memberName)),
  is_breakglass: v.optional(v.nullable(v.boolean())),
  mfa_phone_number: v.optional(v.nullable(v.string())),
  totp_registration_id: v.optional(v.nullable(v.string())),
});

const memberSessionSchema = v.looseObject({
  member_session_id: text,
  expires_at: timestamp,
  roles: v.optional(v.nullable(v.array(v.string()))),
  authentication_factors: v.optional(
    v.nullable(v.array(v.looseObject({ type: v.optional(v.string()) }))),
  ),
});

/** The SDK's session state, in memory and in local storage. */
export const storedSessionSchema = v.looseObject({
  session: memberSessionSchema,
  member: memberSchema,
  organization: organizationSchema,
});

/** A response with a session, which the SDK writes into its state and cookies. */
export const sessionResponseSchema = v.looseObject({
  member_session: memberSessionSchema,
  member: memberSchema,
  organization: organizationSchema,
  session_token: text,
  session_jwt: text,
});

/** A response that requires a further step. */
const incompleteResponseSchema = v.looseObject({
  member_authenticated: v.literal(false),
  member_session: v.optional(v.null()),
  organization: v.optional(v.nullable(organizationSchema)),
  member: v.optional(v.nullable(memberSchema)),
  primary_required: v.optional(
    v.nullable(v.looseObject({ allowed_auth_methods: v.array(v.string()) })),
  ),
  mfa_required: v.optional(
    v.nullable(
      v.looseObject({
        member_options: v.optional(
          v.nullable(v.looseObject({ mfa_phone_number: v.optional(v.nullable(v.string())) })),
        ),
      }),
    ),
  ),
});

/** The response to an exchange, a creation, an OAuth callback or a second factor. */
export const outcomeResponseSchema = v.union([sessionResponseSchema, incompleteResponseSchema]);

/** One row of the organization list. An invalid row is dropped, the others stay. */
export const discoveredOrganizationSchema = v.looseObject({
  organization: organizationSchema,
  membership: v.optional(v.nullable(v.looseObject({ type: v.optional(v.string()) }))),
  primary_required: v.optional(v.nullable(v.unknown())),
  mfa_required: v.optional(v.nullable(v.unknown())),
});

/** The list of discovered organizations (R14.3). */
export const discoverySchema = v.looseObject({
  email_address: v.optional(v.nullable(v.string())),
  discovered_organizations: v.array(v.unknown()),
});

/** The list with a new intermediate session. Without a new one the SDK would delete the current one. */
export const discoveryAuthenticatedSchema = v.looseObject({
  ...discoverySchema.entries,
  intermediate_session_token: text,
});

/** A new authenticator app. The QR code is rendered as an image, so only image data is accepted. */
export const enrolmentSchema = v.looseObject({
  secret: text,
  qr_code: v.pipe(v.string(), v.regex(/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/)),
  recovery_codes: v.array(text),
});

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
