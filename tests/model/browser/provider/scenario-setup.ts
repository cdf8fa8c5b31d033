import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import type { Factor, State, StoredMember, StoredOrganization } from '#emulator/store/state.ts';
import { ACME, BIRCH, EMAIL, OTHER_SESSION, SECRETS, SESSION } from '#machines/explore/fixtures.ts';
import type { Organization } from '#machines/rules/organization.ts';

/** How an organization receives whoever asks to enter, by the names of the model's answers. */
export type Reception =
  | 'authenticated'
  | 'verify e-mail'
  | 'verify by code'
  | 'verify by link'
  | 'verify otherwise'
  | 'second factor'
  | 'enrolment'
  | 'unsupported factor';

/** The model's own people and organizations on the emulator, changed as its answers ask for. */
export interface Stage {
  readonly amend: (change: (state: State) => void) => Promise<void>;
  /** What time it is at the emulator, in epoch milliseconds. */
  readonly now: () => Promise<number>;
}

/** The stage of one emulator. */
export function createStage(origin: string): Stage {
  const address = `${origin}/_emulator/state`;
  return {
    async amend(change) {
      const state: State = await (await fetch(address)).json();
      // Nobody reads the logs of a tour, and they grow.
      state.requests = [];
      state.telemetry = [];
      change(state);
      const body = JSON.stringify(state);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(address, { method: 'PUT', headers, body });
      if (!answer.ok) throw new Error(`The stage was refused: ${await answer.text()}`);
    },
    async now() {
      const { now } = await (await fetch(`${origin}/_emulator/health`)).json();
      return Date.parse(now);
    },
  };
}

/** Lets the model's world in: one person, and the organizations of its list. */
export function setTheStage(state: State): void {
  for (const account of state.googleAccounts) account.emailVerified = true;
  state.organizations = [ACME, BIRCH].map(organizationOf);
  state.members = membersOf();
}

/** Who is on the list of discovered organizations. */
export function listMemberships(state: State, listed: boolean): void {
  state.members = listed ? withMembers(state.members) : [];
}

/** Prepares every organization to receive whoever asks next. */
export function receive(state: State, reception: Reception): void {
  listMemberships(state, true);
  const verifies = reception.startsWith('verify');
  for (const factor of factorsIn(state)) factor.verifiesEmail = !verifies;
  for (const token of state.oauthTokens) token.emailVerified = !verifies;
  for (const organization of state.organizations) {
    Object.assign(organization, policyOf(reception));
  }
  for (const member of state.members) {
    member.mfaEnrolled = false;
    member.mfaPhoneNumber = reception === 'unsupported factor' ? '+12025550162' : '';
    if (reception === 'enrolment') member.totp = null;
    if (reception === 'second factor') member.totp = authenticatorOf(member);
  }
}

/** Binds whoever is in between to the member they will prove to be, with fresh attempts. */
export function bind(state: State, organizationId: string, memberId: string): void {
  listMemberships(state, true);
  for (const session of state.intermediateSessions) {
    session.boundTo = { organizationId, memberId };
    session.wrongCodes = 0;
  }
}

/** Gives every member an authenticator that has not been used, and the recovery code that will be typed. */
export function equip(state: State): void {
  for (const member of state.members) {
    member.totp = authenticatorOf(member);
    member.recoveryCodes = [SECRETS.recoveryCode];
  }
}

/** Opens an intermediate session for whoever only has its cookie. Returns its token. */
export function openIntermediate(state: State, now: number): string {
  const token = 'intermediate-session-token-of-the-model';
  state.intermediateSessions.push({
    token,
    email: EMAIL,
    name: SESSION.memberName,
    factors: [googleAt(now)],
    expiresAt: now + 10 * 60_000,
    boundTo: null,
    wrongCodes: 0,
  });
  return token;
}

