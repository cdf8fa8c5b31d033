import type { CallbackKind } from '#machines/auth/auth.types.ts';
import { fullName } from '#machines/rules/full-name.ts';
import type { ActorDeps } from './actors/actor-deps.ts';
import { type Calls, createStytchCallActors } from './actors/call-actors.ts';
import { revokeActor } from './actors/revoke.ts';
import { startGoogleActor } from './actors/start-google.ts';
import { type CallbackParams, holdToken } from './callback.ts';
import type { Connection } from './connection.ts';
import { removeLinkRequests, wasLinkRequested } from './magic-link-request.ts';
import type { PermissionSource } from './session/permissions.ts';
import {
  currentSession,
  hasIntermediateCookie,
  hasSessionCookie,
  removeIntermediateCookie,
} from './session/session.ts';
import { createSessionMonitor } from './session/session-monitor.ts';

export interface StytchAuthOptions {
  /** The result of `consumeCallbackParams`; `null` when this page is no callback. */
  readonly callbackParams: CallbackParams | null;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Recovers from code of a call that cannot be loaded (R1.8). Resolves when the call must fail instead. */
  readonly recover: (error: unknown) => Promise<void>;
}

/**
 * Makes of the connection with the provider what the auth machine and the app need. Call it once per page, before the
 * auth actor is started.
 *
 * @returns the machine's actors, its part of the start input, and the functions that the app calls itself
 */
export function createStytchAuth(
  connection: Connection,
  { callbackParams, random, recover }: StytchAuthOptions,
) {
  const { client, publicToken, settings, pkce } = connection;
  const callback = callbackParams && kindOf(callbackParams.callback, connection);
  // This tab has left Google without an answer, or with none that can be used. A page that is being left for Google
  // connects, too, and must not remove what it has just saved.
  if (!/oauth|^sso$/.test(callback ?? '')) pkce.clear();
  // Read from the SDK, which ignores a stored session without its cookie.
  const session = currentSession(client);
  const sessionMonitor = createSessionMonitor({
    client,
    publicToken,
    session,
    onRestored: pkce.clear,
    project: settings.then((known) => known?.project ?? null),
  });
  const token = holdToken(callbackParams?.token ?? null);
  const deps: ActorDeps = { ...connection, sessionMonitor, token, random };
  let calls: Promise<Calls> | undefined;
  const loadCalls = () => {
    calls ??= import('./calls/calls.ts').then(({ createCalls }) => createCalls(deps));
    // The next call tries again.
    calls.catch(() => {
      calls = undefined;
    });
    return calls;
  };
  const orRecover = (error: unknown) => recover(error).then(() => Promise.reject(error));

  return {
    /** What this browser holds now. */
    startInput: () => ({
      callback,
      session,
      hasSessionCookie: hasSessionCookie(publicToken),
      hasIntermediateCookie: hasIntermediateCookie(publicToken),
    }),
    actors: {
      ...createStytchCallActors(() => loadCalls().catch(orRecover)),
      startGoogle: startGoogleActor(connection),
      revoke: revokeActor(deps),
      sessionMonitor: sessionMonitor.actorLogic,
    },
    /** Resolves when a token that needs no confirmation can be redeemed; at once on any other page. */
    mayRedeem: callback && !callback.startsWith('foreign') && settings,
    /** Call this on every navigation (R11.2). */
    routeChanged: sessionMonitor.routeChanged,
    /** Discards the token of the callback address. */
    removeCallbackToken() {
      token.take();
      pkce.clear();
    },
    /** The session JWT for the service; empty without one. */
    sessionJwt: () => client.session.getTokens()?.session_jwt ?? '',
    /** The full name of the member, as the session has it now; empty without one. */
    memberName() {
      const name = currentSession(client)?.memberName;
      return name === undefined ? '' : fullName(name);
    },
    /** Loads what the actors call: a session, a callback and everything behind the login need it. */
    loadCalls,
    /** Loads the calls of the provider's directory, which only pages make. */
    async loadDirectory(memberId: string, checkSession: () => Promise<boolean>) {
      const [{ createDirectory }] = await Promise.all([
        import('./directory/directory.ts'),
        loadCalls(),
      ]).catch(orRecover);
      return createDirectory(connection, memberId, checkSession);
    },
    /** For `createPermissions`. */
    permissionSource: { rbac: client.rbac, settings } satisfies PermissionSource,
    removeIntermediateCookie: () => removeIntermediateCookie(publicToken),
    removeSession: sessionMonitor.removeSession,
    removeLinkRequests,
  };
}

/** The kind of a callback by who has asked for it: this browser or tab, or somebody else. */
function kindOf(kind: CallbackKind, { pkce, now }: Connection): CallbackKind {
  if (kind === 'magic_link' && !wasLinkRequested(now())) return 'foreign_link';
  return kind === 'sso' && !pkce.isStarted() ? 'foreign_sso' : kind;
}

export type StytchAuth = ReturnType<typeof createStytchAuth>;
