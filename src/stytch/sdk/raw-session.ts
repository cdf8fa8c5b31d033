import * as v from 'valibot';

/*
 * The fields of the SDK's session state, and of the provider's responses about it, that the product relies on; all
 * others may change.
 */

const text = v.pipe(v.string(), v.nonEmpty());
const optionalText = v.nullish(v.string());
const optionalTexts = v.nullish(v.array(v.string()));
const timestamp = v.pipe(
  v.string(),
  v.check((value) => Number.isFinite(Date.parse(value))),
);

/** A member's name: one text, or first and last name (R11.1). */
const nameSchema = v.union([
  v.string(),
  v.object({ first_name: optionalText, last_name: optionalText }),
]);

export const rawOrganizationSchema = v.object({
  organization_id: text,
  organization_slug: text,
  organization_name: v.string(),
  mfa_methods: optionalText,
  allowed_mfa_methods: optionalTexts,
  sso_active_connections: v.nullish(
    v.array(v.object({ connection_id: text, display_name: optionalText })),
  ),
});

export const rawMemberSchema = v.object({
  member_id: text,
  email_address: optionalText,
  name: v.nullish(nameSchema),
  is_breakglass: v.nullish(v.boolean()),
  mfa_phone_number: optionalText,
  totp_registration_id: optionalText,
});

export const rawMemberSessionSchema = v.object({
  member_session_id: text,
  expires_at: timestamp,
  roles: optionalTexts,
  authentication_factors: v.nullish(v.array(v.object({ type: optionalText }))),
});

/** The SDK's session state, in memory and in local storage. */
export const rawSessionSchema = v.object({
  session: rawMemberSessionSchema,
  member: rawMemberSchema,
  organization: rawOrganizationSchema,
});

export type RawMemberName = v.InferOutput<typeof nameSchema>;
export type RawOrganization = v.InferOutput<typeof rawOrganizationSchema>;
export type RawMember = v.InferOutput<typeof rawMemberSchema>;
export type RawSession = v.InferOutput<typeof rawSessionSchema>;
