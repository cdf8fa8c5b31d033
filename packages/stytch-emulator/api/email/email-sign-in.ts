import { allowsJitProvisioning } from '../../store/auth-decision.ts';
import { findGoogleAccount, findMember } from '../../store/lookup.ts';
import { addMember } from '../../store/sessions.ts';
import type { Factor, StoredMember, StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import type { Call } from '../http/route.ts';
import { emailId } from '../responses/authentication-factor.ts';
import { discoveryResponse } from '../responses/discovery-response.ts';
import { memberResponse, signInWithFactor } from '../sessions/authenticate-member.ts';
import { checkEmail } from '../validation/request-fields.ts';

/**
 * Returns the member to whom a code or a link of an organization is mailed. An address of an allowed domain becomes
 * a pending member. Throws for any other address.
 */
export function memberForEmail(
  store: Store,
  organization: StoredOrganization,
  address: string,
): { member: StoredMember; created: boolean } {
  const email = checkEmail(address);
  const member = findMember(store, organization.id, email);
  if (member !== undefined) return { member, created: false };
  if (!allowsJitProvisioning(organization, email)) {
    throw refusal('email_jit_provisioning_not_allowed');
  }
  const person = { email, name: '' };
  return { member: addMember(store, organization, person, ['stytch_member']), created: true };
}

/** Builds the response to a mail that was sent. It tells a browser nothing, and a backend who the member is. */
export function sentResponse({ store, door }: Call, member: StoredMember, created: boolean) {
  if (door === 'browser') return {};
  return { ...memberResponse(store, member), member_created: created };
}

/** The factor of a person whose address a code or a link has verified. */
function emailFactor(store: Store, subject: string, method: 'email_otp' | 'magic_link'): Factor {
  return { method, at: store.clock.now(), verifiesEmail: true, subject };
}

/** Builds the response of a discovery by a code or a link. */
export function discoverByEmail(store: Store, email: string, method: 'email_otp' | 'magic_link') {
  const name = findGoogleAccount(store, email)?.name ?? '';
  return discoveryResponse(store, { email, name, factors: [emailFactor(store, email, method)] });
}

/** Signs a person in to an organization whose code or link has verified the address. */
export async function authenticateByEmail(
  store: Store,
  organization: StoredOrganization,
  given: { email: string; method: 'email_otp' | 'magic_link'; token: string | undefined },
  duration: number,
) {
  const { email, method, token } = given;
  const member = findMember(store, organization.id, email);
  if (member === undefined) throw refusal('member_not_found');
  const factor = emailFactor(store, email, method);
  const person = { email, name: member.name, factor, mayProvision: false };
  const response = await signInWithFactor(store, organization, person, token, duration);
  return { ...response, method_id: emailId(member) };
}