/** Opens one of the model's two sessions, as another device would. Returns its token. */
export function openSession(state: State, which: 'same' | 'another', now: number): string {
  listMemberships(state, true);
  const session = which === 'same' ? SESSION : OTHER_SESSION;
  const token = `session-token-of-the-model-${state.sessions.length}`;
  state.sessions = state.sessions.filter(({ id }) => id !== session.sessionId);
  state.sessions.push({
    id: session.sessionId,
    token,
    memberId: session.memberId,
    organizationId: session.organization.id,
    factors: [googleAt(now)],
    startedAt: now,
    lastAccessedAt: now,
    expiresAt: now + session.expiresAt,
    revokedAt: null,
    impersonator: null,
  });
  return token;
}

/** Mails a code or a link to the model's person. Returns the link. */
export function mail(
  state: State,
  kind: 'otp' | 'magic_link',
  secret: string,
  { now, origin }: { readonly now: number; readonly origin: string },
): string {
  const link = `${origin}/discovery?stytch_token_type=discovery&token=${secret}`;
  state.mail.push({
    id: `mail-of-the-model-${state.mail.length}`,
    to: EMAIL,
    subject: 'From the model',
    kind,
    secret,
    link: kind === 'magic_link' ? link : null,
    organizationId: null,
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
  return {
    id,
    slug,
    name,
    createdAt: 0,
    signInError: null,
    emailJitProvisioning: 'NOT_ALLOWED',
    emailAllowedDomains: [],
    ...policyOf('authenticated'),
  };
}

type Policy = Pick<
  StoredOrganization,
  'authMethods' | 'allowedAuthMethods' | 'mfaPolicy' | 'mfaMethods' | 'allowedMfaMethods'
>;

const VERIFYING: Readonly<Partial<Record<Reception, StoredOrganization['allowedAuthMethods']>>> = {
  'verify e-mail': ['email_otp', 'magic_link'],
  'verify by code': ['email_otp'],
  'verify by link': ['magic_link'],
  'verify otherwise': ['sso'],
};

function policyOf(reception: Reception): Policy {
  const methods = VERIFYING[reception];
  const second = ['second factor', 'enrolment', 'unsupported factor'].includes(reception);
  const unsupported = reception === 'unsupported factor';
  return {
    authMethods: methods === undefined ? 'ALL_ALLOWED' : 'RESTRICTED',
    allowedAuthMethods: ['google_oauth', ...(methods ?? [])],
    mfaPolicy: second ? 'REQUIRED_FOR_ALL' : 'OPTIONAL',
    mfaMethods: unsupported ? 'RESTRICTED' : 'ALL_ALLOWED',
    allowedMfaMethods: unsupported ? ['sms_otp'] : [],
  };
}

function membersOf(): StoredMember[] {
  return [SESSION, OTHER_SESSION].map(({ memberId, organization, memberName }) => ({
    id: memberId,
    organizationId: organization.id,
    email: EMAIL,
    emailVerified: true,
    name: memberName,
    status: 'active',
    roles: ['stytch_member'],
    mfaEnrolled: false,
    defaultMfaMethod: '',
    mfaPhoneNumber: '',
    totp: null,
    recoveryCodes: [],
    pendingRecoveryCodes: [],
    googleSubject: null,
    createdAt: 0,
    updatedAt: 0,
  }));
}

function withMembers(members: readonly StoredMember[]): StoredMember[] {
  const missing = membersOf().filter(({ id }) => members.every((member) => member.id !== id));
  return [...members, ...missing];
}

function factorsIn({ intermediateSessions, sessions }: State): Factor[] {
  return [...intermediateSessions, ...sessions].flatMap(({ factors }) => factors);
}

function authenticatorOf({ id }: StoredMember): StoredMember['totp'] {
  return {
    id: `totp-${id}`,
    secret: SEED_TOTP_SECRET,
    verified: true,
    expiresAt: null,
    lastStep: null,
  };
}

function googleAt(at: number): Factor {
  return { method: 'google_oauth', at, verifiesEmail: true, subject: 'subject-of-the-model' };
}
