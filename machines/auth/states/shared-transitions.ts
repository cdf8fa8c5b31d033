import type { SentenceCode } from '../../rules/sentence.ts';
import type { ActorResult, Scope } from '../auth.types.ts';

/** What the parameters of an action can read of the result of an invoked actor. */
export interface Done<Output = ActorResult> extends Scope {
  readonly event: { readonly output: Output };
}

/** A guard on the kind of the result. */
export function ifKind<Kind extends ActorResult['kind']>(kind: Kind) {
  return { type: 'resultIs', params: kind } as const;
}

/** A guard on why a call has failed. */
export function ifOver<Session extends 'session' | 'intermediate'>(session: Session) {
  return { type: 'isOver', params: session } as const;
}

/** An action that shows a given sentence. */
export function say(tone: 'info' | 'success' | 'error', code: SentenceCode) {
  return { type: 'say', params: { tone, code } } as const;
}

/** Emits a sign-in: by this tab, by another tab that this one follows, or before this page was opened. */
export function emitSignedIn(by: 'here' | 'elsewhere' | 'restored') {
  return { type: 'emitEvent', params: { type: 'signedIn', by } } as const;
}

/** Follows another tab, which has signed in. */
export const followOtherTab = ['resetForOtherPerson', 'startFoundSession'] as const;

/** Another tab has signed in. */
export const followSignIn = {
  target: '#auth.signedIn',
  actions: [...followOtherTab, emitSignedIn('elsewhere')],
} as const;

/** Another tab has extended or refreshed the session of this one. */
export const updateFoundSession = { guard: 'isSameMember', actions: 'updateSession' } as const;

/** Starts a session that the provider granted. */
export const startGrantedSession = ['resetForOtherPerson', 'startSession'] as const;

/** The provider granted a session (R7.4). */
export const signIn = {
  guard: ifKind('authenticated'),
  target: '#auth.signedIn',
  actions: [...startGrantedSession, emitSignedIn('here')],
} as const;

/** Shows the list of organizations, and says so when it is another person's. */
export const showList = {
  guard: ifKind('discovered'),
  target: '#auth.signedOut.selecting',
  actions: ['resetForOtherPerson', 'rememberDiscovery'],
} as const;

/**
 * Where a result leads that its own state does not handle: the rule for a change of the person is here (R22.3). The kinds
 * of results exclude each other; any other is a reason to return.
 */
export const outcomeTransitions = [
  // A session (R7.4), a verification (R7.5, R7.6), or a list.
  signIn,
  {
    guard: ifKind('primary_required'),
    target: '#auth.signedOut.stepUp',
    actions: ['resetForOtherPerson', 'askForVerification'],
  },
  {
    guard: ifKind('mfa_required'),
    target: '#auth.signedOut.secondFactor',
    actions: ['resetForOtherPerson', 'askForSecondFactor'],
  },
  showList,
  { target: '#auth.signedOut.returning', actions: 'explainResult' },
] as const;

/** Leaves a step for the list of organizations (R8.8), which is read first if it was not. */
export const chooseDifferent = [
  {
    guard: 'mustReadOrganizations',
    target: '#auth.signedOut.discovering',
    actions: 'clearChoice',
  },
  { target: '#auth.signedOut.selecting', actions: 'clearChoice' },
] as const;

/** Signs in again for the organization of a step, before its intermediate session ends (R6.17). */
export const startGoogleForOrganization = {
  guard: 'wasWarnedOfEnd',
  target: '#auth.signedOut.starting',
  actions: 'clearNotice',
} as const;
