import { type Actor, type AnyTransitionDefinition, createActor } from 'xstate';
import { memoryOf } from '#machines/auth/auth.context.ts';
import { type AuthMachine, authMachine } from '#machines/auth/auth.machine.ts';
import { type AuthSnapshot, statePath } from '#machines/auth/auth.view.ts';
import { lastOrganization } from '../storage/last-organization.ts';
import { readMemory, writeMemory } from '../storage/sign-in-memory.ts';
import type { StytchAuth } from '../stytch/stytch-auth.ts';

/** The running auth machine of this page. */
export type AuthActor = Actor<AuthMachine>;

/**
 * Starts the one auth actor of the page, with the provider behind it and this tab's memory before it.
 * It is created outside React: StrictMode would start it twice, and a returned token is single-use.
 *
 * @param provider fulfils the machine's actors and says where this browser stands
 * @param listen hears every fact from the first one on; `beginning`: the transitions by which the machine has
 *   decided where this tab stands, which it takes while it is created
 */
export function startAuth(
  stytchAuth: StytchAuth,
  listen: (actor: AuthActor, beginning: readonly AnyTransitionDefinition[]) => void,
): AuthActor {
  const machine = authMachine.provide({
    actors: stytchAuth.actors,
    actions: {
      expireIntermediateSession: stytchAuth.expireIntermediateSession,
      discardCallback: stytchAuth.discardCallback,
      claimHandoff: (_, id) => stytchAuth.claimHandoff(id),
    },
  });
  const beginning: AnyTransitionDefinition[] = [];
  let hasBegun = false;
  const actor = createActor(machine, {
    input: { ...stytchAuth.startInput(), memory: readMemory(), now: Date.now, random: Math.random },
    inspect(event) {
      if (!hasBegun && event.type === '@xstate.microstep') beginning.push(...event._transitions);
    },
  });
  hasBegun = true;
  actor.subscribe(remember);
  listen(actor, beginning);
  actor.start();
  return actor;
}

/** What outlives a reload is a projection of the context; the state is on the page for all to see. */
function remember(snapshot: AuthSnapshot): void {
  const { context } = snapshot;
  writeMemory(memoryOf(context));
  // Where a support person went as somebody else is nothing to begin their own list with.
  if (snapshot.matches('signedIn') && context.session?.impersonated === false) {
    lastOrganization.write(context.session.organization.id);
  }
  document.documentElement.dataset.authState = statePath(snapshot.value);
}
