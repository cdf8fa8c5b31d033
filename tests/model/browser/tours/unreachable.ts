/** A definition that level 3 does not take: its id, and why. */
export type Reasons = Readonly<Record<string, string>>;

/**
 * What no browser can reach, whatever the provider and the network do, each with its reason;
 * `model-sum.spec.ts` holds the list.
 */
export const UNTAKEN: Reasons = {
  'resuming | xstate.done.actor.resume | 1':
    'A session cookie is asked about by a refresh, and the transport takes only a session or a refusal as its answer.',
  'resuming | xstate.done.actor.resume | 2':
    'A session cookie is asked about by a refresh, and the transport takes only a session or a refusal as its answer.',
  'signingOut | xstate.error.actor.revoke | 0':
    'Everything that can fail while signing out is caught on the way: the actor cannot reject.',
  'signingOut | xstate.after.BUSY_TIMEOUT | 0':
    'Signing out waits for nobody: the transport answers for the provider at once.',
};
