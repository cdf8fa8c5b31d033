import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import type { StoredMember } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import { type Call, route } from '../http/route.ts';
import { memberResponse, sessionResponse } from '../sessions/authenticate-member.ts';
import {
  type MemberLocator,
  memberLocator,
  requireManagedMember,
} from '../validation/permissions.ts';
import { checkSessionDuration } from '../validation/request-fields.ts';
import { getSessionOwner, requireMutableSession } from '../validation/require-records.ts';
import {
  callerFields,
  completeSecondFactor,
  countWrongCode,
  requireAttemptsLeft,
  requireCaller,
} from './second-factor.ts';

/** Generates ten recovery codes of the form `xxxx-xxxx-xxxx`. */
export function generateRecoveryCodes(store: Store): string[] {
  return Array.from({ length: LIMITS.recoveryCodes }, () => {
    const letters = store.ids.base32('recovery-code').toLowerCase();
    return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8, 12)].join('-');
  });
}

function requireMemberWithRecoveryCodes(call: Call, fields: MemberLocator): StoredMember {
  const member =
    call.door === 'backend'
      ? requireManagedMember(call, fields)
      : getSessionOwner(call.store, requireMutableSession(call)).member;
  if (member.totp?.verified !== true) throw refusal('recovery_codes_not_found');
  return member;
}

function recoveryCodesResponse(store: Store, member: StoredMember) {
  return { ...memberResponse(store, member), recovery_codes: member.recoveryCodes };
}

/** A backend names the member; a browser's session does. */
const memberFieldsOfBackend = v.looseObject(memberLocator);

export const recoveryCodeRoutes = [
  route({
    browser: 'GET /b2b/recovery_codes',
    backend: 'GET /b2b/recovery_codes/:organization_id/:member_id',
    body: memberFieldsOfBackend,
    handle(call, input) {
      const member = requireMemberWithRecoveryCodes(call, input);
      return recoveryCodesResponse(call.store, member);
    },
  }),
  route({
    browser: 'POST /b2b/recovery_codes/rotate',
    backend: true,
    isProtected: true,
    body: memberFieldsOfBackend,
    handle(call, input) {
      const member = requireMemberWithRecoveryCodes(call, input);
      member.recoveryCodes = generateRecoveryCodes(call.store);
      return recoveryCodesResponse(call.store, member);
    },
  }),
  route({
    browser: 'POST /b2b/recovery_codes/recover',
    backend: true,
    isProtected: true,
    body: v.looseObject({
      ...callerFields,
      recovery_code: v.string(),
    }),
    async handle(call, input) {
      const { store } = call;
      const duration = checkSessionDuration(call, input.session_duration_minutes);
      const caller = requireCaller(call, input);
      const { member } = caller;
      requireAttemptsLeft(caller);
      const code = input.recovery_code.trim();
      if (!member.recoveryCodes.includes(code)) {
        countWrongCode(caller);
        throw refusal('unable_to_authenticate_recovery_code');
      }
      member.recoveryCodes = member.recoveryCodes.filter((candidate) => candidate !== code);
      const session = completeSecondFactor(store, caller, 'recovery_code', duration);
      return {
        ...(await sessionResponse(store, session)),
        recovery_codes_remaining: member.recoveryCodes.length,
      };
    },
  }),
];
