import type { AuthInput } from '#machines/auth/auth.types.ts';
import type { ActorDeps } from './actors/actor-deps.ts';
import { create, exchange, readOrganizations } from './actors/organizations.ts';
import { redeem } from './actors/redeem.ts';
import { enrol, recover, verifyFactor } from './actors/second-factor.ts';
import { refresh, resume, revoke, switchOrganization } from './actors/session.ts';
import { startGoogle } from './actors/start-google.ts';
import { sendCode, sendLink, verifyCode } from './actors/step-up.ts';
import { type CallbackParams, holdToken } from './callback.ts';
import { wasLinkRequested } from './email-link/magic-link-request.ts';
import { createSessionRefresh } from './refresh/refresh.ts';
import { createRefreshLeader } from './refresh/refresh-leader.ts';
import { createRefreshSchedule } from './refresh/refresh-schedule.ts';
import { interceptSdkRefresh } from './refresh/sdk-refresh-interceptor.ts';
import { createBootstrap } from './sdk/bootstrap.ts';
import { createClient } from './sdk/client.ts';
import { createPkcePairs } from './sdk/pkce.ts';
import { resyncSdk } from './sdk/sdk-state.ts';
import { installTransport } from './sdk/transport.ts';
import { createExternalEvents } from './session/external-events.ts';
import { watchOtherTabs } from './session/other-tabs.ts';
import { createPermissions } from './session/permissions.ts';
import {
  currentSession,
  expireIntermediateSession,
  hasIntermediateCookie,
  hasSessionCookie,
} from './session/session.ts';

export interface StytchAuthOptions {
  readonly publicToken: string;
  /** The origin that stands in for the provider, without a trailing slash; `null` for the provider. */
  readonly apiOrigin: string | null;
  /** What this tab came back with (`consumeCallbackParams`); `null` when it was opened some other way. */
  readonly returned: CallbackParams | null;
  /** Whether this tab's sign-in waits for an e-mail to be verified (the machine's `stepUp`). */
  readonly isWaiting: () => boolean;
  /** Lets the browser paint and answer between two long pieces of work; without it nothing waits. */
  readonly yieldToMain?: () => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** What the machine wants to know at boot, without what this tab's own storage holds. */
export type StytchStartInput = Pick<
  AuthInput,
  'callback' | 'linkWasRequestedHere' | 'session' | 'hasSessionCookie' | 'hasIntermediateCookie'
>;

/**
 * Everything the product has of the authentication provider. To be created once per page, before the actor;
 * `storageIsAllowed` must be asked first.
 *
 * @returns the machine's actors, its facts at boot, and the few things the app asks for itself
 * @throws what the SDK throws for a public token it cannot use
 */
export async function createStytchAuth(options: StytchAuthOptions) {
  const { publicToken, apiOrigin, returned, isWaiting, now, random } = options;
  const { yieldToMain = () => Promise.resolve() } = options;
  const bootstrap = createBootstrap();
  const transport = installTransport({ apiOrigin, onSettings: bootstrap.receive });
  const otherTabs = watchOtherTabs(publicToken);
  const client = await createClient(publicToken, apiOrigin, yieldToMain);
  otherTabs.afterSdkCreated();
  const door = interceptSdkRefresh(client.session);

  // The SDK drops what it stored when there is no session cookie.
  const session = currentSession(client);
  const schedule = createRefreshSchedule(now);
  const events = createExternalEvents({
    client,
    otherTabs,
    publicToken,
    session,
    isWaiting,
    now,
    project: bootstrap.settings.then((settings) => settings?.project ?? null),
  });
  const token = holdToken(returned?.token ?? null);
  const environment: ActorDeps = {
    client,
    publicToken,
    transport,
    bootstrap,
    events,
    schedule,
    now,
    pkce: createPkcePairs(publicToken),
    token,
    refresh: createSessionRefresh({
      schedule,
      now,
      random,
      runAsLeader: createRefreshLeader(navigator.locks, now),
      authenticate: (minutes) => door.authenticate(minutes),
      currentSession: () => currentSession(client),
      resyncSdk: () => resyncSdk(publicToken),
    }),
  };

  return {
    /** Where this browser stands. */
    boot: (): StytchStartInput => ({
      callback: returned?.callback ?? null,
      linkWasRequestedHere: wasLinkRequested(now()),
      session,
      hasSessionCookie: hasSessionCookie(),
      hasIntermediateCookie: hasIntermediateCookie(),
    }),
    actors: {
      startGoogle: startGoogle(environment),
      redeem: redeem(environment),
      readOrganizations: readOrganizations(environment),
      exchange: exchange(environment),
      create: create(environment),
      sendCode: sendCode(environment),
      verifyCode: verifyCode(environment),
      sendLink: sendLink(environment),
      verifyFactor: verifyFactor(environment),
      recover: recover(environment),
      enrol: enrol(environment),
      resume: resume(environment),
      refresh: refresh(environment),
      switchOrganization: switchOrganization(environment),
      revoke: revoke(environment),
      externalEvents: events.logic,
    },
    /** To be called on every navigation (R11.2). */
    routeChanged: events.routeChanged,
    /** Drops the token this tab came back with, unused. */
    discardCallback: () => void token.take(),
    permissions: createPermissions(client, bootstrap),
    expireIntermediateSession,
  };
}

export type StytchAuth = Awaited<ReturnType<typeof createStytchAuth>>;
