import * as v from 'valibot';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { StoredSignIn } from '#machines/auth/auth.types.ts';
import { displayName, isDisplayableEmail } from '#machines/rules/display-text.ts';
import { isSignInOutdated, SIGN_IN_KEYS, storeKnownSignOut } from './sign-in-keys.ts';
import { parseJson, safeSessionStorage } from './web-storage.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const timestamp = v.pipe(v.number(), v.finite(), v.minValue(0));

/** What was stored may come from an older build or another script, so it is made displayable again (R1.14). */
const email = v.pipe(v.string(), v.check(isDisplayableEmail));
const organizationSchema = v.object({
  id: text,
  slug: v.pipe(text, v.transform(displayName)),
  name: v.pipe(v.string(), v.transform(displayName)),
});

const discoveredSchema = v.object({
  ...organizationSchema.entries,
  membership: v.picklist(['member', 'invited', 'joinable']),
  follows: v.nullable(v.picklist(['verification', 'second_factor'])),
});

const stepUpSchema = v.object({
  organization: organizationSchema,
  allowedAuthMethods: v.array(v.picklist(['email_otp', 'magic_link'])),
  emailAddress: v.nullable(email),
});

const secondFactorSchema = v.object({
  organization: organizationSchema,
  memberId: text,
  emailAddress: v.nullable(email),
  factor: v.picklist(['totp', 'enrolment', 'unsupported']),
});

/** How one value is stored in session storage. */
interface StoredValue<Value> {
  readonly key: string;
  /** Returns `null` for an invalid text. */
  readonly parse: (stored: string) => Value | null;
  /** Returns `null` for a value that is not stored. */
  readonly format: (value: Value) => string | null;
}

const emailAddress = plainText(SIGN_IN_KEYS.emailAddress, email);
const organizations = json(
  SIGN_IN_KEYS.organizations,
  v.pipe(v.array(discoveredSchema), v.minLength(1)),
);
const hasIntermediateSession: StoredValue<boolean> = {
  key: SIGN_IN_KEYS.hasIntermediateSession,
  parse: (stored) => (stored === 'true' ? true : null),
  format: (value) => (value ? 'true' : null),
};
const stepUp = json(SIGN_IN_KEYS.stepUp, stepUpSchema);
const selectedOrganization = json(SIGN_IN_KEYS.selectedOrganization, organizationSchema);
const intermediateExpiresAt = json(SIGN_IN_KEYS.intermediateExpiresAt, timestamp);
const intermediateDigest = plainText(
  SIGN_IN_KEYS.intermediateDigest,
  v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
);
const secondFactor = json(SIGN_IN_KEYS.secondFactor, secondFactorSchema);
const codeSentAt = json(SIGN_IN_KEYS.codeSentAt, timestamp);
const linkSentAt = json(SIGN_IN_KEYS.linkSentAt, timestamp);

/**
 * Reads the sign-in of this tab (R13.1, R13.4). Every value is validated; an invalid one is removed and counts
 * as missing. All of it is removed when a person has signed out in this browser since it was stored (R22.12).
 */
export function readStoredSignIn(): StoredSignIn {
  if (isSignInOutdated()) writeStoredSignIn(NO_STORED_SIGN_IN);
  return {
    emailAddress: read(emailAddress),
    organizations: read(organizations) ?? [],
    hasIntermediateSession: read(hasIntermediateSession) ?? false,
    intermediateExpiresAt: read(intermediateExpiresAt),
    intermediateDigest: read(intermediateDigest),
    selectedOrganization: read(selectedOrganization),
    stepUp: read(stepUp),
    secondFactor: read(secondFactor),
    codeSentAt: read(codeSentAt),
    linkSentAt: read(linkSentAt),
  };
}

/** Stores the sign-in of this tab, and removes the values that it does not have (R13.1). */
export function writeStoredSignIn(storedSignIn: StoredSignIn): void {
  write(emailAddress, storedSignIn.emailAddress);
  write(
    organizations,
    storedSignIn.organizations.length === 0 ? null : [...storedSignIn.organizations],
  );
  write(hasIntermediateSession, storedSignIn.hasIntermediateSession);
  write(intermediateExpiresAt, storedSignIn.intermediateExpiresAt);
  write(intermediateDigest, storedSignIn.intermediateDigest);
  write(selectedOrganization, storedSignIn.selectedOrganization);
  write(
    stepUp,
    storedSignIn.stepUp && {
      ...storedSignIn.stepUp,
      allowedAuthMethods: [...storedSignIn.stepUp.allowedAuthMethods],
    },
  );
  write(secondFactor, storedSignIn.secondFactor);
  write(codeSentAt, storedSignIn.codeSentAt);
  write(linkSentAt, storedSignIn.linkSentAt);
  storeKnownSignOut();
}

function read<Value>({ key, parse }: StoredValue<Value>): Value | null {
  const stored = safeSessionStorage.read(key);
  if (stored === null) return null;
  const value = parse(stored);
  if (value === null) safeSessionStorage.remove(key);
  return value;
}

function write<Value>(entry: StoredValue<Value>, value: Value | null): void {
  const text = value === null ? null : entry.format(value);
  if (text === null) safeSessionStorage.remove(entry.key);
  else safeSessionStorage.write(entry.key, text);
}

function plainText(key: string, schema: v.GenericSchema): StoredValue<string> {
  return {
    key,
    parse: (stored) => (v.is(schema, stored) ? stored : null),
    format: (value) => (value === '' ? null : value),
  };
}

function json<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
): StoredValue<v.InferOutput<Schema>> {
  return {
    key,
    parse(stored) {
      const parsed = v.safeParse(schema, parseJson(stored));
      return parsed.success ? parsed.output : null;
    },
    format: (value) => JSON.stringify(value),
  };
}
