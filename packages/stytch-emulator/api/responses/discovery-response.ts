import { findDiscoverableOrganizations } from '../../store/auth-decision.ts';
import { createIntermediateSession } from '../../store/sessions.ts';
import type { IntermediateSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { DiscoveryResponse } from '../http/response-types.ts';
import { discoveredOrganizationObject } from './api-objects.ts';

type Person = Pick<IntermediateSession, 'email' | 'name' | 'factors'>;

/** Creates an intermediate session, and builds the response of each discovery: the session and what it lists. */
export function discoveryResponse(store: Store, person: Person): DiscoveryResponse {
  const session = createIntermediateSession(store, person);
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
  { email, factors }: Omit<Person, 'name'>,
): DiscoveryResponse['discovered_organizations'] {
  const isEmailVerified = factors.some(({ verifiesEmail }) => verifiesEmail);
  return findDiscoverableOrganizations(store.state, email, isEmailVerified).map((match) =>
    discoveredOrganizationObject(store, match, email, factors),
  );
}
