import { EMPTY_MEMORY } from '../auth/auth.context.ts';
import type { AuthInput } from '../auth/auth.types.ts';
import { ACME, BIRCH, EMAIL, factorAt, SESSION, stepUpAt, TYPED } from './fixtures.ts';

/** Where a tab stands at boot, as data: the clock and the chance are the runner's. */
export type InputData = Omit<AuthInput, 'now' | 'random'>;

export interface ModelInput {
  readonly name: string;
  /** How many steps from here are walked: all there are, or only the first few. */
  readonly steps: number;
  readonly input: InputData;
}

const NEW_TAB: InputData = {
  memory: EMPTY_MEMORY,
  callback: null,
  linkWasRequestedHere: false,
  session: null,
  hasSessionCookie: false,
  hasIntermediateCookie: false,
};

const MINUTE = 60_000;

const INTERMEDIATE = {
  ...EMPTY_MEMORY,
  emailAddress: EMAIL,
  hasIntermediateSession: true,
  intermediateExpiresAt: 10 * MINUTE,
} as const;

const LISTED_MEMORY = { ...INTERMEDIATE, organizations: [ACME, BIRCH] } as const;

const COOKIE = { ...NEW_TAB, hasIntermediateCookie: true } as const;

/** The one input whose whole graph is walked: a tab that comes back from Google. */
export const MAIN_INPUT: ModelInput = {
  name: 'back from Google',
  steps: Number.POSITIVE_INFINITY,
  input: { ...NEW_TAB, callback: 'discovery_oauth' },
};

/** Every other way a tab may start; they meet the main graph after their first step. */
const FURTHER_INPUTS: readonly ModelInput[] = [
  { name: 'new tab', steps: 1, input: NEW_TAB },
  {
    name: 'new tab with a remembered organization',
    steps: 1,
    input: { ...NEW_TAB, memory: { ...EMPTY_MEMORY, selectedOrganization: ACME } },
  },
  {
    name: 'back from Google with a chosen organization',
    steps: 1,
    input: {
      ...NEW_TAB,
      callback: 'discovery_oauth',
      memory: { ...EMPTY_MEMORY, selectedOrganization: ACME },
    },
  },
  {
    name: 'back from Google with a typed organization',
    steps: 1,
    input: {
      ...NEW_TAB,
      callback: 'discovery_oauth',
      memory: { ...EMPTY_MEMORY, selectedOrganization: TYPED },
    },
  },
  {
    name: 'back from Google with the typed name of a listed organization',
    steps: 1,
    input: {
      ...NEW_TAB,
      callback: 'discovery_oauth',
      memory: {
        ...EMPTY_MEMORY,
        selectedOrganization: { id: 'org-acme', slug: 'acme', name: 'Acme' },
      },
    },
  },
  {
    name: 'back from Google for one organization, with a list',
    steps: 1,
    input: { ...COOKIE, callback: 'oauth', memory: LISTED_MEMORY },
  },
  {
    name: 'cancelled at Google',
    steps: 0,
    input: { ...NEW_TAB, callback: 'denied' },
  },
  {
    name: 'cancelled at Google, with a list',
    steps: 0,
    input: { ...COOKIE, callback: 'denied', memory: LISTED_MEMORY },
  },
  { name: 'no token', steps: 0, input: { ...NEW_TAB, callback: 'no_token' } },
  { name: 'a token nobody knows', steps: 0, input: { ...NEW_TAB, callback: 'unknown_type' } },
  {
    name: 'a link nobody here asked for',
    steps: 1,
    input: { ...NEW_TAB, callback: 'magic_link' },
  },
  {
    name: 'a link this browser asked for',
    steps: 2,
    input: { ...NEW_TAB, callback: 'magic_link', linkWasRequestedHere: true },
  },
  { name: 'a support link', steps: 0, input: { ...NEW_TAB, callback: 'impersonation' } },
  { name: 'a stored session', steps: 1, input: { ...NEW_TAB, session: SESSION } },
  {
    name: 'a stored session and a callback',
    steps: 1,
    input: { ...NEW_TAB, session: SESSION, callback: 'discovery_oauth' },
  },
  {
    name: 'a session cookie alone',
    steps: 1,
    input: { ...NEW_TAB, hasSessionCookie: true },
  },
  {
    name: 'a session cookie and a list',
    steps: 1,
    input: { ...COOKIE, hasSessionCookie: true, memory: LISTED_MEMORY },
  },
  {
    name: 'reload in selection',
    steps: 1,
    input: { ...COOKIE, memory: LISTED_MEMORY },
  },
  {
    name: 'reload in selection without the cookie',
    steps: 1,
    input: { ...NEW_TAB, memory: LISTED_MEMORY },
  },
  { name: 'an intermediate cookie alone', steps: 1, input: COOKIE },
  {
    name: 'reload in step-up',
    steps: 1,
    input: {
      ...COOKIE,
      memory: {
        ...LISTED_MEMORY,
        selectedOrganization: BIRCH,
        stepUp: stepUpAt(BIRCH, 'email_otp', 'magic_link'),
        codeSentAt: -10_000,
        linkSentAt: -20_000,
      },
    },
  },
  {
    name: 'reload in step-up long after the code was sent',
    steps: 1,
    input: {
      ...COOKIE,
      memory: {
        ...LISTED_MEMORY,
        selectedOrganization: BIRCH,
        stepUp: stepUpAt(BIRCH, 'email_otp', 'magic_link'),
        codeSentAt: -11 * MINUTE,
        linkSentAt: -11 * MINUTE,
      },
    },
  },
  {
    name: 'reload in step-up without an address',
    steps: 1,
    input: {
      ...COOKIE,
      memory: {
        ...INTERMEDIATE,
        emailAddress: null,
        selectedOrganization: BIRCH,
        stepUp: { ...stepUpAt(BIRCH, 'email_otp', 'magic_link'), emailAddress: null },
        codeSentAt: -MINUTE,
        linkSentAt: -MINUTE,
      },
    },
  },
  {
    name: 'reload in step-up without an address, before anything was sent',
    steps: 1,
    input: {
      ...COOKIE,
      memory: {
        ...INTERMEDIATE,
        emailAddress: null,
        selectedOrganization: BIRCH,
        stepUp: { ...stepUpAt(BIRCH, 'email_otp', 'magic_link'), emailAddress: null },
      },
    },
  },
  {
    name: 'reload in the second factor',
    steps: 1,
    input: { ...COOKIE, memory: { ...INTERMEDIATE, secondFactor: factorAt('totp') } },
  },
  {
    name: 'reload in enrolment',
    steps: 1,
    input: { ...COOKIE, memory: { ...INTERMEDIATE, secondFactor: factorAt('enrolment') } },
  },
  {
    name: 'reload in a factor that is not offered',
    steps: 1,
    input: { ...COOKIE, memory: { ...INTERMEDIATE, secondFactor: factorAt('unsupported') } },
  },
];

export const ALL_INPUTS: readonly ModelInput[] = [MAIN_INPUT, ...FURTHER_INPUTS];
