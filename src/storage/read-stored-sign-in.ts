import * as v from 'valibot';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { StoredSignIn } from '#machines/auth/auth.types.ts';
import { FACTORS } from '#machines/auth/second-factor/second-factor.types.ts';
import { displayName, isDisplayableEmail } from '#machines/rules/display-text.ts';
import { hasStoredSignIn, SIGN_IN_KEYS, signInRecord } from './sign-in-keys.ts';
import { lastSignOut } from './sign-out.ts';
import { writeStoredSignIn } from './stored-sign-in.ts';
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

/** A row of exactly the contract's shape is one of a member (R13.1). */
const discoveredSchema = v.object({
  ...organizationSchema.entries,
  membership: v.optional(v.picklist(['member', 'invited', 'joinable']), 'member'),
  follows: v.optional(
    v.nullable(v.picklist(['verification', 'single_sign_on', 'second_factor', 'unsupported'])),
    null,
  ),
});

const verification = { organization: organizationSchema, emailAddress: v.nullable(email) };
const methods = v.array(v.picklist(['email_otp', 'magic_link']));
const connections = v.array(v.object({ id: text, name: v.pipe(text, v.transform(displayName)) }));
const stepUpSchema = v.object({
  ...verification,
  allowedAuthMethods: methods,
  // One of exactly the contract's shape has none.
  connections: v.optional(connections, []),
});
const secondFactorSchema = v.object({
  ...verification,
  memberId: text,
  factor: v.picklist(FACTORS),
});

const orNull = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.nullable(schema), null);

const sentSchema = orNull(v.object({ at: timestamp }));

/** What is stored under the tab's own key. An invalid part of it counts as missing. */
const tabSchema = v.object({
  intermediate: orNull(
    v.object({
      digest: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
      expiresAt: timestamp,
      isWarned: v.boolean(),
    }),
  ),
  secondFactor: orNull(secondFactorSchema),
  sent: v.fallback(v.object({ code: sentSchema, link: sentSchema }), NO_STORED_SIGN_IN.sent),
});

/**
 * Reads the sign-in of this tab (R13.1, R13.4). Every value is validated; an invalid one is removed and counts
 * as missing. When a person has signed out in this browser since it was stored, nothing of it stays.
 */
export function readStoredSignIn(): StoredSignIn {
  if (!hasStoredSignIn()) return NO_STORED_SIGN_IN;
  const { signOut = null, ...tab } = signInRecord.read();
  if (signOut !== lastSignOut()) {
    writeStoredSignIn(NO_STORED_SIGN_IN, readShownEmail());
    return NO_STORED_SIGN_IN;
  }
  const isIntermediate = read('hasIntermediateSession', v.literal(true)) !== null;
  const { intermediate, ...kept } = v.parse(tabSchema, tab);
  return {
    emailAddress: read('emailAddress', email, asText),
    organizations: read('organizations', v.array(discoveredSchema)),
    selectedOrganization: read('selectedOrganization', organizationSchema),
    stepUp: read('stepUp', stepUpSchema),
    intermediate: isIntermediate ? intermediate : null,
    ...kept,
  };
}

const asText = (stored: string) => stored;

function read<Schema extends v.GenericSchema>(
  name: keyof typeof SIGN_IN_KEYS,
  schema: Schema,
  parse: (stored: string) => unknown = parseJson,
): v.InferOutput<Schema> | null {
  const stored = safeSessionStorage.read(SIGN_IN_KEYS[name]);
  if (stored === null) return null;
  const parsed = v.safeParse(schema, parse(stored));
  if (parsed.success) return parsed.output;
  safeSessionStorage.remove(SIGN_IN_KEYS[name]);
  return null;
}

/** The address of the member that the page before this one showed in this tab; `null` without one. */
export function readShownEmail(): string | null {
  const { lastShownEmail } = signInRecord.read();
  return typeof lastShownEmail === 'string' && isDisplayableEmail(lastShownEmail)
    ? lastShownEmail
    : null;
}
