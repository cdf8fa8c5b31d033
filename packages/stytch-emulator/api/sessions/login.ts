import { normalizeEmail } from '../../store/email-address.ts';
import { findMember, findOrganization } from '../../store/lookup.ts';
import { createSession } from '../../store/sessions.ts';
import type { Factor } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { sessionResponse } from './authenticate-member.ts';

/** The session that a test begins with. */
export type Login = NonNullable<Awaited<ReturnType<typeof login>>>;

/**
 * Signs a member in without a screen, as by an e-mail link and, if she is enrolled in a second factor, by a code. What
 * the organization asks for does not count: a test may begin where no sign-in by link leads. Returns null if there is
 * no such member.
 */
export async function login(
  store: Store,
  given: { email: string; organization: string; minutes: number },
) {
  const organization = findOrganization(store, given.organization);
  const email = normalizeEmail(given.email);
  const member = organization && findMember(store, organization.id, email);
  if (member === undefined) return null;
  const at = store.clock.now();
  const factors: Factor[] = [{ method: 'magic_link', at, verifiesEmail: true, subject: email }];
  if (member.mfaEnrolled) {
    factors.push({ method: 'totp', at, verifiesEmail: false, subject: member.id });
  }
  const session = createSession(store, member, factors, given.minutes);
  const { session_token, session_jwt } = await sessionResponse(store, session);
  return {
    session_token,
    session_jwt,
    member_id: member.id,
    organization_id: member.organizationId,
    /** The cookies in which the browser SDK keeps a session, by their default names. */
    cookies: [
      { name: 'stytch_session', value: session_token },
      { name: 'stytch_session_jwt', value: session_jwt },
    ],
  };
}
