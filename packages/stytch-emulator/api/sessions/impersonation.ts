import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import { findMemberById } from '../../store/lookup.ts';
import { createSession } from '../../store/sessions.ts';
import type { StoredMember } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { route } from '../http/route.ts';
import { authenticatedResponse } from './authenticate-member.ts';

/** Issues the one-time link with which a support agent impersonates a member of the app at `origin`. */
export function impersonationUrl(
  store: Store,
  member: StoredMember,
  impersonator: string,
  origin: string,
): URL {
  const token = store.ids.token('impersonation-token');
  store.state.impersonationTokens.push({
    token,
    memberId: member.id,
    impersonator,
    expiresAt: store.clock.now() + LIMITS.impersonationTokenMs,
  });
  const url = new URL('/authenticate', origin);
  url.searchParams.set('stytch_token_type', 'multi_tenant_impersonation');
  url.searchParams.set('token', token);
  return url;
}

export const impersonationRoutes = [
  route({
    browser: 'POST /b2b/impersonation/authenticate',
    backend: true,
    isProtected: true,
    body: v.looseObject({ impersonation_token: v.string() }),
    async handle({ store }, input) {
      const { state, clock } = store;
      const now = clock.now();
      const stored = state.impersonationTokens.find(
        ({ token }) => token === input.impersonation_token,
      );
      const member = findMemberById(store, stored?.memberId ?? '');
      if (
        stored === undefined ||
        member === undefined ||
        member.status === 'deleted' ||
        stored.expiresAt <= now
      ) {
        throw refusal('unable_to_auth_impersonation_token');
      }
      state.impersonationTokens = state.impersonationTokens.filter((each) => each !== stored);
      const session = createSession(
        store,
        member,
        [{ method: 'impersonated', at: now, verifiesEmail: false, subject: stored.impersonator }],
        LIMITS.impersonatedSessionMinutes,
        stored.impersonator,
      );
      return {
        ...(await authenticatedResponse(store, session)),
        organization_id: member.organizationId,
      };
    },
  }),
];
