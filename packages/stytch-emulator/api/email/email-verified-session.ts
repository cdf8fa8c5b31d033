import { localPart } from '../../store/email-address.ts';
import { findGoogleAccount } from '../../store/lookup.ts';
import { createIntermediateSession } from '../../store/sessions.ts';
import type { Factor, IntermediateSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

export type EmailMethod = 'email_otp' | 'magic_link';

/** Returns the factor of a code or link that was redeemed now. */
export function emailFactor(store: Store, email: string, method: EmailMethod): Factor {
  return { method, at: store.clock.now(), verifiesEmail: true, subject: email };
}

/** Creates the intermediate session of a person whose address a code or link has verified. */
export function createEmailVerifiedIntermediateSession(
  store: Store,
  email: string,
  method: EmailMethod,
): IntermediateSession {
  return createIntermediateSession(store, {
    email,
    name: findGoogleAccount(store, email)?.name ?? localPart(email),
    factors: [emailFactor(store, email, method)],
  });
}
