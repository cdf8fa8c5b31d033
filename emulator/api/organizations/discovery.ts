import type {
  B2BDiscoveryIntermediateSessionsExchangeResponse,
  B2BDiscoveryOrganizationsCreateResponse,
  B2BDiscoveryOrganizationsResponse,
} from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { addMember } from '../../store/sessions.ts';
import type { IntermediateSession } from '../../store/state.ts';
import type { ResponseBody } from '../http/json-response.ts';
import { ProviderError } from '../http/provider-error.ts';
import { intermediateSessionFields, route } from '../http/route.ts';
import { discoveredOrganizations } from '../responses/discovery-response.ts';
import {
  authenticateMember,
  getSessionOwner,
  type SignInAttempt,
} from '../sessions/authenticate-member.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import {
  requireIntermediateSession,
  requireOrganization,
  requireSession,
} from '../validation/require-records.ts';
import { createOrganization } from './create-organization.ts';

function attemptWith(intermediateSession: IntermediateSession): SignInAttempt {
  const { email, name, factors } = intermediateSession;
  return { email, name, factors, intermediateSession };
}

export const discoveryRoutes = [
  route({
    endpoint: 'POST /b2b/discovery/organizations',
    sdkMethod: 'discovery.organizations.list',
    body: v.looseObject({ intermediate_session_token: v.optional(v.string()) }),
    handle(call, input): ResponseBody<B2BDiscoveryOrganizationsResponse> {
      const { store } = call;
      if (input.intermediate_session_token !== undefined) {
        const session = requireIntermediateSession(store, input.intermediate_session_token);
        return {
          email_address: session.email,
          discovered_organizations: discoveredOrganizations(store, session),
          organization_id_hint: session.boundTo?.organizationId ?? null,
        };
      }
      if (call.sessionToken === null) {
        throw new ProviderError(
          400,
          'no_session_arguments',
          'One of session_token, session_jwt or intermediate_session_token must be provided.',
        );
      }
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
    endpoint: 'POST /b2b/discovery/intermediate_sessions/exchange',
    sdkMethod: 'discovery.intermediateSessions.exchange',
    body: v.looseObject({
      ...intermediateSessionFields,
      organization_id: v.string(),
      session_duration_minutes: v.number(),
      locale: v.optional(v.string()),
    }),
    handle(
      { store },
      input,
    ): Promise<ResponseBody<B2BDiscoveryIntermediateSessionsExchangeResponse>> {
      const duration = checkSessionDuration(store, input.session_duration_minutes);
      const intermediate = requireIntermediateSession(store, input.intermediate_session_token);
      const organization = requireOrganization(store, { id: input.organization_id });
      return authenticateMember(store, organization, attemptWith(intermediate), duration);
    },
  }),
  route({
    endpoint: 'POST /b2b/discovery/organizations/create',
    sdkMethod: 'discovery.organizations.create',
    body: v.looseObject({
      ...intermediateSessionFields,
      session_duration_minutes: v.number(),
      organization_name: v.optional(v.string()),
      organization_slug: v.optional(v.string()),
      mfa_policy: v.optional(v.picklist(['OPTIONAL', 'REQUIRED_FOR_ALL'])),
      email_allowed_domains: v.optional(v.array(v.string())),
      email_jit_provisioning: v.optional(v.picklist(['RESTRICTED', 'NOT_ALLOWED'])),
    }),
    handle({ store }, input): Promise<ResponseBody<B2BDiscoveryOrganizationsCreateResponse>> {
      const duration = checkSessionDuration(store, input.session_duration_minutes);
      const intermediate = requireIntermediateSession(store, input.intermediate_session_token);
      const organization = createOrganization(store, intermediate.email, {
        name: input.organization_name,
        slug: input.organization_slug,
        mfaPolicy: input.mfa_policy,
        emailAllowedDomains: input.email_allowed_domains,
        emailJitProvisioning: input.email_jit_provisioning,
      });
      addMember(store, organization, intermediate, ['stytch_member', 'policy_admin']);
      return authenticateMember(store, organization, attemptWith(intermediate), duration);
    },
  }),
];
