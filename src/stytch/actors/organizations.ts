import type { Discovered, ProviderFailure } from '#machines/auth/auth.types.ts';
import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { messages } from '#machines/rules/messages.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { slugToSend } from '#machines/rules/slug-to-send.ts';
import { readOutcome } from '../responses/responses.ts';
import { createFailure } from '../sdk/failures.ts';
import {
  awaitCookies,
  expireIntermediateSession,
  hasIntermediateCookie,
  heldIntermediateDigest,
} from '../session/session.ts';
import { type ActorDeps, callEndpoint, endpointCall } from './actor-deps.ts';
import { toDiscovered } from './discovered.ts';
import type { ActorCall } from './late-actors.ts';

/** Lists the person's organizations, by session or by intermediate session (R14.3). */
export function readOrganizationsCall(deps: ActorDeps): ActorCall<'readOrganizations'> {
  return ({ signal }) => readOrganizations(deps, signal);
}

async function readOrganizations(
  deps: ActorDeps,
  signal: AbortSignal,
): Promise<Discovered | ProviderFailure> {
  const isMember = deps.events.sessionChanges.acknowledged() !== null;
  const endpoint = isMember ? 'readMemberships' : 'readOrganizations';
  // A member has none. The SDK would send one that another host planted in place of the session.
  if (isMember) expireIntermediateSession();
  const result = await callEndpoint(deps, endpoint, signal, async () =>
    toDiscovered(await deps.client.discovery.organizations.list(), deps.now()),
  );
  if (result.kind === 'failed') return result;
  return isMember ? withoutJoinable(result) : result;
}

/** Exchanging a session accepts an invitation, but makes nobody a member by e-mail domain (R11.13). */
function withoutJoinable(result: Discovered): Discovered {
  const { organizations, emailAddress } = result.discovery;
  const exchangeable = organizations.filter(({ membership }) => membership !== 'joinable');
  return { ...result, discovery: { emailAddress, organizations: exchangeable } };
}

interface IntermediateInput {
  readonly intermediateDigest: string;
}

interface ExchangeInput extends IntermediateInput {
  readonly organizationId: string;
}

interface CreationInput extends IntermediateInput {
  readonly organization: Organization;
}

/** Exchanges the intermediate session for a session of 1440 minutes (R7.1, R14.4). */
export function exchangeCall(deps: ActorDeps) {
  return endpointCall(deps, 'exchange', exchange, forOwnIntermediate(deps));

  async function exchange({ organizationId, intermediateDigest }: ExchangeInput) {
    await awaitCookieOf(intermediateDigest);
    if (!hasIntermediateCookie()) return intermediateExpired();
    const response = await deps.client.discovery.intermediateSessions.exchange({
      organization_id: organizationId,
      session_duration_minutes: SESSION_DURATION_MINUTES,
    });
    return readOutcome(response, deps.now());
  }
}

/** Creates a typed organization, with a session of 1440 minutes (R7.2, R7.11, R14.5). */
export function createOrganizationCall(deps: ActorDeps) {
  return endpointCall(deps, 'create', create, forOwnIntermediate(deps));

  async function create({ organization, intermediateDigest }: CreationInput) {
    await awaitCookieOf(intermediateDigest);
    if (!hasIntermediateCookie()) return intermediateExpired();
    const settings = await deps.bootstrap.settings;
    const slug = slugToSend(organization, settings?.project.slugPattern ?? null);
    const response = await deps.client.discovery.organizations.create({
      organization_name: organization.name,
      ...(typeof slug === 'string' ? { organization_slug: slug } : {}),
      session_duration_minutes: SESSION_DURATION_MINUTES,
    });
    return readOutcome(response, deps.now());
  }
}

/**
 * Limits a call to the person of this tab's intermediate session. If the browser holds another one, the call is
 * not sent, and the result is the list of that session, which names its person (R22.2).
 */
export function forOwnIntermediate(deps: ActorDeps) {
  return ({ intermediateDigest }: IntermediateInput, signal: AbortSignal) => ({
    limits: { intermediateDigest },
    whenHeldBack: () => readOrganizations(deps, signal),
  });
}

function awaitCookieOf(intermediateDigest: string): Promise<boolean> {
  return awaitCookies(async () => (await heldIntermediateDigest()) === intermediateDigest);
}

/** Without the cookie, the SDK would send a call that names no person. */
function intermediateExpired() {
  return createFailure('intermediate', messages.intermediateExpired);
}
