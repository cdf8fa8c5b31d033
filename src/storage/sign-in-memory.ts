import * as v from 'valibot';
import type { SignInMemory } from '#machines/auth/auth.types.ts';
import { parseJson, safeSessionStorage } from './web-storage.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const moment = v.pipe(v.number(), v.finite(), v.minValue(0));

const organizationSchema = v.object({ id: text, slug: text, name: v.string() });

const discoveredSchema = v.object({
  ...organizationSchema.entries,
  membership: v.picklist(['member', 'invited', 'joinable']),
  follows: v.nullable(v.picklist(['verification', 'second_factor'])),
});

const stepUpSchema = v.object({
  organization: organizationSchema,
  allowedAuthMethods: v.array(v.picklist(['email_otp', 'magic_link'])),
  emailAddress: v.nullable(text),
});

const secondFactorSchema = v.object({
  organization: organizationSchema,
  memberId: text,
  factor: v.picklist(['totp', 'enrolment', 'unsupported']),
});

/** How one part of the memory stands in session storage. */
interface Entry<Value> {
  readonly key: string;
  readonly read: (stored: string) => Value | null;
  readonly write: (value: Value) => string | null;
}

/** The keys of R13.1, then those of R13.2: what a reload would otherwise lose. */
const emailAddress = plainText('discovery_email_address');
const organizations = json(
  'discovered_organizations',
  v.pipe(v.array(discoveredSchema), v.minLength(1)),
);
const hasIntermediateSession: Entry<boolean> = {
  key: 'has_intermediate_session',
  read: (stored) => (stored === 'true' ? true : null),
  write: (value) => (value ? 'true' : null),
};
const stepUp = json('stytch_step_up', stepUpSchema);
const selectedOrganization = json('selected_organization', organizationSchema);
const intermediateExpiresAt = json('intermediate_session_expires_at', moment);
const secondFactor = json('second_factor', secondFactorSchema);
const codeSentAt = json('code_sent_at', moment);
const linkSentAt = json('link_sent_at', moment);

/**
 * What this tab remembers of a sign-in (R13.1, R13.4). Every value is validated; a broken one is removed and
 * counts as not there.
 */
export function readMemory(): SignInMemory {
  return {
    emailAddress: read(emailAddress),
    organizations: read(organizations) ?? [],
    hasIntermediateSession: read(hasIntermediateSession) ?? false,
    intermediateExpiresAt: read(intermediateExpiresAt),
    selectedOrganization: read(selectedOrganization),
    stepUp: read(stepUp),
    secondFactor: read(secondFactor),
    codeSentAt: read(codeSentAt),
    linkSentAt: read(linkSentAt),
  };
}

/** Makes this tab remember exactly that (R13.1); what it has already is not written again. */
export function writeMemory(memory: SignInMemory): void {
  write(emailAddress, memory.emailAddress);
  write(organizations, memory.organizations.length === 0 ? null : [...memory.organizations]);
  write(hasIntermediateSession, memory.hasIntermediateSession);
  write(intermediateExpiresAt, memory.intermediateExpiresAt);
  write(selectedOrganization, memory.selectedOrganization);
  write(
    stepUp,
    memory.stepUp && {
      ...memory.stepUp,
      allowedAuthMethods: [...memory.stepUp.allowedAuthMethods],
    },
  );
  write(secondFactor, memory.secondFactor);
  write(codeSentAt, memory.codeSentAt);
  write(linkSentAt, memory.linkSentAt);
}

function read<Value>({ key, read: understand }: Entry<Value>): Value | null {
  const stored = safeSessionStorage.read(key);
  if (stored === null) return null;
  const value = understand(stored);
  if (value === null) safeSessionStorage.remove(key);
  return value;
}

function write<Value>(entry: Entry<Value>, value: Value | null): void {
  const text = value === null ? null : entry.write(value);
  if (text === null) safeSessionStorage.remove(entry.key);
  else safeSessionStorage.write(entry.key, text);
}

function plainText(key: string): Entry<string> {
  return {
    key,
    read: (stored) => (v.is(text, stored) ? stored : null),
    write: (value) => (value === '' ? null : value),
  };
}

function json<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
): Entry<v.InferOutput<Schema>> {
  return {
    key,
    read(stored) {
      const parsed = v.safeParse(schema, parseJson(stored));
      return parsed.success ? parsed.output : null;
    },
    write: (value) => JSON.stringify(value),
  };
}
