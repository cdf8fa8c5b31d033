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

/** Emits that this tab completed a sign-in. */
export const emitSignedIn = {
  type: 'emitEvent',
  params: { type: 'signedIn', by: 'here' },
} as const;

/** An action that takes a session of another tab as a result: this tab did not sign in to it. */
export const tellFoundPerson = {
  type: 'tellPerson',
  params: ({ context, event: { session } }: Scope & { event: SessionFound }) =>
    ({ kind: 'refreshed', session, at: context.now() }) as const,
} as const;

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
      { type: 'explainSuccess', params: text },
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

/** Returns to the list of organizations (R8.8). */
export const chooseDifferentOrganization = {
  target: '#auth.signedOut.selecting',
  actions: 'resetStepUp',
} as const;

/** Returns to the organization that a switch has left: with the intermediate session, else with Google (R11.25). */
export const returnToMember = [
  { guard: 'returnsByExchange', target: '#auth.signedOut.exchanging', actions: 'chooseReturn' },
  { guard: 'canReturn', target: '#auth.signedOut.selecting.starting', actions: 'chooseReturn' },
] as const;

/** Reads the list of organizations first, if it was not read yet. */
export const readOrganizationsFirst = {
  guard: 'mustReadOrganizations',
  target: '#auth.signedOut.discovering',
  actions: 'resetStepUp',
} as const;

/** Signs in again for the organization of a step, before its intermediate session ends (R6.17). */
export const startGoogleForOrganization = {
  guard: 'intermediateIsEnding',
  target: '#auth.signedOut.selecting.starting',
  actions: 'clearNotice',
} as const;

/** Leaves a state that ended without a result: after an unexpected error or a time-out. */
export function backToSelectionOrLogin<Action extends string>(actions: Action) {
  return [
    { guard: 'canSelect', target: '#auth.signedOut.selecting', actions },
    { target: '#auth.signedOut.default', actions },
  ] as const;
}
