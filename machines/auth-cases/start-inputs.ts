import type { PayloadCase } from '#statechart/explore/steps.ts';
import { NO_STORED_SIGN_IN } from '../auth/auth.context.ts';
import type { AuthInput, SignedInSession, StoredSignIn } from '../auth/auth.types.ts';
import {
  FACTORS,
  type Requirement as SecondFactor,
} from '../auth/second-factor/second-factor.types.ts';
import type { Organization } from '../rules/organization.ts';
import {
  ACME,
  BIRCH,
  DORAS_SESSION,
  EMAIL,
  INTERMEDIATE_DIGEST,
  NEW_INTERMEDIATE,
  organizationOf,
  SESSION,
  stepUpFor,
  TYPED_ORGANIZATION,
} from './fixtures.ts';
import { secondFactorFor } from './second-factor-cases.ts';

/** The machine's input as data, without the clock. Times are relative. */
export type StartInputData = Omit<AuthInput, 'now'>;

/** A named machine input. */
export interface StartInput extends PayloadCase<StartInputData> {
  /** Whether only the machine's first decision matters: no browser starts from it. */
  readonly isMachineTestOnly?: true;
}

export const NEW_TAB: StartInputData = {
  storedSignIn: NO_STORED_SIGN_IN,
  lastOrganization: null,
  callback: null,
  session: null,
  hasSessionCookie: false,
  hasIntermediateCookie: false,
  lastShownEmail: null,
};

const MINUTE = 60_000;

const start = (name: string, value: Partial<StartInputData> = {}): StartInput => ({
  name,
  value: { ...NEW_TAB, ...value },
});

const machineTestOnly = (input: StartInput): StartInput => ({ ...input, isMachineTestOnly: true });

const INTERMEDIATE: StoredSignIn = {
  ...NO_STORED_SIGN_IN,
  emailAddress: EMAIL,
  intermediate: { digest: INTERMEDIATE_DIGEST, expiresAt: 10 * MINUTE, isWarned: false },
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
    intermediate: { digest: NEW_INTERMEDIATE, expiresAt: 10 * MINUTE, isWarned: false },
    emailAddress: null,
    stepUp: { ...stepUpFor(BIRCH, 'email_otp', 'magic_link'), emailAddress: null },
    ...changes,
  });

const inSecondFactor = (factor: SecondFactor['factor']) =>
  inSignIn({ ...INTERMEDIATE, secondFactor: secondFactorFor(factor) });
const inSecondFactorWithCookie = { ...inSecondFactor('totp'), hasSessionCookie: true };

const chosen = (selectedOrganization: Organization) => ({
  storedSignIn: { ...NO_STORED_SIGN_IN, selectedOrganization },
});

const SHOWED_DORA = { lastShownEmail: DORAS_SESSION.emailAddress };

/** A tab of a signed-in member. */
export function signedInTab(session: SignedInSession): StartInputData {
  return { ...NEW_TAB, session };
}

/** The one input whose whole graph the tests walk. */
export const MAIN_INPUT = start('back from Google', {
  callback: 'discovery_oauth',
});

