import { waitFor } from 'xstate';
import type { AuthActor } from './auth-actor.ts';

/**
 * Asks the provider once whether the session still exists, without extending it. A refresh that runs already answers
 * it, too.
 *
 * @returns whether the member is still signed in. Without an answer of the provider the session goes on.
 */
export async function checkSession(actor: AuthActor): Promise<boolean> {
  actor.send({ type: 'session.check' });
  const checked = await waitFor(actor, (state) => !state.matches({ signedIn: 'refreshing' }));
  return checked.hasTag('signedIn');
}
