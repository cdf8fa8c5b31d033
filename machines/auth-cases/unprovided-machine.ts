import { fromCallback, fromPromise } from 'xstate';
import type { AuthActorContracts, AuthActors } from '../auth/auth.actors.ts';
import type { AuthEvent } from '../auth/auth.events.ts';
import { createAuthMachine } from '../auth/auth.machine.ts';

/** A call that never ends. */
function unprovided<Name extends keyof AuthActorContracts>(_: Name) {
  return fromPromise<AuthActorContracts[Name]['output'], AuthActorContracts[Name]['input']>(
    () => new Promise(() => undefined),
  );
}

const actors: AuthActors = {
  startGoogle: unprovided('startGoogle'),
  redeem: unprovided('redeem'),
  readOrganizations: unprovided('readOrganizations'),
  exchange: unprovided('exchange'),
  create: unprovided('create'),
  sendCode: unprovided('sendCode'),
  verifyCode: unprovided('verifyCode'),
  sendLink: unprovided('sendLink'),
  verifySecondFactor: unprovided('verifySecondFactor'),
  recoverSecondFactor: unprovided('recoverSecondFactor'),
  enrolSecondFactor: unprovided('enrolSecondFactor'),
  resume: unprovided('resume'),
  refresh: unprovided('refresh'),
  switchOrganization: unprovided('switchOrganization'),
  revoke: unprovided('revoke'),
  sessionMonitor: fromCallback<AuthEvent>(() => undefined),
};

const noEffect = () => undefined;

/**
 * The auth machine without the app's actors and effects. Tools and tests walk it and draw it, or replace its
 * implementations with `provide`, which builds the machine a second time.
 */
export const unprovidedAuthMachine = createAuthMachine({
  actors,
  effects: {
    removeIntermediateCookie: noEffect,
    removeLinkRequests: noEffect,
    removeCallbackToken: noEffect,
    removeSession: noEffect,
  },
});
