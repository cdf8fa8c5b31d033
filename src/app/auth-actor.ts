import { type Actor, type ActorRefFrom, createActor } from 'xstate';
import { shownMemberEmail, storedSignInOf } from '#machines/auth/auth.context.ts';
import { type AuthMachine, createAuthMachine } from '#machines/auth/auth.machine.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { readLastOrganization, writeLastOrganization } from '../storage/last-organization.ts';
import { removeOtherMembersData } from '../storage/member-record.ts';
import { readShownEmail, readStoredSignIn } from '../storage/read-stored-sign-in.ts';
import { writeStoredSignIn } from '../storage/stored-sign-in.ts';
import type { StytchAuth } from '../stytch/stytch-auth.ts';
import { type ActorStep, inspectSteps } from './actor-steps.ts';
import { createWallClock } from './wall-clock.ts';

/** The auth actor: its snapshots can be read, and events sent to it. */
export type AuthActor = ActorRefFrom<AuthMachine>;

/**
 * Creates and starts the auth actor of the page. It must run once and outside React: StrictMode would start a second
 * actor, and the token of a callback can be used only once.
 *
 * @param stytchAuth implements the machine's actors and provides its input
 * @param onCreate subscribes to the actor before it starts, so that no emitted event is missed
 * @param onStep gets each step of the actor
 */
export function startAuthActor(
  stytchAuth: StytchAuth,
  onCreate: (actor: AuthActor) => void,
  onStep: (actor: Actor<AuthMachine>, step: ActorStep<AuthSnapshot>) => void = () => undefined,
): AuthActor {
  const machine = createAuthMachine({
    actors: stytchAuth.actors,
    effects: {
      removeIntermediateCookie: stytchAuth.removeIntermediateCookie,
      removeLinkRequests: stytchAuth.removeLinkRequests,
      removeSession: stytchAuth.removeSession,
      removeCallbackToken: stytchAuth.removeCallbackToken,
    },
  });
  let remembered = readLastOrganization();
  const actor: Actor<AuthMachine> = createActor(machine, {
    clock: createWallClock(Date.now),
    input: {
      ...stytchAuth.startInput(),
      storedSignIn: readStoredSignIn(),
      lastOrganization: remembered,
      lastShownEmail: readShownEmail(),
      now: Date.now,
    },
    inspect: inspectSteps(
      () => actor,
      Date.now,
      (step) => onStep(actor, step),
    ),
  });
  actor.subscribe(storeSnapshot);
  // Writes changes only, so that a value that another tab has removed stays removed.
  actor.subscribe(({ context }) => {
    if (context.lastOrganization === remembered) return;
    remembered = context.lastOrganization;
    writeLastOrganization(remembered);
  });
  let memberId: string | null | undefined;
  // A page's start and a change of the member remove the data that another member left in this tab (R17.13).
  actor.subscribe(({ context: { session } }) => {
    const now = session?.memberId ?? null;
    if (now !== memberId) removeOtherMembersData(session);
    memberId = now;
  });
  onCreate(actor);
  actor.start();
  return actor;
}

/** Stores what must survive a reload (R13.2), and shows the state in the document for tests. */
function storeSnapshot(snapshot: AuthSnapshot): void {
  writeStoredSignIn(storedSignInOf(snapshot.context), shownMemberEmail(snapshot.context));
  document.documentElement.dataset.authState = statePath(snapshot.value);
}
