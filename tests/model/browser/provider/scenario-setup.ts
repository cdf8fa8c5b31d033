import type { EmulatorClient } from '#emulator/control/control-client.ts';
import { newMember, newOrganization, newTotp } from '#emulator/store/records.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import type { Factor, State, StoredMember, StoredOrganization } from '#emulator/store/state.ts';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import {
  ACME,
  BIRCH,
  DORAS_SESSION,
  EMAIL,
  OTHER_SESSION,
  SECRETS,
  SESSION,
} from '#machines/auth-cases/fixtures.ts';
import { fullName } from '#machines/rules/full-name.ts';
import type { Organization } from '#machines/rules/organization.ts';

/** What a sign-in to an organization results in, by the names of the result cases. */
export const REQUIREMENTS = [
  'authenticated',
  'verify e-mail',
  'second factor',
  'enrolment',
] as const;
type SignInRequirement = (typeof REQUIREMENTS)[number];

/** The state of the emulator for a tour: the member and the organizations of the fixtures. */
export interface ScenarioSetup {
  readonly change: (change: (state: State) => void) => Promise<void>;
  /** The emulator's time, in epoch milliseconds. */
  readonly now: () => Promise<number>;
}

export function createScenarioSetup(emulator: EmulatorClient): ScenarioSetup {
  return {
    async change(update) {
      const state = await emulator.state();
      // The logs of a tour are not used, and would grow with every change.
      state.requests = [];
      state.telemetry = [];
      update(state);
      await emulator.replaceState(state);
    },
    async now() {
      return Date.now() + (await emulator.state()).clock.offsetMs;
    },
  };
}

/** Replaces the seed by the member and the organizations of the fixtures. */
export function seedScenario(state: State): void {
  for (const account of state.googleAccounts) account.emailVerified = true;
  state.organizations = [ACME, BIRCH].map(organizationOf);
  state.members = membersOf();
}

/** Adds or removes the memberships that discovery lists. In the fixtures, the person has not joined Birch. */
export function listMemberships(state: State, listed: boolean): void {
  state.members = listed ? withMembers(state.members) : [];
  for (const member of state.members) {
    if (member.organizationId === BIRCH.id) member.status = 'invited';
  }
}

/** Makes every organization require something of the next sign-in. */
export function requireAtSignIn(state: State, requirement: SignInRequirement): void {
  listMemberships(state, true);
  const verifies = requirement === 'verify e-mail';
  for (const factor of factorsIn(state)) factor.verifiesEmail = !verifies;
  for (const token of state.oauthTokens) token.emailVerified = !verifies;
  for (const organization of state.organizations) {
    Object.assign(organization, policyOf(requirement));
  }
  for (const member of state.members) {
    member.mfaEnrolled = false;
    if (requirement === 'enrolment') member.totp = null;
    if (requirement === 'second factor') member.totp = authenticatorOf(member);
  }
}

/** Binds intermediate sessions to a member, and resets their attempts. */
export function bindToMember(state: State, organizationId: string, memberId: string): void {
  listMemberships(state, true);
  for (const session of state.intermediateSessions) {
    session.boundTo = { organizationId, memberId };
    session.wrongCodes = 0;
  }
}

/** Gives every member an unused authenticator, and the recovery code of the fixtures. */
export function giveSecondFactors(state: State): void {
  for (const member of state.members) {
    member.totp = authenticatorOf(member);
    member.recoveryCodes = [SECRETS.recoveryCode];
  }
}

/** Adds an e-mail with a code or a magic link, and returns the link. */
export function mail(
  state: State,
  kind: 'otp' | 'magic_link',
  secret: string,
  { now, origin }: { readonly now: number; readonly origin: string },
): string {
  const link = `${origin}/discovery?stytch_token_type=discovery&token=${secret}`;
  state.mail.push({
    id: `mail-of-the-tour-${state.mail.length}`,
    to: EMAIL,
    subject: 'From the tour',
    kind,
    secret,
    link: kind === 'magic_link' ? link : null,
    codeChallenge: null,
    sentAt: now,
    expiresAt: now + 10 * 60_000,
    usedAt: null,
    supersededAt: null,
    wrongCodes: 0,
  });
  return link;
}

function organizationOf({ id, slug, name }: Organization): StoredOrganization {
  return newOrganization({ id, slug, name, createdAt: 0, ...policyOf('authenticated') });
}

type Policy = Pick<
  StoredOrganization,
  'authMethods' | 'allowedAuthMethods' | 'mfaPolicy' | 'mfaMethods' | 'allowedMfaMethods'
>;

function policyOf(requirement: SignInRequirement): Policy {
  const verifies = requirement === 'verify e-mail';
  const second = requirement === 'second factor' || requirement === 'enrolment';
  return {
    authMethods: verifies ? 'RESTRICTED' : 'ALL_ALLOWED',
    allowedAuthMethods: [
      'google_oauth',
      ...(verifies ? (['email_otp', 'magic_link'] as const) : []),
    ],
    mfaPolicy: second ? 'REQUIRED_FOR_ALL' : 'OPTIONAL',
    mfaMethods: 'ALL_ALLOWED',
    allowedMfaMethods: [],
  };
}

function membersOf(): StoredMember[] {
  return [SESSION, OTHER_SESSION, DORAS_SESSION].map(memberOf);
}

function memberOf({
  memberId,
  organization,
  memberName,
  emailAddress,
}: SignedInSession): StoredMember {
  return newMember({
    id: memberId,
    organizationId: organization.id,
    email: emailAddress ?? '',
    name: fullName(memberName),
    createdAt: 0,
  });
}

function withMembers(members: readonly StoredMember[]): StoredMember[] {
  const missing = membersOf().filter(({ id }) => members.every((member) => member.id !== id));
  return [...members, ...missing];
}

function factorsIn({ intermediateSessions, sessions }: State): Factor[] {
  return [...intermediateSessions, ...sessions].flatMap(({ factors }) => factors);
}

function authenticatorOf({ id }: StoredMember): StoredMember['totp'] {
  return newTotp({ id: `totp-${id}`, secret: SEED_TOTP_SECRET });
}
