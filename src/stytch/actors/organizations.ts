import { fromPromise } from 'xstate';
import type { AuthActorContracts } from '#machines/auth/auth.actors.ts';
import type { Discovered, Outcome } from '#machines/auth/auth.types.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import { refusal } from '../sdk/errors.ts';
import { readOutcome } from '../sdk/responses.ts';
import { hasIntermediateCookie, hasSessionCookie } from '../session/session.ts';
import { type ActorDeps, callEndpoint } from './actor-deps.ts';
import { discovered } from './discovered.ts';

/** Lists the person's organizations, by intermediate session or by session (R14.3). */
export function readOrganizations(environment: ActorDeps) {
  type Contract = AuthActorContracts['readOrganizations'];
  return fromPromise<Contract['output'], Contract['input']>(({ signal }) => {
    const call = hasSessionCookie() ? 'readMemberships' : 'readOrganizations';
    return callEndpoint<Discovered>(environment, call, signal, async () =>
      discovered(await environment.client.discovery.organizations.list(), environment.now()),
    );
  });
}

/** Exchanges the intermediate session for a session of 1440 minutes (R7.1, R14.4). */
export function exchange(environment: ActorDeps) {
  type Contract = AuthActorContracts['exchange'];
  return fromPromise<Contract['output'], Contract['input']>(async ({ input, signal }) => {
    if (!hasIntermediateCookie()) return intermediateIsOver();
    return callEndpoint<Outcome>(environment, 'exchange', signal, async () => {
      const answer = await environment.client.discovery.intermediateSessions.exchange({
        organization_id: input.organizationId,
        session_duration_minutes: SESSION_DURATION_MINUTES,
      });
      return readOutcome(answer, environment.now());
    });
  });
}

/** Creates a typed organization, with a session of 1440 minutes (R7.2, R14.5). */
export function create(environment: ActorDeps) {
  type Contract = AuthActorContracts['create'];
  return fromPromise<Contract['output'], Contract['input']>(async ({ input, signal }) => {
    if (!hasIntermediateCookie()) return intermediateIsOver();
    return callEndpoint<Outcome>(environment, 'create', signal, async () => {
      const answer = await environment.client.discovery.organizations.create({
        organization_name: input.name,
        organization_slug: input.slug,
        session_duration_minutes: SESSION_DURATION_MINUTES,
      });
      return readOutcome(answer, environment.now());
    });
  });
}

/** Without its cookie the SDK would ask all the same, and the provider would have to guess who. */
function intermediateIsOver() {
  return refusal('intermediate', messages.intermediateExpired);
}
