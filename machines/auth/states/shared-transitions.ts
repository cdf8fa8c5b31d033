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

/** The two outcomes that require further verification (R7.5, R7.6). */
export const verificationOutcomes = [
  {
    guard: ifResult('isPrimaryRequired'),
    target: '#auth.signedOut.stepUp',
    actions: withResult('askForVerification'),
  },
  {
    guard: ifResult('isMfaRequired'),
    target: '#auth.signedOut.secondFactor',
    actions: withResult('askForSecondFactor'),
  },
] as const;

/** The result belongs to another person than this tab's: it waits for a confirmation (R22.1). */
export const identityOutcome = {
  guard: ifResult('isAnotherPerson'),
  target: '#auth.signedOut.confirmingIdentity',
  actions: withResult('holdIdentity'),
} as const;

/** The session of a cookie is compared like one that was found: another host can write the cookie (R22.4). */
const resumedSession = ({ context, event: { output } }: Done & { context: AuthContext }) =>
  output.kind === 'authenticated'
    ? ({
        ...output,
        kind: 'refreshed',
        isConfirmed: output.session.sessionId === context.confirmedSessionId,
      } as const)
    : output;

/** The session of the cookie is another person's, or nobody confirmed it. */
export const resumedAnotherPerson = {
  ...identityOutcome,
  guard: { type: 'isAnotherPerson', params: resumedSession },
} as const;

/** The session of another tab as a result: this tab did not sign in to it. */
const foundSession = ({ context, event }: { context: AuthContext; event: SessionFound }) => {
  const { session } = event;
  return { kind: 'refreshed', session, isConfirmed: true, at: context.now() } as const;
};

/** Another tab signed another person in than this tab's. */
export const foundAnotherPerson = {
  guard: { type: 'isAnotherPerson', params: foundSession },
  target: '#auth.signedOut.confirmingIdentity',
  actions: { type: 'holdIdentity', params: foundSession },
} as const;

/** The three outcomes of an attempt to get a session (R7.4 to R7.6). */
export const expectedOutcomes = [
  {
    guard: ifResult('isAuthenticated'),
    target: '#auth.signedIn',
    actions: [withResult('startSession'), emitSignedIn],
  },
  ...verificationOutcomes,
] as const;

/** Starts the session that was granted, with a success notice about what else the sign-in has done. */
export function startSessionWithNotice<Text extends (scope: Scope & Done) => string>(text: Text) {
  return {
    guard: ifResult('isAuthenticated'),
    target: '#auth.signedIn',
    actions: [withResult('startSession'), { type: 'explainSuccess', params: text }, emitSignedIn],
  } as const;
}

/**
 * The outcomes of an exchange, a creation, an OAuth callback and a second factor (R7.4 to R7.6, R22.1). A state
 * lists the transitions of its other results after these.
 */
export const sessionOutcomes = [identityOutcome, ...expectedOutcomes] as const;

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
