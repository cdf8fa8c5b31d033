import type {
  ActorResult,
  Discovered,
  Discovery,
  ProviderFailure,
} from '#machines/auth/auth.types.ts';
import { readDiscovered } from '../responses/responses.ts';
import { discoverySchema } from '../responses/schemas.ts';
import { createFailure } from '../sdk/failures.ts';
import { digestOfIntermediate, removeIntermediateCookie } from '../session/session.ts';
import { type CallDeps, callEndpoint, type Endpoint } from './call.ts';

const path = '/b2b/discovery/organizations';

/** Lists the organizations that an intermediate session can sign in to. */
export const readOrganizationsEndpoint = {
  path,
  response: discoverySchema,
  intermediateEnded: 'signInEnded',
} satisfies Endpoint;

/** Lists the organizations that a session can switch to. */
export const membershipsEndpoint = {
  path,
  response: discoverySchema,
  needsSession: true,
} satisfies Endpoint;

/** Lists the person's organizations, by session or by intermediate session (R14.3). */
export async function readOrganizations(
  deps: CallDeps,
  signal: AbortSignal,
): Promise<Discovered | ProviderFailure> {
  const isMember = deps.sessionMonitor.sessionChanges.acknowledged() !== null;
  const endpoint = isMember ? membershipsEndpoint : readOrganizationsEndpoint;
  // A member has none. If another host has planted one, the SDK would send it in place of the session.
  if (isMember) removeIntermediateCookie(deps.publicToken);
  // Of the request: another tab may replace the intermediate session before the response comes.
  const digest = digestOfIntermediate(deps.publicToken);
  const result = await callEndpoint(deps, endpoint, signal, async () =>
    readDiscovered(await deps.client.discovery.organizations.list(), deps.now()),
  );
  if (result.kind !== 'discovered') return result;
  const { discovery } = result;
  return isMember
    ? { ...result, discovery: withoutJoinable(discovery) }
    : { ...result, intermediateDigest: await digest };
}

/** Exchanging a session accepts an invitation, but makes nobody a member by e-mail domain (R11.13). */
function withoutJoinable({ organizations, emailAddress }: Discovery): Discovery {
  const exchangeable = organizations.filter(({ membership }) => membership !== 'joinable');
  return { emailAddress, organizations: exchangeable };
}

/**
 * Calls an endpoint with the intermediate session that the tab's list was read with. If the browser holds another one,
 * nothing is sent, and the result is the list of that session, which names its person (R22.1).
 */
export async function callWithIntermediate<Result extends ActorResult>(
  deps: CallDeps,
  endpoint: Endpoint & { readonly intermediateEnded: string },
  intermediateDigest: string,
  signal: AbortSignal,
  send: () => Promise<Result>,
): Promise<Result | Discovered | ProviderFailure> {
  const digest = await digestOfIntermediate(deps.publicToken);
  // The SDK would send a call that names no person.
  if (digest === null) return createFailure('intermediate', endpoint.intermediateEnded);
  return digest === intermediateDigest
    ? callEndpoint(deps, endpoint, signal, send)
    : readOrganizations(deps, signal);
}
