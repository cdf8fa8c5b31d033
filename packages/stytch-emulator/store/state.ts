import * as v from 'valibot';
import { isEmail, normalizeEmail } from './email-address.ts';
import { projectSchema } from './project-settings.ts';

/**
 * The schema of the emulator's whole state, which is plain JSON. Types are inferred from it, so an
 * export can be imported again; an import that does not match is rejected as a whole.
 */
const time = v.number();
const metadata = v.record(v.string(), v.unknown());
const texts = v.optional(v.array(v.string()), []);

/** The address of an account or of a member, in the form in which addresses are compared. */
export const emailSchema = v.pipe(
  v.string(),
  v.check(
    (given) => isEmail(given) && given === normalizeEmail(given),
    'must be an e-mail address in lower case',
  ),
);

const googleAccountSchema = v.strictObject({
  email: emailSchema,
  name: v.string(),
  /** Whether Google has verified the address. */
  emailVerified: v.boolean(),
  subject: v.string(),
});

const AUTH_METHODS = [
  'sso',
  'magic_link',
  'password',
  'google_oauth',
  'microsoft_oauth',
  'hubspot_oauth',
  'slack_oauth',
  'github_oauth',
  'email_otp',
] as const;

const WHO_MAY_JOIN = ['ALL_ALLOWED', 'RESTRICTED', 'NOT_ALLOWED'] as const;

/** An SSO connection, whose identity provider the emulator replaces. */
const ssoConnectionSchema = v.strictObject({
  id: v.string(),
  kind: v.picklist(['saml', 'oidc', 'external']),
  displayName: v.string(),
  identityProvider: v.string(),
  status: v.picklist(['active', 'pending']),
  settings: metadata,
});

/** An organization. The defaults are those of one without restrictions. */
export const organizationSchema = v.strictObject({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  createdAt: time,
  updatedAt: time,
  authMethods: v.optional(v.picklist(['ALL_ALLOWED', 'RESTRICTED']), 'ALL_ALLOWED'),
  allowedAuthMethods: v.optional(v.array(v.picklist(AUTH_METHODS)), []),
  mfaPolicy: v.optional(v.picklist(['OPTIONAL', 'REQUIRED_FOR_ALL']), 'OPTIONAL'),
  mfaMethods: v.optional(v.picklist(['ALL_ALLOWED', 'RESTRICTED']), 'ALL_ALLOWED'),
  allowedMfaMethods: v.optional(v.array(v.picklist(['sms_otp', 'totp'])), []),
  emailJitProvisioning: v.optional(v.picklist(['RESTRICTED', 'NOT_ALLOWED']), 'NOT_ALLOWED'),
  emailAllowedDomains: v.optional(v.array(v.pipe(v.string(), v.toLowerCase())), []),
  emailInvites: v.optional(v.picklist(WHO_MAY_JOIN), 'ALL_ALLOWED'),
  ssoJitProvisioning: v.optional(v.picklist(WHO_MAY_JOIN), 'ALL_ALLOWED'),
  ssoJitProvisioningConnections: texts,
  ssoConnections: v.optional(v.array(ssoConnectionSchema), []),
  ssoDefaultConnectionId: v.nullish(v.string(), null),
  logoUrl: v.optional(v.string(), ''),
  externalId: v.nullish(v.string(), null),
  trustedMetadata: v.optional(metadata, {}),
  /** The error of every sign-in to this organization; null if sign-ins are allowed. */
  signInError: v.nullish(
    v.strictObject({ statusCode: v.number(), errorType: v.string(), message: v.string() }),
    null,
  ),
});

/** An authenticator app. The defaults are those of a verified one that has not been used yet. */
const totpSchema = v.strictObject({
  id: v.string(),
  secret: v.string(),
  verified: v.optional(v.boolean(), true),
  expiresAt: v.nullish(time, null),
  /** The time step of the last accepted code, so that no code is accepted twice. */
  lastStep: v.nullish(v.number(), null),
});

