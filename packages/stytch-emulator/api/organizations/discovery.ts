import * as v from 'valibot';
import { canJoinByDiscovery } from '../../store/auth-decision.ts';
import { LIMITS } from '../../store/limits.ts';
import { addMember } from '../../store/sessions.ts';
import type { IntermediateSession, StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { route, signInFields } from '../http/route.ts';
import { discoveredOrganizations } from '../responses/discovery-response.ts';
import { authenticateMember, type SignInAttempt } from '../sessions/authenticate-member.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import {
  getSessionOwner,
  requireIntermediateSession,
  requireOrganization,
  requireSession,
} from '../validation/require-records.ts';
import { createOrganization } from './create-organization.ts';

function attemptWith(
  store: Store,
  intermediateSession: IntermediateSession,
  organization: StoredOrganization,
): SignInAttempt {
  const { email, name } = intermediateSession;
  const mayProvision = canJoinByDiscovery(store.state, organization, email);
  return { email, name, factors: [], intermediateSession, mayProvision };
}

export const discoveryRoutes = [
  route({
    browser: 'POST /b2b/discovery/organizations',
    backend: true,
    body: v.looseObject({ intermediate_session_token: v.optional(v.string()) }),
    handle(call, input) {
      const { store } = call;
      if (input.intermediate_session_token !== undefined) {
        const session = requireIntermediateSession(store, input.intermediate_session_token);
        return {
          email_address: session.email,
          discovered_organizations: discoveredOrganizations(store, session),
          organization_id_hint: session.boundTo?.organizationId ?? null,
        };
      }
      if (call.sessionToken === null) throw refusal('no_session_arguments');
      const session = requireSession(call);
      const { email } = getSessionOwner(store, session).member;
      return {
        email_address: email,
        discovered_organizations: discoveredOrganizations(store, {
          email,
          factors: session.factors,
        }),
        organization_id_hint: null,
      };
    },
  }),
  route({
    browser: 'POST /b2b/discovery/intermediate_sessions/exchange',
    backend: true,
    body: v.looseObject({
      ...signInFields,
      organization_id: v.string(),
    }),
    handle(call, input) {
      const { store } = call;
      const duration = checkSessionDuration(call, input.session_duration_minutes);
      const intermediate = requireIntermediateSession(store, input.intermediate_session_token);
      const organization = requireOrganization(store, input.organization_id);
      const attempt = attemptWith(store, intermediate, organization);
      return authenticateMember(store, organization, attempt, duration);
    },
  }),
  route({
    browser: 'POST /b2b/discovery/organizations/create',
    backend: true,
    body: v.looseObject({
      ...signInFields,
      session_duration_minutes: v.optional(v.number(), LIMITS.sessionMinutes.default),
      organization_name: v.optional(v.string()),
      organization_slug: v.optional(v.string()),
    }),
    handle(call, input) {
      const { store } = call;
      const duration = checkSessionDuration(call, input.session_duration_minutes);
      const intermediate = requireIntermediateSession(store, input.intermediate_session_token);
      const organization = createOrganization(store, intermediate.email, input);
      store.state.organizations.push(organization);
      addMember(store, organization, intermediate, ['stytch_member', 'stytch_admin']);
      const attempt = attemptWith(store, intermediate, organization);
      return authenticateMember(store, organization, attempt, duration);
    },
  }),
];
