import type {
  B2BDiscoveryIntermediateSessionsExchangeResponse,
  B2BDiscoveryOrganizationsCreateResponse,
  B2BDiscoveryOrganizationsResponse,
} from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { findIntermediateSession, findOrganization, findSession } from '../../store/lookup.ts';
import { addMember, consumeIntermediateSession } from '../../store/sessions.ts';
import type { IntermediateSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Answer } from '../http/json-response.ts';
import { ProviderError, refusals } from '../http/provider-error.ts';
import { intermediateExtras, route } from '../http/route.ts';
import { discoveredOrganizations } from '../oauth/oauth.ts';
import { admit, checkDuration, ownersOf } from '../sessions/authenticate-member.ts';
import { newOrganization } from './create-organization.ts';

/** The live intermediate session a body names. Throws when it names none, or one that is over. */
function requireIntermediateSession(store: Store, token: string | undefined): IntermediateSession {
  const session = findIntermediateSession(store, token ?? '');
  if (session === undefined) throw refusals.intermediateSessionNotFound();
  return session;
}

export const discoveryRoutes = [
  route({
    method: 'POST',
    path: '/b2b/discovery/organizations',
    sdk: 'discovery.organizations.list',
    input: v.looseObject({ intermediate_session_token: v.optional(v.string()) }),
    handle({ store, sessionToken }, input): Answer<B2BDiscoveryOrganizationsResponse> {
      if (input.intermediate_session_token !== undefined) {
        const session = requireIntermediateSession(store, input.intermediate_session_token);
        return {
          email_address: session.email,
          discovered_organizations: discoveredOrganizations(store, session),
          organization_id_hint: session.boundTo?.organizationId ?? null,
        };
      }
      if (sessionToken === null) {
        throw new ProviderError(
          400,
          'no_session_arguments',
          'One of session_token, session_jwt or intermediate_session_token must be provided.',
        );
      }
      const session = findSession(store, sessionToken);
      if (session === undefined) throw refusals.sessionNotFound();
      const { member } = ownersOf(store, session);
      return {
        email_address: member.email,
        discovered_organizations: discoveredOrganizations(store, {
          email: member.email,
          factors: session.factors,
        }),
        organization_id_hint: null,
      };
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/discovery/intermediate_sessions/exchange',
    sdk: 'discovery.intermediateSessions.exchange',
    input: v.looseObject({
      ...intermediateExtras,
      organization_id: v.string(),
      session_duration_minutes: v.number(),
      locale: v.optional(v.string()),
    }),
    async handle(
      { store },
      input,
    ): Promise<Answer<B2BDiscoveryIntermediateSessionsExchangeResponse>> {
      const duration = checkDuration(store, input.session_duration_minutes);
      const intermediate = requireIntermediateSession(store, input.intermediate_session_token);
      const organization = findOrganization(store, { id: input.organization_id });
      if (organization === undefined) throw refusals.organizationNotFound();
      const { admitted, answer } = await admit(store, organization, intermediate, duration);
      if (admitted) consumeIntermediateSession(store, intermediate.token);
      return answer;
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/discovery/organizations/create',
    sdk: 'discovery.organizations.create',
    input: v.looseObject({
      ...intermediateExtras,
      session_duration_minutes: v.number(),
      organization_name: v.optional(v.string()),
      organization_slug: v.optional(v.string()),
      mfa_policy: v.optional(v.picklist(['OPTIONAL', 'REQUIRED_FOR_ALL'])),
      email_allowed_domains: v.optional(v.array(v.string())),
      email_jit_provisioning: v.optional(v.picklist(['RESTRICTED', 'NOT_ALLOWED'])),
    }),
    async handle({ store }, input): Promise<Answer<B2BDiscoveryOrganizationsCreateResponse>> {
      const duration = checkDuration(store, input.session_duration_minutes);
      const intermediate = requireIntermediateSession(store, input.intermediate_session_token);
      const organization = newOrganization(store, intermediate.email, {
        name: input.organization_name,
        slug: input.organization_slug,
        mfaPolicy: input.mfa_policy,
        emailAllowedDomains: input.email_allowed_domains,
        emailJitProvisioning: input.email_jit_provisioning,
      });
      addMember(store, organization, intermediate, ['stytch_member', 'policy_admin']);
      const { admitted, answer } = await admit(store, organization, intermediate, duration);
      if (admitted) consumeIntermediateSession(store, intermediate.token);
      return answer;
    },
  }),
];
