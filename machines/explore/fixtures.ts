import type {
  DiscoveredOrganization,
  Discovery,
  Enrolment,
  ProviderFailure,
  SecondFactorRequirement,
  SignedInSession,
  StepUp,
  StepUpMethod,
} from '../auth/auth.types.ts';
import type { Organization } from '../rules/organization.ts';

/**
 * The people, organizations and answers the model's cases are made of.
 *
 * Every moment (`at`, `expiresAt`, ...) is in milliseconds from the moment a case is used; `atMoment` turns
 * it into an epoch time.
 */

const MINUTE = 60_000;

export const EMAIL = 'ada@acme.example';

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

/** One that exists nowhere yet, as the typed name makes it. */
export const TYPED_ORGANIZATION: Organization = {
  id: 'org-new-team',
  slug: 'new-team',
  name: 'New Team',
};

export const DISCOVERY: Discovery = { organizations: [ACME, BIRCH], emailAddress: EMAIL };
export const EMPTY_DISCOVERY: Discovery = { organizations: [], emailAddress: EMAIL };
/** What a provider says that knows neither an organization nor an address. */
export const UNKNOWN_DISCOVERY: Discovery = { organizations: [], emailAddress: null };

/** An organization without what only its row on the list knows. */
export function organizationOf({ id, slug, name }: Organization): Organization {
  return { id, slug, name };
}

export const SESSION: SignedInSession = {
  sessionId: 'session-1',
  memberId: 'member-ada',
  memberName: 'Ada Ash',
  emailAddress: EMAIL,
  organization: organizationOf(ACME),
  roles: ['stytch_member'],
  expiresAt: 1_440 * MINUTE,
  impersonated: false,
};

/** The same session, near enough its end that the warning comes before the next refresh. */
export const SHORT_SESSION: SignedInSession = { ...SESSION, expiresAt: 6 * MINUTE };

/** In another organization, and with the warning due while the first refresh is being attempted. */
export const OTHER_SESSION: SignedInSession = {
  ...SESSION,
  sessionId: 'session-2',
  memberId: 'member-ada-birch',
  organization: organizationOf(BIRCH),
  expiresAt: 8 * MINUTE + 10_000,
};

export function stepUpFor(
  organization: Organization,
  ...allowedAuthMethods: readonly StepUpMethod[]
): StepUp {
  return { organization: organizationOf(organization), allowedAuthMethods, emailAddress: EMAIL };
}

export function secondFactorFor(
  factor: SecondFactorRequirement['factor'],
): SecondFactorRequirement {
  return { organization: organizationOf(ACME), memberId: 'member-ada', factor };
}

/** Secrets, each recognisable wherever it should not be. */
export const SECRETS = {
  emailCode: '314159',
  factorCode: '271828',
  recoveryCode: 'canary-typed-recovery',
  enrolmentCode: '161803',
  enrolmentSecret: 'CANARYENROLMENTSECRET',
  enrolmentPicture: 'canary-picture',
  freshRecoveryCode: 'canary-fresh-recovery',
} as const;

export const ENROLMENT: Enrolment = {
  secret: SECRETS.enrolmentSecret,
  qrCode: `data:image/png;base64,${SECRETS.enrolmentPicture}`,
  recoveryCodes: [SECRETS.freshRecoveryCode],
};

/** A refusal whose sentence names its reason, so that a sentence that is lost or mixed up shows. */
export function failureOf(reason: ProviderFailure['reason']): ProviderFailure {
  return {
    kind: 'failed',
    reason,
    message: `The provider said no: ${reason}.`,
    requestId: reason === 'unreachable' ? null : `request-${reason}`,
  };
}
