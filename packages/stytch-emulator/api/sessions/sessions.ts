import * as v from 'valibot';
import { primaryFactors } from '../../store/auth-decision.ts';
import { LIMITS } from '../../store/limits.ts';
import { findMemberById } from '../../store/lookup.ts';
import { revokeSession } from '../../store/sessions.ts';
import { refusal } from '../http/provider-error.ts';
import { noBody, route } from '../http/route.ts';
import { organizationObject } from '../responses/api-objects.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import {
  requireOrganization,
  requireOwnSession,
  requireSession,
} from '../validation/require-records.ts';
import {
  authenticateMember,
  getSessionOwner,
  memberFields,
  sessionResponse,
} from './authenticate-member.ts';

export const sessionRoutes = [
  route({
    endpoint: 'POST /b2b/sessions/authenticate',
    sdkMethod: 'session.authenticate',
    body: v.optional(v.looseObject({ session_duration_minutes: v.optional(v.number()) }), {}),
    handle(call, input) {
      const { store } = call;
      const session = requireSession(call);
      if (input.session_duration_minutes !== undefined) {
        if (session.impersonator !== null) throw refusal('session_not_mutable');
        const duration = checkSessionDuration(store, input.session_duration_minutes);
        session.expiresAt = store.clock.now() + duration * LIMITS.minuteMs;
      }
      session.lastAccessedAt = store.clock.now();
      return sessionResponse(store, session);
    },
  }),
  route({
    endpoint: 'POST /b2b/sessions/revoke',
    sdkMethod: 'session.revoke',
    body: noBody,
    handle(call) {
      revokeSession(call.store, requireSession(call));
      return {};
    },
  }),
  route({
    endpoint: 'POST /b2b/sessions/revoke/:memberId',
    sdkMethod: 'session.revokeForMember',
    body: noBody,
    handle(call) {
      const { store, params } = call;
      const caller = getSessionOwner(store, requireSession(call)).member;
      const target = findMemberById(store, params.memberId ?? '');
      if (target === undefined || target.organizationId !== caller.organizationId) {
        throw refusal('member_not_found');
      }
      if (target.id !== caller.id && !caller.roles.includes('stytch_admin')) {
        throw refusal('session_authorization_error');
      }
      for (const session of store.state.sessions) {
        if (session.memberId === target.id) revokeSession(store, session);
      }
      return {};
    },
  }),
  route({
    endpoint: 'POST /b2b/sessions/exchange',
    sdkMethod: 'session.exchange',
    body: v.looseObject({
      organization_id: v.string(),
      session_duration_minutes: v.number(),
      locale: v.optional(v.string()),
    }),
    async handle(call, input) {
      const { store } = call;
      const session = requireOwnSession(call);
      const duration = checkSessionDuration(store, input.session_duration_minutes);
      const organization = requireOrganization(store, input.organization_id);
      const { member } = getSessionOwner(store, session);
      const response = await authenticateMember(
        store,
        organization,
        {
          email: member.email,
          name: member.name,
          factors: primaryFactors(session.factors),
          mayProvision: false,
        },
        duration,
      );
      // The exchange revokes the old session even if the response requires another factor.
      revokeSession(store, session);
      return response;
    },
  }),
  route({
    endpoint: 'GET /b2b/organizations/members/me',
    sdkMethod: 'self.get',
    body: noBody,
    handle(call) {
      return memberFields(call.store, requireSession(call));
    },
  }),
  route({
    endpoint: 'GET /b2b/organizations/me',
    sdkMethod: 'organization.get',
    body: noBody,
    handle(call) {
      return {
        organization: organizationObject(
          call.store,
          getSessionOwner(call.store, requireSession(call)).organization,
        ),
      };
    },
  }),
];
