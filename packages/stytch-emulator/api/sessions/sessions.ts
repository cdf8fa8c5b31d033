import * as v from 'valibot';
import { PUBLIC_KEY } from '../../crypto/signing-key.ts';
import { EMULATOR_PROJECT_ID } from '../../emulated-project.ts';
import { primaryFactors } from '../../store/auth-decision.ts';
import { LIMITS } from '../../store/limits.ts';
import { findMemberById, findOrganization, isActive } from '../../store/lookup.ts';
import { revokeMemberSessions, revokeSession } from '../../store/sessions.ts';
import type { StoredSession } from '../../store/state.ts';
import { refusal } from '../http/provider-error.ts';
import { type Call, route } from '../http/route.ts';
import { sessionObject } from '../responses/api-objects.ts';
import { isPermitted, requireManagedMember, requirePermission } from '../validation/permissions.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import {
  getSessionOwner,
  requireMutableSession,
  requireOrganization,
  requireSession,
} from '../validation/require-records.ts';
import { authenticateMember, sessionResponse } from './authenticate-member.ts';

const authorizationCheck = v.looseObject({
  organization_id: v.string(),
  resource_id: v.string(),
  action: v.string(),
});

/** Returns the roles of the session's member that permit an action. Throws if there is none. */
function checkAuthorization(
  call: Call,
  session: StoredSession,
  check: v.InferOutput<typeof authorizationCheck>,
) {
  const { member, organization } = getSessionOwner(call.store, session);
  if (findOrganization(call.store, check.organization_id)?.id !== organization.id) {
    throw refusal('session_authorization_tenancy_error');
  }
  const { resource_id, action } = check;
  const granting_roles = member.roles.filter((role) =>
    isPermitted(call, [role], resource_id, action),
  );
  if (granting_roles.length === 0) throw refusal('session_authorization_error');
  return { authorized: true, granting_roles };
}

export const sessionRoutes = [
  route({
    browser: 'POST /b2b/sessions/authenticate',
    backend: true,
    body: v.looseObject({
      session_duration_minutes: v.optional(v.number()),
      authorization_check: v.optional(authorizationCheck),
    }),
    async handle(call, input) {
      const { store } = call;
      const session = requireSession(call);
      const { authorization_check: check } = input;
      const verdict = check === undefined ? null : checkAuthorization(call, session, check);
      if (input.session_duration_minutes !== undefined) {
        if (session.impersonator !== null) throw refusal('session_not_mutable');
        const duration = checkSessionDuration(call, input.session_duration_minutes);
        session.expiresAt = store.clock.now() + duration * LIMITS.minuteMs;
      }
      session.lastAccessedAt = store.clock.now();
      const response = await sessionResponse(store, session);
      return call.door === 'backend' ? { ...response, verdict } : response;
    },
  }),
  route({
    backend: 'GET /b2b/sessions',
    body: v.looseObject({ organization_id: v.string(), member_id: v.string() }),
    handle(call, input) {
      const { store } = call;
      const { id } = requireManagedMember(call, input);
      const active = store.state.sessions.filter(
        (each) => each.memberId === id && isActive(store, each),
      );
      return { member_sessions: active.map((session) => sessionObject(store, session)) };
    },
  }),
  route({
    browser: 'POST /b2b/sessions/revoke',
    backend: true,
    body: v.looseObject({
      member_session_id: v.optional(v.string()),
      member_id: v.optional(v.string()),
    }),
    handle(call, input) {
      const { store, door } = call;
      const { member_id, member_session_id } = input;
      const namesSession = door === 'browser' || call.sessionToken !== null;
      if (!namesSession && member_id !== undefined) {
        if (findMemberById(store, member_id) === undefined) throw refusal('member_not_found');
        revokeMemberSessions(store, member_id);
      } else if (!namesSession && member_session_id !== undefined) {
        const session = store.state.sessions.find(({ id }) => id === member_session_id);
        if (session === undefined) throw refusal('session_not_found');
        revokeSession(store, session);
      } else {
        revokeSession(store, requireSession(call));
      }
      return {};
    },
  }),
  route({
    backend: 'GET /b2b/sessions/jwks/:project_id',
    credentials: false,
    body: v.looseObject({ project_id: v.literal(EMULATOR_PROJECT_ID) }),
    handle: () => ({ keys: [PUBLIC_KEY] }),
  }),
  route({
    browser: 'POST /b2b/sessions/revoke/:member_id',
    body: v.looseObject({ member_id: v.string() }),
    handle(call, input) {
      const { id } = requireManagedMember(call, input);
      requirePermission(call, 'stytch.member', 'revoke-sessions', id);
      revokeMemberSessions(call.store, id);
      return {};
    },
  }),
  route({
    browser: 'POST /b2b/sessions/exchange',
    backend: true,
    body: v.looseObject({
      organization_id: v.string(),
      session_duration_minutes: v.optional(v.number()),
    }),
    async handle(call, input) {
      const { store } = call;
      const session = requireMutableSession(call);
      const duration = checkSessionDuration(call, input.session_duration_minutes);
      const organization = requireOrganization(store, input.organization_id);
      const { email, name } = getSessionOwner(store, session).member;
      const factors = primaryFactors(session.factors);
      const attempt = { email, name, factors, mayProvision: false };
      const response = await authenticateMember(store, organization, attempt, duration);
      // The exchange revokes the old session even if the response requires another factor.
      revokeSession(store, session);
      return response;
    },
  }),
];
