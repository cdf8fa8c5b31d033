import type {
  RecoveryCodeGetResponse,
  RecoveryCodeRecoverResponse,
  RecoveryCodeRotateResponse,
} from '@stytch/vanilla-js/b2b/headless';
import * as v from 'valibot';
import { LIMITS } from '../../store/limits.ts';
import type { StoredMember } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Answer } from '../http/json-response.ts';
import { ProviderError, refusals } from '../http/provider-error.ts';
import { type Call, extras, intermediateExtras, noInput, route } from '../http/route.ts';
import { checkDuration, ownersOf, sessionAnswer } from '../sessions/authenticate-member.ts';
import { requireSession } from '../sessions/sessions.ts';
import {
  completeSecondFactor,
  countWrongCode,
  requireAttemptsLeft,
  requireClaimant,
} from './second-factor.ts';

/** Ten new recovery codes of the form `xxxx-xxxx-xxxx`. */
export function freshRecoveryCodes(store: Store): string[] {
  return Array.from({ length: LIMITS.recoveryCodes }, () => {
    const letters = store.ids.base32('recovery-code').toLowerCase();
    return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8, 12)].join('-');
  });
}

function requireCodeOwner(call: Call): StoredMember {
  const session = requireSession(call);
  if (session.impersonator !== null) throw refusals.impersonatedSession();
  const { member } = ownersOf(call.store, session);
  if (member.totp?.verified !== true) {
    throw new ProviderError(404, 'recovery_codes_not_found', 'Recovery codes could not be found.');
  }
  return member;
}

export const recoveryCodeRoutes = [
  route({
    method: 'GET',
    path: '/b2b/recovery_codes',
    sdk: 'recoveryCodes.get',
    input: noInput,
    handle(call): Answer<RecoveryCodeGetResponse> {
      return { recovery_codes: requireCodeOwner(call).recoveryCodes };
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/recovery_codes/rotate',
    sdk: 'recoveryCodes.rotate',
    input: v.optional(v.looseObject(extras)),
    handle(call): Answer<RecoveryCodeRotateResponse> {
      const member = requireCodeOwner(call);
      member.recoveryCodes = freshRecoveryCodes(call.store);
      return { recovery_codes: member.recoveryCodes };
    },
  }),
  route({
    method: 'POST',
    path: '/b2b/recovery_codes/recover',
    sdk: 'recoveryCodes.recover',
    input: v.looseObject({
      ...intermediateExtras,
      organization_id: v.string(),
      member_id: v.string(),
      recovery_code: v.string(),
      session_duration_minutes: v.number(),
    }),
    async handle(call, input): Promise<Answer<RecoveryCodeRecoverResponse>> {
      const { store } = call;
      const duration = checkDuration(store, input.session_duration_minutes);
      const claimant = requireClaimant(call, input);
      const { member } = claimant;
      requireAttemptsLeft(claimant);
      const code = input.recovery_code.trim();
      if (!member.recoveryCodes.includes(code)) {
        countWrongCode(claimant);
        throw new ProviderError(
          401,
          'unable_to_authenticate_recovery_code',
          'The recovery code could not be authenticated. Each code works once.',
        );
      }
      member.recoveryCodes = member.recoveryCodes.filter((one) => one !== code);
      const session = completeSecondFactor(store, claimant, 'recovery_code', duration);
      return {
        ...(await sessionAnswer(store, session)),
        recovery_codes_remaining: member.recoveryCodes.length,
      };
    },
  }),
];
