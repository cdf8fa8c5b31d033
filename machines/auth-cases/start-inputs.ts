import type { PayloadCase } from '#statechart/explore/steps.ts';
import { NO_STORED_SIGN_IN } from '../auth/auth.context.ts';
import type {
  AuthInput,
  SecondFactorRequirement,
  SignedInSession,
  StoredSignIn,
} from '../auth/auth.types.ts';
import type { Organization } from '../rules/organization.ts';
import {
  ACME,
  BIRCH,
  DORAS_SESSION,
  EMAIL,
  NEW_INTERMEDIATE,
  organizationOf,
  SESSION,
  STORED_INTERMEDIATE,
  secondFactorFor,
  stepUpFor,
  TYPED_ORGANIZATION,
} from './fixtures.ts';

/** The machine's input as data, without the clock. Times are relative. */
export type StartInputData = Omit<AuthInput, 'now'>;

/** A named machine input. */
export interface StartInput extends PayloadCase<StartInputData> {
  /** The longest path that the tests walk from here. */
  readonly maxSteps: number;
  /** Whether only the machine's first decision matters: no browser starts from it. */
  readonly isOfMachineOnly?: true;
}

export const NEW_TAB: StartInputData = {
  storedSignIn: NO_STORED_SIGN_IN,
  lastOrganization: null,
  callback: null,
  session: null,
  hasSessionCookie: false,
  hasIntermediateCookie: false,
  shownPerson: null,
};

const MINUTE = 60_000;

const start = (
  name: string,
  maxSteps: number,
  value: Partial<StartInputData> = {},
): StartInput => ({ name, maxSteps, value: { ...NEW_TAB, ...value } });

const ofMachineOnly = (input: StartInput): StartInput => ({ ...input, isOfMachineOnly: true });

const INTERMEDIATE: StoredSignIn = {
  ...NO_STORED_SIGN_IN,
  emailAddress: EMAIL,
  intermediateExpiresAt: 10 * MINUTE,
  intermediateDigest: STORED_INTERMEDIATE,
};

const LISTED: StoredSignIn = { ...INTERMEDIATE, organizations: [ACME, BIRCH] };

/** A tab that was closed or reloaded in the middle of a sign-in, with the cookie of its intermediate session. */
const inSignIn = (storedSignIn: StoredSignIn) => ({ hasIntermediateCookie: true, storedSignIn });

const IN_SELECTION = inSignIn(LISTED);

const inStepUp = (changes: Partial<StoredSignIn>) =>
  inSignIn({
    ...LISTED,
    selectedOrganization: BIRCH,
    stepUp: stepUpFor(BIRCH, 'email_otp', 'magic_link'),
    ...changes,
  });

/** A step-up whose address nobody knows. */
const inStepUpOfNobody = (changes: Partial<StoredSignIn>) =>
  inStepUp({
    organizations: null,
    intermediateDigest: NEW_INTERMEDIATE,
    emailAddress: null,
    stepUp: { ...stepUpFor(BIRCH, 'email_otp', 'magic_link'), emailAddress: null },
    ...changes,
  });

const inFactor = (factor: SecondFactorRequirement['factor']) =>
  inSignIn({ ...INTERMEDIATE, secondFactor: secondFactorFor(factor) });

const chosen = (selectedOrganization: Organization) => ({
  storedSignIn: { ...NO_STORED_SIGN_IN, selectedOrganization },
});

const AFTER_SESSION = { lastOrganization: organizationOf(ACME) };
const SHOWED_DORA = { shownPerson: DORAS_SESSION.emailAddress };

/** A tab of a signed-in member. */
export function signedInTab(session: SignedInSession): StartInputData {
  return { ...NEW_TAB, session };
}

/** The one input whose whole graph the tests walk. */
export const MAIN_INPUT = start('back from Google', Number.POSITIVE_INFINITY, {
  callback: 'discovery_oauth',
});

