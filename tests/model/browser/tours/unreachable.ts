/** By the id of a transition: why no tour takes it. */
export type Reasons = Readonly<Record<string, string>>;

/** The transitions that no tour can take: in a browser at all, or with what the emulator returns (`coverage-merge.spec.ts`). */
export const UNREACHABLE: Reasons = {
  'resuming | xstate.done.actor.resume | 3':
    'A session cookie is checked by a refresh, which returns a session or an error and nothing else.',
  'resuming | xstate.done.actor.resume | 2':
    'A session cookie is checked by a refresh, which returns a session or an error and nothing else.',
  'signedOut.exchanging | xstate.done.actor.exchange | 4':
    'A tour holds calls at the network, where this one never arrives; `e2e/two-persons` takes it.',
  'signedOut.creating | xstate.done.actor.create | 4':
    'A tour holds calls at the network, where this one never arrives; `e2e/two-persons` takes it.',
  'signedOut.confirmingIdentity | signIn.outdated | 0':
    'Another tab signs out and in again while the page is away; `e2e/two-persons` takes it.',
  'signedOut.secondFactor | organization.return | 1':
    'The emulator leaves no second factor incomplete; `e2e/session/session` takes it with another response.',
  'signedIn.refreshing.waiting | always | 0':
    'A page that wakes up refreshes before the end of the session; `delays.test.ts` lets it pass.',
  'signedIn | organization.create | 0':
    'Its dialog stays open over everything else; `e2e/sign-in/organizations` takes it.',
  'signedIn | organization.create | 1':
    'The page leaves for Google as soon as it has signed out; `e2e/sign-in/organizations` takes it.',
  'signingOut | xstate.done.actor.revoke | 0':
    'The page leaves for Google as soon as it has signed out; `e2e/sign-in/organizations` takes it.',
  'signingOut | xstate.error.actor.revoke | 0':
    'Every error of a sign-out is caught: the actor cannot reject.',
  'signingOut | xstate.error.actor.revoke | 1':
    'Every error of a sign-out is caught: the actor cannot reject.',
  'signingOut | xstate.after.BUSY_TIMEOUT | 1':
    'A sign-out does not wait for the provider: the SDK interceptor responds at once.',
  'signingOut | xstate.after.BUSY_TIMEOUT | 0':
    'A sign-out does not wait for the provider: the SDK interceptor responds at once.',
};
