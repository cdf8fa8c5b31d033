import type { EarlyActorDeps } from './actors/actor-deps.ts';
import { createLateActors } from './actors/late-actors.ts';
import { revokeActor } from './actors/revoke.ts';
import { startGoogleActor } from './actors/start-google.ts';
import { type CallbackParams, holdToken } from './callback.ts';
import { clearLinkRequests, wasLinkRequested } from './email-link/magic-link-request.ts';
import { interceptSdkRefresh } from './refresh/sdk-refresh-interceptor.ts';
import { createBootstrap } from './sdk/bootstrap.ts';
import { createClient } from './sdk/client.ts';
import { createPkcePairs } from './sdk/pkce.ts';
import { protectedAuthOf } from './sdk/sdk-adapter.ts';
import { allowSecurityCheckScripts, type SecurityCheck } from './sdk/security-check-scripts.ts';
import { interceptSecurityChecks } from './sdk/security-checks.ts';
import type { PermissionSource } from './session/permissions.ts';
import {
  currentSession,
  expireIntermediateSession,
  hasIntermediateCookie,
  hasSessionCookie,
} from './session/session.ts';
import { createSessionJwt } from './session/session-jwt.ts';
import { createSessionMonitor } from './session/session-monitor.ts';
import { installTransport } from './transport/transport.ts';

export interface StytchAuthOptions {
  readonly publicToken: string;
  /** The origin of the emulator, without a trailing slash; `null` for the provider itself. */
  readonly apiOrigin: string | null;
  /** The security checks whose scripts this build allows. */
  readonly securityChecks: readonly SecurityCheck[];
  /** The result of `consumeCallbackParams`; `null` when this page is no callback. */
  readonly callbackParams: CallbackParams | null;
  /** The response with the project's settings, when the page has requested them before. */
  readonly settingsResponse: Promise<Response> | null;
  /** Lets the browser paint and handle input between two long tasks. */
  readonly yieldToMain: () => Promise<void>;
  /** Called when the SDK's code has been loaded, which is the last that a click on Google waits for. */
  readonly onSdkLoaded: () => void;
  /** Called when code of this module cannot be loaded. The failure is shown when it resolves. */
  readonly onImportFailure: (error: unknown) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/**
 * Creates the product's one connection to the authentication provider. Call it once per page, before the auth
 * actor is started, and only if `isStorageAllowed`.
 *
 * @returns the machine's actors, its part of the start input, and the functions that the app calls itself
 * @throws the SDK's error for an invalid public token
 */
export async function createStytchAuth(options: StytchAuthOptions) {
  const { publicToken, apiOrigin, callbackParams, now, random } = options;
  const { securityChecks, settingsResponse, yieldToMain, onSdkLoaded, onImportFailure } = options;
  const bootstrap = createBootstrap();
  const transport = installTransport({
    apiOrigin,
    settingsResponse,
    onSettings: bootstrap.receive,
  });
  const pkce = createPkcePairs(publicToken, now);
  // This tab has left Google without an answer, or with none that can be used.
  if (!callbackParams?.callback.includes('oauth')) pkce.clear();
  allowSecurityCheckScripts(securityChecks);
  const client = await createClient(publicToken, apiOrigin, yieldToMain, onSdkLoaded);
  const authenticate = interceptSdkRefresh(client.session);
  interceptSecurityChecks(protectedAuthOf(client), bootstrap.settings);

  // Read from the SDK, which ignores a stored session without its cookie.
  const session = currentSession(client);
  const sessionMonitor = createSessionMonitor({
    client,
    publicToken,
    session,
    onRestored: pkce.clear,
    project: bootstrap.settings.then((settings) => settings?.project ?? null),
  });
  const isForeignLink = callbackParams?.callback === 'magic_link' && !wasLinkRequested(now());
  const token = holdToken(callbackParams?.token ?? null);
  const deps: EarlyActorDeps = {
    client,
    publicToken,
    transport,
    bootstrap,
    sessionMonitor,
    now,
    pkce,
    token,
    authenticate,
    random,
  };
  const lateActors = createLateActors(
    async () => (await import('./calls/calls.ts')).createCalls(deps),
    // A reload would lose the token of a callback.
    callbackParams === null ? onImportFailure : () => Promise.resolve(),
  );

  return {
    /** What this browser holds now. */
    startInput: () => ({
      callback: isForeignLink ? ('foreign_link' as const) : (callbackParams?.callback ?? null),
      session,
      hasSessionCookie: hasSessionCookie(),
      hasIntermediateCookie: hasIntermediateCookie(),
    }),
    actors: {
      ...lateActors.actors,
      startGoogle: startGoogleActor(deps),
      revoke: revokeActor(deps),
      sessionMonitor: sessionMonitor.actorLogic,
    },
    /** Loads the code of the actors that no sign-in needs before Google. It rejects when it cannot be loaded. */
    preloadActors: lateActors.preload,
    /** Resolves when a token that needs no confirmation can be redeemed; at once on any other page. */
    mayRedeem:
      callbackParams &&
      !isForeignLink &&
      Promise.allSettled([lateActors.preload(), bootstrap.settings]),
    /** Call this on every navigation (R11.2). */
    routeChanged: sessionMonitor.routeChanged,
    /** Discards the token of the callback address. */
    discardCallback() {
      token.take();
      pkce.clear();
    },
    /** The session JWT for the service; `null` when there is none that is valid for another 30 seconds. */
    sessionJwt: createSessionJwt(() => client.session.getTokens()?.session_jwt, now),
    /** For `createPermissions`. */
    permissionSource: { rbac: client.rbac, bootstrap } satisfies PermissionSource,
    expireIntermediateSession,
    removeSession: sessionMonitor.removeSession,
    forgetLinkRequests: clearLinkRequests,
  };
}

export type StytchAuth = Awaited<ReturnType<typeof createStytchAuth>>;
