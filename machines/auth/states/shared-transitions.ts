import type { ActorResult, AuthContext, AuthEvent } from '../auth.types.ts';

type SessionFound = Extract<AuthEvent, { type: 'session.found' }>;

interface Scope {
  readonly context: AuthContext;
}

interface Done {
  readonly event: { readonly output: ActorResult };
}

const result = ({ event }: Done) => event.output;

/** A guard on the result of an invoked actor. */
export function ifResult<Guard extends string>(type: Guard) {
  return { type, params: result } as const;
}

/** An action that takes the result of an invoked actor. */
export function withResult<Action extends string>(type: Action) {
  return { type, params: result } as const;
}

/** An action that shows a sentence of its own. */
export function say(tone: 'info' | 'success' | 'error', text: string) {
  return { type: 'say', params: { tone, text } } as const;
}

/** Emits that this tab completed a sign-in. */
export const emitSignedIn = {
  type: 'emitEvent',
  params: { type: 'signedIn', by: 'here' },
} as const;

/** Emits that another tab completed a sign-in, and this tab follows. */
export const emitSignedInElsewhere = {
  type: 'emitEvent',
  params: { type: 'signedIn', by: 'elsewhere' },
} as const;

/** Starts a session of another tab: this tab did not sign in to it. */
export const startFoundSession = [
  {
    type: 'tellPerson',
    params: ({ context, event: { session } }: Scope & { event: SessionFound }) =>
      ({ kind: 'refreshed', session, at: context.now() }) as const,
  },
  {
    type: 'startFoundSession',
    params: ({ event }: { event: SessionFound }) => event.session,
  },
] as const;

/** The two outcomes that require further verification (R7.5, R7.6). */
export const verificationOutcomes = [
  {
    guard: ifResult('isPrimaryRequired'),
    target: '#auth.signedOut.stepUp',
    actions: [withResult('tellPerson'), withResult('askForVerification')],
  },
  {
    guard: ifResult('isMfaRequired'),
    target: '#auth.signedOut.secondFactor',
    actions: [withResult('tellPerson'), withResult('askForSecondFactor')],
  },
] as const;

/**
 * The outcomes of an exchange, a creation, an OAuth callback and a second factor (R7.4 to R7.6). A state lists the
 * transitions of its other results after these.
 */
export const sessionOutcomes = [
  {
    guard: ifResult('isAuthenticated'),
    target: '#auth.signedIn',
    actions: [withResult('tellPerson'), withResult('startSession'), emitSignedIn],
  },
  ...verificationOutcomes,
] as const;

/** Starts the session that was granted, with a success notice about what else the sign-in has done. */
export function startSessionWithNotice<Text extends (scope: Scope & Done) => string>(text: Text) {
  return {
    guard: ifResult('isAuthenticated'),
    target: '#auth.signedIn',
    actions: [
      withResult('tellPerson'),
      withResult('startSession'),
      {
        type: 'say',
        params: (scope: Scope & Done) => ({ tone: 'success', text: text(scope) }) as const,
      },
      emitSignedIn,
    ],
  } as const;
}

/** The list of organizations, which names its person. */
export const listed = {
  guard: ifResult('isDiscovered'),
  target: '#auth.signedOut.selecting',
  actions: [withResult('tellPerson'), withResult('rememberDiscovery')],
} as const;

/** Any other result: shows the reason on the selection screen if it can still be used, else on the login screen. */
export const failureOutcomes = [
  {
    guard: ifResult('canSelectAfter'),
    target: '#auth.signedOut.selecting',
    actions: withResult('explainResult'),
  },
  { target: '#auth.signedOut.default', actions: withResult('explainResult') },
] as const;

/** Starts Google for the chosen organization at once, because its intermediate session has ended unnoticed (R7.3). */
export const startGoogleInstead = {
  guard: ifResult('isIntermediateOver'),
  target: '#auth.signedOut.starting',
  actions: 'forgetIntermediate',
} as const;

/** Leaves a step for the list of organizations (R8.8), which is read first if it was not. */
export const readOrganizationsFirst = {
  guard: 'mustReadOrganizations',
  target: '#auth.signedOut.discovering',
  actions: 'resetStepUp',
} as const;
export const chooseDifferentOrganization = {
  target: '#auth.signedOut.selecting',
  actions: 'resetStepUp',
} as const;

/** Signs in again for the organization of a step, before its intermediate session ends (R6.17). */
export const startGoogleForOrganization = {
  guard: 'intermediateIsEnding',
  target: '#auth.signedOut.starting',
  actions: 'clearNotice',
} as const;