/** A member. The defaults are those of an active one with a verified address and without a second factor. */
export const memberSchema = v.strictObject({
  id: v.string(),
  organizationId: v.string(),
  email: emailSchema,
  name: v.string(),
  createdAt: time,
  updatedAt: time,
  emailVerified: v.optional(v.boolean(), true),
  status: v.optional(v.picklist(['active', 'pending', 'invited', 'deleted']), 'active'),
  roles: v.optional(v.array(v.string()), ['stytch_member']),
  mfaEnrolled: v.optional(v.boolean(), false),
  defaultMfaMethod: v.optional(v.picklist(['', 'totp', 'sms_otp']), ''),
  mfaPhoneNumber: v.optional(v.string(), ''),
  totp: v.nullish(totpSchema, null),
  recoveryCodes: texts,
  /** Codes issued at enrolment, which become valid when the enrolment is verified. */
  pendingRecoveryCodes: texts,
  googleSubject: v.nullish(v.string(), null),
  ssoRegistrations: v.optional(
    v.array(v.strictObject({ id: v.string(), connectionId: v.string(), subject: v.string() })),
    [],
  ),
  isBreakglass: v.optional(v.boolean(), false),
  retiredEmails: texts,
  externalId: v.nullish(v.string(), null),
  trustedMetadata: v.optional(metadata, {}),
  untrustedMetadata: v.optional(metadata, {}),
});

const FACTOR_METHODS = [
  'google_oauth',
  'email_otp',
  'magic_link',
  'sso',
  'totp',
  'recovery_code',
  'impersonated',
] as const;

const factorSchema = v.strictObject({
  method: v.picklist(FACTOR_METHODS),
  at: time,
  /** Whether this factor verifies the e-mail address; false for an unverified Google account. */
  verifiesEmail: v.boolean(),
  /**
   * A Google subject, an e-mail address, `connection/subject` of SSO, a member id (second factors) or the
   * impersonator’s address.
   */
  subject: v.string(),
});

const intermediateSessionSchema = v.strictObject({
  token: v.string(),
  email: v.string(),
  name: v.string(),
  factors: v.array(factorSchema),
  expiresAt: time,
  /** The only member this session can authenticate, once an organization requires a second factor. */
  boundTo: v.nullable(v.strictObject({ organizationId: v.string(), memberId: v.string() })),
  wrongCodes: v.number(),
});

const sessionSchema = v.strictObject({
  id: v.string(),
  token: v.string(),
  memberId: v.string(),
  organizationId: v.string(),
  factors: v.array(factorSchema),
  startedAt: time,
  lastAccessedAt: time,
  expiresAt: time,
  revokedAt: v.nullable(time),
  impersonator: v.nullable(v.string()),
});

const oauthTokenSchema = v.strictObject({
  token: v.string(),
  kind: v.picklist(['oauth', 'discovery_oauth', 'sso']),
  email: v.string(),
  name: v.string(),
  subject: v.string(),
  emailVerified: v.boolean(),
  organizationId: v.nullable(v.string()),
  /** The SSO connection; null for Google. */
  connectionId: v.nullable(v.string()),
  codeChallenge: v.nullable(v.string()),
  expiresAt: time,
});

const mailSchema = v.strictObject({
  to: v.string(),
  subject: v.string(),
  kind: v.picklist(['otp', 'magic_link']),
  /** The organization that the code or link signs in to; null for discovery. */
  organizationId: v.nullable(v.string()),
  /** The six digits of a code, or the token inside a link. */
  secret: v.string(),
  link: v.nullable(v.string()),
  codeChallenge: v.nullable(v.string()),
  sentAt: time,
  expiresAt: time,
  usedAt: v.nullable(time),
  wrongCodes: v.number(),
});

const impersonationTokenSchema = v.strictObject({
  token: v.string(),
  memberId: v.string(),
  impersonator: v.string(),
  expiresAt: time,
});

const FAULT_KINDS = ['error', 'drop', 'hang', 'html', 'truncated', 'wrongShape', 'slow'] as const;

const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000));

