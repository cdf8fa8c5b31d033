import { waitFor } from 'xstate';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { version } from '../../package.json';
import { savedReads } from '../storage/member-record.ts';
import { saveRedirect } from '../storage/redirect.ts';
import { createProbe } from '../stytch/sdk/probe.ts';
import { createPermissions } from '../stytch/session/permissions.ts';
import type { StytchAuth } from '../stytch/stytch-auth.ts';
import type { AuthActor } from './auth-actor.ts';
import type { Env } from './env.ts';
import type { Services } from './shell/services-context.tsx';

/** The content hash in a script's file name identifies the build. */
const SCRIPT_HASH = /-([\w-]{8})\.js(?:$|\?)/;

/** Creates the services of the pages. */
export function createServices(
  actor: AuthActor,
  stytchAuth: StytchAuth,
  env: Env,
  hadSessionAtStart: boolean,
): Services {
  const check = () => checkSession(actor);
  return {
    hadSessionAtStart,
    sessionJwt: stytchAuth.sessionJwt,
    memberName: stytchAuth.memberName,
    checkSession: check,
    loadDirectory: (memberId) => stytchAuth.loadDirectory(memberId, check),
    permissions: createPermissions(stytchAuth.permissionSource),
    savedReads,
    saveRedirect,
    build: {
      version,
      id: SCRIPT_HASH.exec(import.meta.url)?.[1] ?? import.meta.env.MODE,
      emulated: env.emulated,
    },
    probe: createProbe(env.publicToken, env.providerOrigin, () => performance.now()),
  };
}

/** Whether no call that may end the session is in progress. */
function isSettled(state: AuthSnapshot): boolean {
  return !state.matches('signedIn') || state.matches({ signedIn: { session: 'authenticated' } });
}

/**
 * Asks the provider once whether the session still exists, without extending it. An extension or a
 * switch in progress answers it, too.
 *
 * @returns whether the member is still signed in. Without a response of the provider the session goes on.
 */
export async function checkSession(actor: AuthActor): Promise<boolean> {
  actor.send({ type: 'session.check' });
  const checked = await waitFor(actor, isSettled);
  return checked.hasTag('signedIn');
}
