import { allowsJitProvisioning } from '../../store/auth-decision.ts';
import { localPart } from '../../store/email-address.ts';
import { findMember } from '../../store/lookup.ts';
import { addMember } from '../../store/sessions.ts';
import type { StoredMember, StoredOrganization } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { refusal } from '../http/provider-error.ts';
import type { Call } from '../http/route.ts';
import {
  authenticateMember,
  intermediateSessionOf,
  memberFields,
} from '../sessions/authenticate-member.ts';
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
  const person = { email, name: localPart(email) };
  return { member: addMember(store, organization, person, ['stytch_member']), created: true };
}

/** Builds the response to a mail that was sent. It tells a browser nothing, and a backend who the member is. */
export function sentResponse({ store, door }: Call, member: StoredMember, created: boolean) {
  if (door === 'browser') return {};
  const owner = { memberId: member.id, organizationId: member.organizationId };
  return { ...memberFields(store, owner), member_created: created };
}

/** Signs a person in whose address a code or a link of the organization has verified. */
export async function authenticateByEmail(
  store: Store,
  organization: StoredOrganization,
  given: { email: string; method: 'email_otp' | 'magic_link'; token: string | undefined },
  duration: number,
) {
  const { email, method, token } = given;
  const member = findMember(store, organization.id, email);
  if (member === undefined) throw refusal('member_not_found');
  const response = await authenticateMember(
    store,
    organization,
    {
      email,
      name: member.name,
      factors: [{ method, at: store.clock.now(), verifiesEmail: true, subject: email }],
      mayProvision: false,
      intermediateSession: intermediateSessionOf(store, token, email),
    },
    duration,
  );
  const method_id = `email-test-${member.id.slice('member-test-'.length)}`;
  return { ...response, organization_id: organization.id, reset_sessions: false, method_id };
}
