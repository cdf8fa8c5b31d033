import { localPart } from '../../store/email-address.ts';
import { findGoogleAccount } from '../../store/lookup.ts';
import { createIntermediateSession } from '../../store/sessions.ts';
import type { IntermediateSession } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

/** Creates the intermediate session of a person whose address a code or link has verified. */
export function createEmailVerifiedIntermediateSession(
  store: Store,
  email: string,
  method: 'email_otp' | 'magic_link',
): IntermediateSession {
  return createIntermediateSession(store, {
    email,
    name: findGoogleAccount(store, email)?.name ?? localPart(email),
    factors: [{ method, at: store.clock.now(), verifiesEmail: true, subject: email }],
  });
}
