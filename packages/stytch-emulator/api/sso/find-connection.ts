import type { SsoConnection, StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';

/** An SSO connection with its organization. */
export interface ConnectionMatch {
  connection: SsoConnection;
  organization: StoredOrganization;
}

/** Returns the active connection with this id. Throws if there is none. */
export function requireActiveConnection({ state }: Store, id: string | null): ConnectionMatch {
  for (const organization of state.organizations) {
    const connection = organization.ssoConnections.find((each) => each.id === id);
    if (connection?.status === 'active') return { connection, organization };
  }
  throw refusal('sso_connection_not_found');
}
