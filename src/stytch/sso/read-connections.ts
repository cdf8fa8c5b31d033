import type { SsoConnection } from '#machines/auth/auth.types.ts';
import { displayName } from '#machines/rules/display-text.ts';
import type { RawOrganization } from '../sdk/raw-session.ts';

/** The name of a connection that has none. */
const UNNAMED = 'single sign-on';

/** The identity providers of an organization that lets its members in with them (R9.9). */
export function readConnections(
  { sso_active_connections: active }: RawOrganization,
  allowedMethods: readonly string[],
): readonly SsoConnection[] {
  if (!allowedMethods.includes('sso')) return [];
  return (active ?? []).map(({ connection_id: id, display_name: name }) => ({
    id,
    name: displayName(name ?? '') || UNNAMED,
  }));
}
