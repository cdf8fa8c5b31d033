import * as v from 'valibot';
import { findMember } from '../../store/lookup.ts';
import { addMember } from '../../store/sessions.ts';
import type { OAuthToken, StoredMember } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { intermediateSessionFields, route } from '../http/route.ts';
import { redeemOAuthToken } from '../oauth/oauth-tokens.ts';
import { authenticateMember, intermediateSessionOf } from '../sessions/authenticate-member.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import { type ConnectionMatch, requireActiveConnection } from './find-connection.ts';

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
    endpoint: 'POST /b2b/sso/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      ...intermediateSessionFields,
      sso_token: v.string(),
      session_duration_minutes: v.optional(v.number()),
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
      const factor = {
        method: 'sso' as const,
        at: store.clock.now(),
        verifiesEmail: true,
        subject: `${id}/${person.subject}`,
      };
      const token = input.intermediate_session_token;
      const response = await authenticateMember(
        store,
        match.organization,
        {
          email: person.email,
          name: member.name,
          factors: [factor],
          mayProvision: false,
          intermediateSession: intermediateSessionOf(store, token, person.email),
        },
        duration,
      );
      return { ...response, organization_id: match.organization.id, reset_session: false };
    },
  }),
];