/** The schema of a fault that a person or a test adds. */
export const faultRequestSchema = v.strictObject({
  match: v.strictObject({ path: v.pipe(v.string(), v.nonEmpty()) }),
  fault: v.strictObject({
    kind: v.picklist(FAULT_KINDS),
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
    errorType: v.optional(v.string()),
    message: v.optional(v.string()),
    retryAfter: v.optional(v.pipe(v.number(), v.minValue(0))),
    latencyMs: v.optional(milliseconds),
  }),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

const faultSchema = v.strictObject({
  ...faultRequestSchema.entries,
  /** How many more requests the fault applies to; null means that the fault stays until it is removed. */
  remaining: v.nullable(v.number()),
});

const requestLogEntrySchema = v.strictObject({
  at: v.string(),
  method: v.string(),
  path: v.string(),
  query: v.record(v.string(), v.string()),
  headers: v.strictObject({
    authorization: v.nullable(
      v.strictObject({ publicToken: v.string(), sessionToken: v.nullable(v.string()) }),
    ),
    telemetry: v.nullable(v.record(v.string(), v.unknown())),
    parentHost: v.nullable(v.string()),
    origin: v.nullable(v.string()),
    referer: v.nullable(v.string()),
  }),
  body: v.unknown(),
  /** HTTP status; 0 if there is no response (hanging or dropped). */
  status: v.number(),
  fault: v.nullable(v.picklist(FAULT_KINDS)),
});

const telemetrySchema = v.strictObject({
  at: v.string(),
  method: v.string(),
  path: v.string(),
  query: v.string(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});

export const stateSchema = v.strictObject({
  version: v.literal(1),
  seed: v.string(),
  counters: v.record(v.string(), v.number()),
  clock: v.strictObject({ offsetMs: v.number() }),
  project: projectSchema,
  googleAccounts: v.array(googleAccountSchema),
  organizations: v.array(organizationSchema),
  members: v.array(memberSchema),
  intermediateSessions: v.array(intermediateSessionSchema),
  sessions: v.array(sessionSchema),
  oauthTokens: v.array(oauthTokenSchema),
  mail: v.array(mailSchema),
  impersonationTokens: v.array(impersonationTokenSchema),
  faults: v.array(faultSchema),
  requests: v.array(requestLogEntrySchema),
  telemetry: v.array(telemetrySchema),
  /** The captcha tokens that were issued and not used. */
  captchaTokens: v.array(v.strictObject({ token: v.string(), expiresAt: time })),
  /** The ids of device fingerprints. */
  telemetryIds: v.array(v.string()),
});

export type State = v.InferOutput<typeof stateSchema>;
export type GoogleAccount = v.InferOutput<typeof googleAccountSchema>;
export type SsoConnection = v.InferOutput<typeof ssoConnectionSchema>;
export type StoredOrganization = v.InferOutput<typeof organizationSchema>;
export type StoredMember = v.InferOutput<typeof memberSchema>;
export type NewOrganization = Omit<v.InferInput<typeof organizationSchema>, 'updatedAt'>;
export type NewMember = Omit<v.InferInput<typeof memberSchema>, 'updatedAt'>;
export type Factor = v.InferOutput<typeof factorSchema>;
export type IntermediateSession = v.InferOutput<typeof intermediateSessionSchema>;
export type StoredSession = v.InferOutput<typeof sessionSchema>;
export type OAuthToken = v.InferOutput<typeof oauthTokenSchema>;
export type Mail = v.InferOutput<typeof mailSchema>;
export type Fault = v.InferOutput<typeof faultSchema>;
export type FaultRequest = v.InferOutput<typeof faultRequestSchema>;
export type LoggedRequest = v.InferOutput<typeof requestLogEntrySchema>;

/** Creates the record of an organization, with the defaults of its schema. */
export function newOrganization(given: NewOrganization): StoredOrganization {
  return v.parse(organizationSchema, { updatedAt: given.createdAt, ...given });
}

/** Creates the record of a member, with the defaults of its schema. */
export function newMember(given: NewMember): StoredMember {
  return v.parse(memberSchema, { updatedAt: given.createdAt, ...given });
}
