import { findDiscoverableOrganizations } from '../../store/auth-decision.ts';
import type { IntermediateSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { DiscoveryResponse } from '../http/response-types.ts';
import { discoveredOrganizationObject } from './api-objects.ts';

/** Builds the response of each discovery: an intermediate session and the organizations it lists. */
export function discoveryResponse(store: Store, session: IntermediateSession): DiscoveryResponse {
  return {
    intermediate_session_token: session.token,
    intermediate_session_token_expires_at: store.clock.iso(session.expiresAt),
    email_address: session.email,
    discovered_organizations: discoveredOrganizations(store, session),
  };
}

/** Lists the organizations a person can sign in to or join, each with the factor it will require. */
export function discoveredOrganizations(
  store: Store,
  { email, factors }: Pick<IntermediateSession, 'email' | 'factors'>,
): DiscoveryResponse['discovered_organizations'] {
  const isEmailVerified = factors.some(({ verifiesEmail }) => verifiesEmail);
  return findDiscoverableOrganizations(store.state, email, isEmailVerified).map((match) =>
    discoveredOrganizationObject(store, match, email, factors),
  );
}
