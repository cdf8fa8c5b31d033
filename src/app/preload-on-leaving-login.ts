import { waitFor } from 'xstate';
import type { AuthActor } from './auth-actor.ts';

/**
 * Loads what is behind the login, once, as soon as this tab leaves the login (R1.3): also on the way to Google, so that
 * its answer finds it. A person who stays at the login loads nothing.
 */
export async function preloadOnLeavingLogin(
  actor: AuthActor,
  preload: () => Promise<unknown>,
): Promise<void> {
  await waitFor(actor, (state) => !state.matches({ signedOut: 'default' }));
  // A failure is shown when a screen that is missing is rendered (R1.8).
  await preload().catch(() => undefined);
}
