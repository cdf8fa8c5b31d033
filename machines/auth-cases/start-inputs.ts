import type { PayloadCase } from '#statechart/explore/steps.ts';
import { NO_STORED_SIGN_IN } from '../auth/auth.context.ts';
import type { AuthInput, SignedInSession } from '../auth/auth.types.ts';
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

const INTERMEDIATE = {
  ...NO_STORED_SIGN_IN,
  emailAddress: EMAIL,
  intermediateExpiresAt: 10 * MINUTE,
  intermediateDigest: STORED_INTERMEDIATE,
} as const;

const LISTED_SIGN_IN = { ...INTERMEDIATE, organizations: [ACME, BIRCH] } as const;

/** A tab of a signed-in member. */
export function signedInTab(session: SignedInSession): StartInputData {
  return { ...NEW_TAB, session };
}

const COOKIE = { ...NEW_TAB, hasIntermediateCookie: true } as const;

/** The one input whose whole graph the tests walk. */
export const MAIN_INPUT: StartInput = {
  name: 'back from Google',
  maxSteps: Number.POSITIVE_INFINITY,
  value: { ...NEW_TAB, callback: 'discovery_oauth' },
};

/** Every other start: after the first steps their states are in the graph of the main input. */
const FURTHER_INPUTS: readonly StartInput[] = [
  { name: 'new tab', maxSteps: 1, value: NEW_TAB },
  {
    name: 'new tab with a remembered organization',
    maxSteps: 1,
    value: { ...NEW_TAB, storedSignIn: { ...NO_STORED_SIGN_IN, selectedOrganization: ACME } },
  },
  {
    name: 'new tab after a session',
    maxSteps: 2,
    value: { ...NEW_TAB, lastOrganization: organizationOf(ACME) },
  },
  {
    name: 'back from Google with a chosen organization',
    maxSteps: 1,
    value: {
      ...NEW_TAB,
      callback: 'discovery_oauth',
      storedSignIn: { ...NO_STORED_SIGN_IN, selectedOrganization: ACME },
    },
  },
  {
    name: 'back from Google with a typed organization',
    maxSteps: 1,
    value: {
      ...NEW_TAB,
      callback: 'discovery_oauth',
      storedSignIn: { ...NO_STORED_SIGN_IN, selectedOrganization: TYPED_ORGANIZATION },
    },
  },
  {
    name: 'back from Google with the typed name of a listed organization',
    maxSteps: 1,
    value: {
      ...NEW_TAB,
      callback: 'discovery_oauth',
      storedSignIn: {
        ...NO_STORED_SIGN_IN,
        selectedOrganization: { id: 'org-acme', slug: 'acme', name: 'Acme' },
      },
    },
  },
  {
    name: 'back from Google for one organization, with a list',
    maxSteps: 1,
    value: { ...COOKIE, callback: 'oauth', storedSignIn: LISTED_SIGN_IN },
  },
  {
    name: 'cancelled at Google',
    maxSteps: 0,
    value: { ...NEW_TAB, callback: 'denied' },
  },
  {
    name: 'cancelled at Google, with a list',
    maxSteps: 0,
    value: { ...COOKIE, callback: 'denied', storedSignIn: LISTED_SIGN_IN },
  },
  {
    name: 'cancelled at Google, after a session',
    maxSteps: 0,
    isOfMachineOnly: true,
    value: { ...NEW_TAB, callback: 'denied', lastOrganization: organizationOf(ACME) },
  },
  { name: 'no token', maxSteps: 0, value: { ...NEW_TAB, callback: 'no_token' } },
  {
    name: 'a token of an unknown type',
    maxSteps: 0,
    value: { ...NEW_TAB, callback: 'unknown_type' },
  },
  {
    name: 'a link not requested here',
    maxSteps: 1,
    value: { ...NEW_TAB, callback: 'foreign_link' },
  },
  {
    name: 'a link requested here',
    maxSteps: 2,
    value: { ...COOKIE, callback: 'magic_link' },
  },
  {
    name: 'a link requested here, with a remembered organization',
    maxSteps: 2,
    value: {
      ...COOKIE,
      callback: 'magic_link',
      storedSignIn: { ...NO_STORED_SIGN_IN, selectedOrganization: ACME },
    },
  },
  {
    name: 'a link not requested here, with a remembered organization',
    maxSteps: 2,
    value: {
      ...NEW_TAB,
      callback: 'foreign_link',
      storedSignIn: { ...NO_STORED_SIGN_IN, selectedOrganization: ACME },
    },
  },
  {
    name: 'a link requested here, opened in step-up',
    maxSteps: 2,
    value: {
      ...COOKIE,
      callback: 'magic_link',
      storedSignIn: {
        ...LISTED_SIGN_IN,
        selectedOrganization: BIRCH,
        stepUp: stepUpFor(BIRCH, 'email_otp', 'magic_link'),
        linkSentAt: -20_000,
      },
    },
  },
  { name: 'a support link', maxSteps: 0, value: { ...NEW_TAB, callback: 'impersonation' } },
  { name: 'a stored session', maxSteps: 1, value: signedInTab(SESSION) },
  {
    name: 'a stored session of an impersonation',
    maxSteps: 0,
    isOfMachineOnly: true,
    value: signedInTab({ ...SESSION, impersonated: true }),
  },
  {
    name: 'a stored session and a callback',
    maxSteps: 1,
    value: { ...signedInTab(SESSION), callback: 'discovery_oauth' },
  },
  {
    name: 'a stored session and a callback that cannot be used',
    maxSteps: 1,
    value: { ...signedInTab(SESSION), callback: 'denied' },
  },
  {
    name: 'a stored session in a tab that showed another member',
    maxSteps: 1,
    value: { ...signedInTab(SESSION), shownPerson: DORAS_SESSION.emailAddress },
  },
  {
    name: 'a stored session, and the list of another person',
    maxSteps: 1,
    value: {
      ...signedInTab(DORAS_SESSION),
      hasIntermediateCookie: true,
      storedSignIn: LISTED_SIGN_IN,
    },
  },
  {
    name: 'a session cookie alone',
    maxSteps: 2,
    value: { ...NEW_TAB, hasSessionCookie: true },
  },
  {
    name: 'a session cookie and a callback',
    maxSteps: 0,
    isOfMachineOnly: true,
    value: { ...NEW_TAB, hasSessionCookie: true, callback: 'discovery_oauth' },
  },
  {
    name: 'a session cookie and the second factor',
    maxSteps: 0,
    isOfMachineOnly: true,
    value: {
      ...COOKIE,
      hasSessionCookie: true,
      storedSignIn: { ...INTERMEDIATE, secondFactor: secondFactorFor('totp') },
    },
  },
  {
    name: 'a session cookie in a tab that showed another member',
    maxSteps: 1,
    value: { ...NEW_TAB, hasSessionCookie: true, shownPerson: DORAS_SESSION.emailAddress },
  },
  {
    name: 'a session cookie and a list',
    maxSteps: 1,
    value: { ...COOKIE, hasSessionCookie: true, storedSignIn: LISTED_SIGN_IN },
  },
  {
    name: 'reload in selection',
    maxSteps: 1,
    value: { ...COOKIE, storedSignIn: LISTED_SIGN_IN },
  },
  {
    name: 'reload in selection without the cookie',
    maxSteps: 1,
    value: { ...NEW_TAB, storedSignIn: LISTED_SIGN_IN },
  },
  { name: 'an intermediate cookie alone', maxSteps: 2, value: COOKIE },
  {
    name: 'reload in selection after the list was lost',
    maxSteps: 2,
    value: { ...COOKIE, storedSignIn: INTERMEDIATE },
  },
  {
    name: 'reload in selection of a person without an organization',
    maxSteps: 1,
    value: { ...COOKIE, storedSignIn: { ...INTERMEDIATE, organizations: [] } },
  },
  {
    name: 'reload in step-up',
    maxSteps: 1,
    value: {
      ...COOKIE,
      storedSignIn: {
        ...LISTED_SIGN_IN,
        selectedOrganization: BIRCH,
        stepUp: stepUpFor(BIRCH, 'email_otp', 'magic_link'),
        codeSentAt: -10_000,
        linkSentAt: -20_000,
      },
    },
  },
  {
    name: 'reload in step-up long after the code was sent',
    maxSteps: 1,
    value: {
      ...COOKIE,
      storedSignIn: {
        ...LISTED_SIGN_IN,
        selectedOrganization: BIRCH,
        stepUp: stepUpFor(BIRCH, 'email_otp', 'magic_link'),
        codeSentAt: -11 * MINUTE,
        linkSentAt: -11 * MINUTE,
      },
    },
  },
  {
    name: 'reload in step-up without an address',
    maxSteps: 1,
    value: {
      ...COOKIE,
      storedSignIn: {
        ...INTERMEDIATE,
        intermediateDigest: NEW_INTERMEDIATE,
        emailAddress: null,
        selectedOrganization: BIRCH,
        stepUp: { ...stepUpFor(BIRCH, 'email_otp', 'magic_link'), emailAddress: null },
        codeSentAt: -MINUTE,
        linkSentAt: -MINUTE,
      },
    },
  },
  {
    name: 'reload in step-up without an address, before anything was sent',
    maxSteps: 1,
    value: {
      ...COOKIE,
      storedSignIn: {
        ...INTERMEDIATE,
        intermediateDigest: NEW_INTERMEDIATE,
        emailAddress: null,
        selectedOrganization: BIRCH,
        stepUp: { ...stepUpFor(BIRCH, 'email_otp', 'magic_link'), emailAddress: null },
      },
    },
  },
  {
    name: 'reload in the second factor',
    maxSteps: 1,
    value: { ...COOKIE, storedSignIn: { ...INTERMEDIATE, secondFactor: secondFactorFor('totp') } },
  },
  {
    name: 'reload in enrolment',
    maxSteps: 1,
    value: {
      ...COOKIE,
      storedSignIn: { ...INTERMEDIATE, secondFactor: secondFactorFor('enrolment') },
    },
  },
  {
    name: 'reload in a factor that is not offered',
    maxSteps: 1,
    value: {
      ...COOKIE,
      storedSignIn: { ...INTERMEDIATE, secondFactor: secondFactorFor('unsupported') },
    },
  },
];

export const START_INPUTS: readonly StartInput[] = [MAIN_INPUT, ...FURTHER_INPUTS];
