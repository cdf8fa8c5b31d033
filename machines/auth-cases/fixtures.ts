import type { PayloadCase } from '#statechart/explore/steps.ts';
import type {
  Discovered,
  DiscoveredOrganization,
  Discovery,
  Outcome,
  ProviderFailure,
  SignedInSession,
  SsoConnection,
  StepUp,
  StepUpMethod,
} from '../auth/auth.types.ts';
import type { Organization } from '../rules/organization.ts';

/** The people, organizations and results of the payload cases. Times are relative (`withAbsoluteTimes`). */

const MINUTE = 60_000;

export const EMAIL = 'ada@acme.example';

/** The digest of the intermediate session that a stored sign-in uses, and of one that a result brings. */
export const INTERMEDIATE_DIGEST = 'digest-stored';
export const NEW_INTERMEDIATE = 'digest-new';
/** The digest of another person's: an intermediate session has one address. */
export const DORAS_INTERMEDIATE = 'digest-doras';

export const ACME: DiscoveredOrganization = {
  id: 'organization-acme',
  slug: 'acme',
  name: 'Acme',
  membership: 'member',
  follows: null,
};

export const BIRCH: DiscoveredOrganization = {
  id: 'organization-birch',
  slug: 'birch',
  name: 'Birch',
  membership: 'joinable',
  follows: 'verification',
};

/** An organization that does not exist yet, as made from a typed name. */
export const TYPED_ORGANIZATION: Organization = {
  id: 'org-new-team',
  slug: 'new-team',
  name: 'New Team',
};

export const DISCOVERY: Discovery = { organizations: [ACME, BIRCH], emailAddress: EMAIL };
export const EMPTY_DISCOVERY: Discovery = { organizations: [], emailAddress: EMAIL };
/** A discovery with neither an organization nor an address. */
export const UNKNOWN_DISCOVERY: Discovery = { organizations: [], emailAddress: null };

/** The discovery of another person. */
const DORAS_DISCOVERY: Discovery = {
  organizations: [ACME],
  emailAddress: 'dora@acme.example',
};

/** The identity of a discovered organization, without its membership. */
export function organizationOf({ id, slug, name }: Organization): Organization {
  return { id, slug, name };
}

export const SESSION: SignedInSession = {
  sessionId: 'session-1',
  memberId: 'member-ada',
  memberName: { firstName: 'Ada', lastName: 'Ash' },
  emailAddress: EMAIL,
  organization: organizationOf(ACME),
  roles: ['stytch_member'],
  expiresAt: 1_440 * MINUTE,
  impersonated: false,
};

/** The same session, but its expiry warning is due before the next refresh. */
export const SHORT_SESSION: SignedInSession = { ...SESSION, expiresAt: 6 * MINUTE };

/** A session in another organization, whose expiry warning is due during the first refresh. */
export const OTHER_SESSION: SignedInSession = {
  ...SESSION,
  sessionId: 'session-2',
  memberId: 'member-ada-birch',
  organization: organizationOf(BIRCH),
  expiresAt: 8 * MINUTE + 10_000,
};

/** The session of another person. */
export const DORAS_SESSION = {
  ...SESSION,
  sessionId: 'session-3',
  memberId: 'member-dora',
  memberName: { firstName: 'Dora', lastName: 'Dune' },
  emailAddress: 'dora@acme.example',
} satisfies SignedInSession;

export const CONNECTION: SsoConnection = { id: 'connection-birch', name: 'Birch ID' };

export function stepUpFor(
  organization: Organization,
  ...allowedAuthMethods: readonly StepUpMethod[]
): StepUp {
  return {
    organization: organizationOf(organization),
    allowedAuthMethods,
    connections: [],
    emailAddress: EMAIL,
  };
}

/** Secrets that tests search for where none may be. */
export const TYPED_IN_STEP_UP = { emailCode: '314159' } as const;

/** A failure whose message names its reason, so that tests see which failure a message came from. */
export function failureOf(reason: ProviderFailure['reason']): ProviderFailure {
  return {
    kind: 'failed',
    reason,
    code: 'providerSaid',
    values: { message: `The provider said no: ${reason}.` },
    requestId: `request-${reason}`,
  };
}

/** The time at which every response arrives, in milliseconds relative to its step. */
export const at = 0;

export const failed = (reason: ProviderFailure['reason'], name: string = reason) =>
  ({ name, value: failureOf(reason) }) as const;

export const list = (name: string, discovery: Discovery, more: Partial<Discovered> = {}) => {
  const intermediateDigest = NEW_INTERMEDIATE;
  const value: Discovered = { kind: 'discovered', discovery, intermediateDigest, at, ...more };
  return { name, value };
};

export const signedInAs = (name: string, session: SignedInSession): PayloadCase<Outcome> => ({
  name,
  value: { kind: 'authenticated', session, at },
});

export const verify = (
  name: string,
  stepUp: StepUp,
  intermediateDigest = NEW_INTERMEDIATE,
): PayloadCase<Outcome> => ({
  name,
  value: { kind: 'primary_required', stepUp, intermediateDigest, at },
});

export const sessionGranted = signedInAs('authenticated', SESSION);
export const stepUpRequired = verify('verify e-mail', stepUpFor(ACME, 'email_otp', 'magic_link'));
export const incomplete: PayloadCase<Outcome> = {
  name: 'incomplete',
  value: { kind: 'incomplete' },
};
/** Every call has such a result: the edge makes it within the deadline. */
export const timedOut = failed('timeout', 'timed out');
export const otherFailure = failed('other', 'failed');
export const intermediateOver = failed('intermediate', 'intermediate over');
export const listOfAnotherPerson = list('listed for another person', DORAS_DISCOVERY, {
  intermediateDigest: DORAS_INTERMEDIATE,
});

export const sessionOfAnotherPerson = signedInAs('authenticated as another person', DORAS_SESSION);
