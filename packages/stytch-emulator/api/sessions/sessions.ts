import * as v from 'valibot';
import { primaryFactors } from '../../store/auth-decision.ts';
import { LIMITS } from '../../store/limits.ts';
import { revokeSession } from '../../store/sessions.ts';
import { refusal } from '../http/provider-error.ts';
import { noBody, route } from '../http/route.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import {
  requireMutableSession,
  requireOrganization,
  requireSession,
} from '../validation/require-records.ts';
import { authenticateMember, getSessionOwner, sessionResponse } from './authenticate-member.ts';

export const sessionRoutes = [
  route({
    endpoint: 'POST /b2b/sessions/authenticate',
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
    body: noBody,
    handle(call) {
      revokeSession(call.store, requireSession(call));
      return {};
    },
  }),
  route({
    endpoint: 'POST /b2b/sessions/exchange',
    body: v.looseObject({
      organization_id: v.string(),
      session_duration_minutes: v.number(),
    }),
    async handle(call, input) {
      const { store } = call;
      const session = requireMutableSession(call);
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
];