/** Every other start: after the first steps their states are in the graph of the main input. */
const FURTHER_INPUTS: readonly StartInput[] = [
  start('new tab', 1),
  start('new tab with a remembered organization', 1, chosen(ACME)),
  start('new tab after a session', 2, AFTER_SESSION),
  start('back from Google with a chosen organization', 1, {
    callback: 'discovery_oauth',
    ...chosen(ACME),
  }),
  start('back from Google with a typed organization', 1, {
    callback: 'discovery_oauth',
    ...chosen(TYPED_ORGANIZATION),
  }),
  start('back from Google with the typed name of a listed organization', 1, {
    callback: 'discovery_oauth',
    ...chosen({ id: 'org-acme', slug: 'acme', name: 'Acme' }),
  }),
  start('back from Google for one organization, with a list', 1, {
    callback: 'oauth',
    ...IN_SELECTION,
  }),
  start('cancelled at Google', 0, { callback: 'denied' }),
  start('cancelled at Google, with a list', 0, { callback: 'denied', ...IN_SELECTION }),
  ofMachineOnly(
    start('cancelled at Google, after a session', 0, { callback: 'denied', ...AFTER_SESSION }),
  ),
  start('no token', 0, { callback: 'no_token' }),
  start('a token of an unknown type', 0, { callback: 'unknown_type' }),
  start('a link not requested here', 1, { callback: 'foreign_link' }),
  start('a link requested here', 2, { callback: 'magic_link', hasIntermediateCookie: true }),
  start('a link requested here, with a remembered organization', 2, {
    callback: 'magic_link',
    hasIntermediateCookie: true,
    ...chosen(ACME),
  }),
  start('a link not requested here, with a remembered organization', 2, {
    callback: 'foreign_link',
    ...chosen(ACME),
  }),
  start('a link requested here, opened in step-up', 2, {
    callback: 'magic_link',
    ...inStepUp({ linkSentAt: -20_000 }),
  }),
  start('a support link', 0, { callback: 'impersonation' }),
  start('a stored session', 1, { session: SESSION }),
  ofMachineOnly(
    start('a stored session of an impersonation', 0, {
      session: { ...SESSION, impersonated: true },
    }),
  ),
  start('a stored session and a callback', 1, { session: SESSION, callback: 'discovery_oauth' }),
  start('a stored session and a callback that cannot be used', 1, {
    session: SESSION,
    callback: 'denied',
  }),
  start('a stored session in a tab that showed another member', 1, {
    session: SESSION,
    ...SHOWED_DORA,
  }),
  start('a stored session, and the list of another person', 1, {
    session: DORAS_SESSION,
    ...IN_SELECTION,
  }),
  start('a session cookie alone', 2, { hasSessionCookie: true }),
  ofMachineOnly(
    start('a session cookie and a callback', 0, {
      hasSessionCookie: true,
      callback: 'discovery_oauth',
    }),
  ),
  ofMachineOnly(
    start('a session cookie and the second factor', 0, {
      hasSessionCookie: true,
      ...inFactor('totp'),
    }),
  ),
  start('a session cookie in a tab that showed another member', 1, {
    hasSessionCookie: true,
    ...SHOWED_DORA,
  }),
  start('a session cookie and a list', 1, { hasSessionCookie: true, ...IN_SELECTION }),
  start('reload in selection', 1, IN_SELECTION),
  start('reload in selection without the cookie', 1, { storedSignIn: LISTED }),
  start('an intermediate cookie alone', 2, { hasIntermediateCookie: true }),
  start('reload in selection after the list was lost', 2, inSignIn(INTERMEDIATE)),
  start(
    'reload in selection of a person without an organization',
    1,
    inSignIn({ ...INTERMEDIATE, organizations: [] }),
  ),
  start('reload in step-up', 1, inStepUp({ codeSentAt: -10_000, linkSentAt: -20_000 })),
  start(
    'reload in step-up long after the code was sent',
    1,
    inStepUp({ codeSentAt: -11 * MINUTE, linkSentAt: -11 * MINUTE }),
  ),
  start(
    'reload in step-up without an address',
    1,
    inStepUpOfNobody({ codeSentAt: -MINUTE, linkSentAt: -MINUTE }),
  ),
  start('reload in step-up without an address, before anything was sent', 1, inStepUpOfNobody({})),
  start('reload in the second factor', 1, inFactor('totp')),
  start('reload in enrolment', 1, inFactor('enrolment')),
  start('reload in a factor that is not offered', 1, inFactor('unsupported')),
];

export const START_INPUTS: readonly StartInput[] = [MAIN_INPUT, ...FURTHER_INPUTS];
