import * as v from 'valibot';
import { findMember } from '../store/lookup.ts';
import { addMember } from '../store/sessions.ts';
import type {
  Factor,
  OAuthToken,
  SsoConnection,
  StoredMember,
  StoredOrganization,
} from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { refusal } from './http/provider-error.ts';
import { route, signInFields } from './http/route.ts';
import { redeemOAuthToken } from './oauth/oauth-tokens.ts';
import { signInWithFactor } from './sessions/authenticate-member.ts';
import { checkSessionDuration } from './validation/request-fields.ts';

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

/** Returns the member of a person whom the identity provider confirmed: an existing one, or a new one if allowed. */
function memberOf(
  store: Store,
  { organization, connection }: ConnectionMatch,
  person: OAuthToken,
): StoredMember {
  const member = findMember(store, organization.id, person.email);
  if (member !== undefined) return member;
  const { ssoJitProvisioning, ssoJitProvisioningConnections } = organization;
  const mayJoin =
    ssoJitProvisioning === 'ALL_ALLOWED' ||
    (ssoJitProvisioning === 'RESTRICTED' && ssoJitProvisioningConnections.includes(connection.id));
  if (!mayJoin) throw refusal('invalid_connection_for_jit_provisioning');
  return addMember(store, organization, person, ['stytch_member']);
}

export const ssoRoutes = [
  route({
    browser: 'POST /b2b/sso/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      ...signInFields,
      sso_token: v.string(),
      pkce_code_verifier: v.optional(v.string()),
    }),
    async handle(call, input) {
      const { store } = call;
      const duration = checkSessionDuration(call, input.session_duration_minutes);
      const person = redeemOAuthToken(store, 'sso', input.sso_token, input.pkce_code_verifier);
      const match = requireActiveConnection(store, person.connectionId);
      const member = memberOf(store, match, person);
      const { id } = match.connection;
      if (!member.ssoRegistrations.some(({ connectionId }) => connectionId === id)) {
        const registration = store.ids.next('sso-registration-test');
        const { subject } = person;
        member.ssoRegistrations.push({ id: registration, connectionId: id, subject });
      }
      member.name ||= person.name;
      const factor: Factor = {
        method: 'sso',
        at: store.clock.now(),
        verifiesEmail: true,
        subject: `${id}/${person.subject}`,
      };
      const given = { email: person.email, name: member.name, factor, mayProvision: false };
      const { intermediate_session_token: token } = input;
      const response = await signInWithFactor(store, match.organization, given, token, duration);
      return { ...response, reset_session: false };
    },
  }),
];
