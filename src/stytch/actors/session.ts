import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { Outcome, RefreshResult } from '#machines/auth/auth.types.ts';
import { IMPERSONATION_COOKIE, SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';
import { clearLinkRequest } from '../email-link/magic-link-request.ts';
import { readOutcome } from '../sdk/responses.ts';
import { removeSdkState } from '../sdk/sdk-state.ts';
import { expireAllCookies, expireCookie } from '../session/cookies.ts';
import { expireIntermediateSession } from '../session/session.ts';
import { type ActorDeps, callEndpoint } from './actor-deps.ts';

/** Asks the provider who a session cookie without a stored session belongs to. */
export function resume(environment: ActorDeps) {
  type Contract = AuthActorContracts['resume'];
  return fromPromise<Contract['output'], Contract['input']>(({ signal }) =>
    callEndpoint<Outcome>(environment, 'refresh', signal, () => environment.refresh.resume(signal)),
  );
}

/** Refreshes the session, or learns that another tab does (R11.3, R11.8). */
export function refresh(environment: ActorDeps) {
  type Contract = AuthActorContracts['refresh'];
  return fromPromise<Contract['output'], Contract['input']>(({ input, signal }) =>
    callEndpoint<RefreshResult>(environment, 'refresh', signal, () =>
      environment.refresh.attempt(input, signal),
    ),
  );
}

/** Moves the session to another organization of the member, for 1440 minutes. */
export function switchOrganization(environment: ActorDeps) {
  type Contract = AuthActorContracts['switchOrganization'];
  return fromPromise<Contract['output'], Contract['input']>(({ input, signal }) =>
    callEndpoint<Outcome>(environment, 'switchOrganization', signal, async () => {
      const answer = await environment.client.session.exchange({
        organization_id: input.organizationId,
        session_duration_minutes: SESSION_DURATION_MINUTES,
      });
      return readOutcome(answer, environment.now());
    }),
  );
}

/**
 * Ends the session at the provider and clears what this browser stored of it. Always resolves, and at once:
 * the transport answers for the provider, whose own answer nobody waits for.
 */
export function revoke(environment: ActorDeps) {
  type Contract = AuthActorContracts['revoke'];
  const { client, publicToken, events, schedule, pkce } = environment;
  return fromPromise<Contract['output'], Contract['input']>(async ({ input }) => {
    events.mark.set();
    await events.ledger.duringOwnCall(async () => {
      await client.session.revoke({ forceClear: true }).catch(() => undefined);
      events.ledger.acknowledge(null);
    });
    schedule.reset();
    removeSdkState(publicToken);
    expireIntermediateSession();
    expireCookie(IMPERSONATION_COOKIE);
    clearLinkRequest();
    pkce.clear();
    // R12.4: stopping an impersonation clears all local storage and all cookies.
    if (input.reason !== 'impersonation_stopped') return;
    safeLocalStorage.clear();
    expireAllCookies();
  });
}