/** Every other start: after the first steps their states are in the graph of the main input. */
const FURTHER_INPUTS: readonly StartInput[] = [
  start('new tab'),
  start('new tab with a remembered organization', chosen(ACME)),
  start('new tab after a session', { lastOrganization: organizationOf(ACME) }),
  start('back from Google with a chosen organization', {
    callback: 'discovery_oauth',
    ...chosen(ACME),
  }),
  start('back from Google with a typed organization', {
    callback: 'discovery_oauth',
    ...chosen(TYPED_ORGANIZATION),
  }),
  start('back from Google with the typed name of a listed organization', {
    callback: 'discovery_oauth',
    ...chosen({ id: 'org-acme', slug: 'acme', name: 'Acme' }),
  }),
  start('back from Google for one organization, with a list', {
    callback: 'oauth',
    ...IN_SELECTION,
  }),
  start('cancelled at Google', { callback: 'denied' }),
  start('cancelled at Google, with a list', { callback: 'denied', ...IN_SELECTION }),
  machineTestOnly(start('an error of Google', { callback: 'provider_error' })),
  start('no token', { callback: 'no_token' }),
  start('a token of an unknown type', { callback: 'unknown_type' }),
  start('a link not requested here', { callback: 'foreign_link' }),
  start('a link requested here', { callback: 'magic_link', hasIntermediateCookie: true }),
  start('a link requested here, with a remembered organization', {
    callback: 'magic_link',
    hasIntermediateCookie: true,
    ...chosen(ACME),
  }),
  start('a link not requested here, with a remembered organization', {
    callback: 'foreign_link',
    ...chosen(ACME),
  }),
  start('a link requested here, opened in step-up', {
    callback: 'magic_link',
    ...inStepUp({ sent: { code: null, link: { at: -20_000 } } }),
  }),
  start('a link into an organization', { callback: 'organization_link' }),
  start('a link into an organization, while somebody is signed in', {
    callback: 'organization_link',
    session: SESSION,
  }),
  start('back from single sign-on', { callback: 'sso', ...IN_SELECTION }),
  start('single sign-on that an identity provider has started', { callback: 'foreign_sso' }),
  start('a support link', { callback: 'impersonation' }),
  start('a stored session', { session: SESSION }),
  machineTestOnly(
    start('a stored session of an impersonation', {
      session: { ...SESSION, impersonated: true },
    }),
  ),
  start('a stored session and a callback', { session: SESSION, callback: 'discovery_oauth' }),
  start('a stored session and a callback that cannot be used', {
    session: SESSION,
    callback: 'denied',
  }),
  start('a stored session in a tab that showed another member', {
    session: SESSION,
    ...SHOWED_DORA,
  }),
  start('a stored session, and the list of another person', {
    session: DORAS_SESSION,
    ...IN_SELECTION,
  }),
  start('a session cookie alone', { hasSessionCookie: true }),
  machineTestOnly(
    start('a session cookie and a callback', {
      hasSessionCookie: true,
      callback: 'discovery_oauth',
    }),
  ),
  machineTestOnly(start('a session cookie and the second factor', inSecondFactorWithCookie)),
  start('a session cookie in a tab that showed another member', {
    hasSessionCookie: true,
    ...SHOWED_DORA,
  }),
  start('a session cookie and a list', { hasSessionCookie: true, ...IN_SELECTION }),
  start('reload in selection', IN_SELECTION),
  start('reload in selection without the cookie', { storedSignIn: LISTED }),
  start('a list, and the cookie of an unknown intermediate session', {
    hasIntermediateCookie: true,
    storedSignIn: { ...NO_STORED_SIGN_IN, emailAddress: EMAIL, organizations: [ACME, BIRCH] },
  }),
  start('an intermediate cookie alone', { hasIntermediateCookie: true }),
  start('reload in selection after the list was lost', inSignIn(INTERMEDIATE)),
  start(
    'reload in selection of a person without an organization',
    inSignIn({ ...INTERMEDIATE, organizations: [] }),
  ),
  start('reload in step-up', inStepUp({ sent: { code: { at: -10_000 }, link: { at: -20_000 } } })),
  start(
    'reload in step-up long after the code was sent',
    inStepUp({ sent: { code: { at: -11 * MINUTE }, link: { at: -11 * MINUTE } } }),
  ),
  machineTestOnly(
    start(
      'reload in step-up after the clock was set back',
      inStepUp({ sent: { code: { at: MINUTE }, link: { at: MINUTE } } }),
    ),
  ),
  start(
    'reload in step-up without an address',
    inStepUpOfNobody({ sent: { code: { at: -MINUTE }, link: { at: -MINUTE } } }),
  ),
  start('reload in step-up without an address, before anything was sent', inStepUpOfNobody({})),
  ...FACTORS.map((factor) => start(`reload in the factor ${factor}`, inSecondFactor(factor))),
];

export const START_INPUTS: readonly StartInput[] = [MAIN_INPUT, ...FURTHER_INPUTS];
