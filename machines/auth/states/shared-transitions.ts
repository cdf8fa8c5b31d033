import type { ActorResult } from '../auth.types.ts';

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

/** This tab completed a sign-in. */
export const emitSignedIn = {
  type: 'emitEvent',
  params: { type: 'signedIn', by: 'here' },
} as const;

/** The two outcomes that ask for a further step (R7.5, R7.6). */
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

/**
 * The three outcomes of an exchange, a creation, an OAuth callback and a second factor (R7.4 to R7.6), routed
 * everywhere by the same guards. A state adds the transitions for its other results after these.
 */
export const sessionOutcomes = [
  {
    guard: ifResult('isAuthenticated'),
    target: '#auth.signedIn',
    actions: [withResult('startSession'), emitSignedIn],
  },
  ...verificationOutcomes,
] as const;

/** A refusal: back to the list while there is one, else to the login screen, with the reason either way. */
export const failureOutcomes = [
  {
    guard: ifResult('canSelectAfter'),
    target: '#auth.signedOut.selecting',
    actions: withResult('explainResult'),
  },
  { target: '#auth.signedOut.default', actions: withResult('explainResult') },
] as const;

/** Choosing differently leads to the list of organizations. */
export const chooseDifferentOrganization = {
  target: '#auth.signedOut.selecting',
  actions: 'resetStepUp',
} as const;

/** The same for somebody whose list was not read yet: it is read first. */
export const readOrganizationsFirst = {
  guard: 'mustReadOrganizations',
  target: '#auth.signedOut.discovering',
  actions: 'resetStepUp',
} as const;

/** The same as for a refusal, for what has no answer: an unexpected error, or none in time. */
export function backToSelectionOrLogin<Action extends string>(actions: Action) {
  return [
    { guard: 'canSelect', target: '#auth.signedOut.selecting', actions },
    { target: '#auth.signedOut.default', actions },
  ] as const;
}
