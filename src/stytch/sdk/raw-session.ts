import {
  type Check,
  type Checked,
  isBoolean,
  isString,
  isText,
  listOf,
  nothingOr,
  recordOf,
} from '#machines/rules/checks.ts';

/*
 * The fields of the SDK's session state, and of the provider's responses about it, that the product relies on; all
 * others may change.
 */

const isTimestamp: Check<string> = (value): value is string =>
  isString(value) && Number.isFinite(Date.parse(value));

const isNameInParts = recordOf({
  first_name: nothingOr(isString),
  last_name: nothingOr(isString),
});

/** A member's name: one text, or first and last name (R11.1). */
export type RawMemberName = string | Checked<typeof isNameInParts>;

const isName = (value: unknown): value is RawMemberName => isString(value) || isNameInParts(value);

export const isRawOrganization = recordOf({
  organization_id: isText,
  organization_slug: isText,
  organization_name: isString,
  mfa_methods: nothingOr(isString),
  allowed_mfa_methods: nothingOr(listOf(isString)),
  sso_active_connections: nothingOr(
    listOf(recordOf({ connection_id: isText, display_name: nothingOr(isString) })),
  ),
});

export const isRawMember = recordOf({
  member_id: isText,
  email_address: nothingOr(isString),
  name: nothingOr(isName),
  is_breakglass: nothingOr(isBoolean),
  mfa_phone_number: nothingOr(isString),
  totp_registration_id: nothingOr(isString),
});

export const isRawMemberSession = recordOf({
  member_session_id: isText,
  expires_at: isTimestamp,
  roles: nothingOr(listOf(isString)),
  authentication_factors: nothingOr(listOf(recordOf({ type: nothingOr(isString) }))),
});

/** The SDK's session state, in memory and in local storage. */
export const isRawSession = recordOf({
  session: isRawMemberSession,
  member: isRawMember,
  organization: isRawOrganization,
});

export type RawOrganization = Checked<typeof isRawOrganization>;
export type RawMember = Checked<typeof isRawMember>;
export type RawMemberSession = Checked<typeof isRawMemberSession>;
export type RawSession = Checked<typeof isRawSession>;
