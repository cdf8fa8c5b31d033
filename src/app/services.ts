import { version } from '../../package.json';
import { keptReads } from '../storage/kept-reads.ts';
import { saveRedirect } from '../storage/redirect.ts';
import { createProbe } from '../stytch/sdk/probe.ts';
import { createPermissions } from '../stytch/session/permissions.ts';
import type { StytchAuth } from '../stytch/stytch-auth.ts';
import type { AuthActor } from './auth-actor.ts';
import { checkSession } from './check-session.ts';
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
  return {
    hadSessionAtStart,
    sessionJwt: stytchAuth.sessionJwt,
    checkSession: () => checkSession(actor),
    permissions: createPermissions(stytchAuth.permissionSource),
    keptReads,
    saveRedirect,
    build: {
      version,
      id: SCRIPT_HASH.exec(import.meta.url)?.[1] ?? import.meta.env.MODE,
      emulated: env.emulated,
    },
    probe: createProbe(env.publicToken, env.emulated ? window.location.origin : null, () =>
      performance.now(),
    ),
  };
}
