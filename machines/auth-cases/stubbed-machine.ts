import { fromCallback, fromPromise } from 'xstate';
import {
  type ActorOf,
  type AuthActorContracts,
  type AuthActors,
  createCallActors,
} from '../auth/auth.actors.ts';
import type { AuthEvent } from '../auth/auth.events.ts';
import { createAuthMachine } from '../auth/auth.machine.ts';

/** A call that never ends. */
const stubbed = <Name extends keyof AuthActorContracts>(_: Name): ActorOf<Name> =>
  fromPromise(() => new Promise(() => undefined));

const actors: AuthActors = {
  ...createCallActors(stubbed),
  startGoogle: stubbed('startGoogle'),
  revoke: fromPromise(() => new Promise(() => undefined)),
  sessionMonitor: fromCallback<AuthEvent>(() => undefined),
};

const noEffect = () => undefined;

/**
 * The auth machine without the app's actors and effects. Tools and tests walk it and draw it, or replace its
 * implementations with `provide`, which builds the machine a second time.
 */
export const stubbedAuthMachine = createAuthMachine({
  actors,
  effects: {
    removeIntermediateCookie: noEffect,
    removeLinkRequests: noEffect,
    removeCallbackToken: noEffect,
    removeSession: noEffect,
  },
});
