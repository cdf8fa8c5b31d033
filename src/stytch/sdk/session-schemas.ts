import * as v from 'valibot';

/** The fields of the SDK's session state that the product relies on; all others may change. */

export const text = v.pipe(v.string(), v.nonEmpty());
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

export const memberSessionSchema = v.looseObject({
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
