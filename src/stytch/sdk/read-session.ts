import * as v from 'valibot';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { displayName, isDisplayableEmail } from '#machines/rules/display-text.ts';
import type { MemberName } from '#machines/rules/full-name.ts';
import type { Organization } from '#machines/rules/organization.ts';
import { type RawMemberName, type RawOrganization, rawSessionSchema } from './raw-session.ts';

/**
 * Reads the member and organization of the SDK's session, of any shape, without its tokens (R11.1); `null` when it is
 * not complete.
 */
export function readSession(state: unknown): SignedInSession | null {
  if (!v.is(rawSessionSchema, state)) return null;
  const { session, member, organization } = state;
  return {
    sessionId: session.member_session_id,
    memberId: member.member_id,
    memberName: readMemberName(member.name ?? ''),
    emailAddress: knownEmail(member.email_address),
    organization: readOrganization(organization),
    roles: session.roles ?? [],
    expiresAt: Date.parse(session.expires_at),
    impersonated: (session.authentication_factors ?? []).some(
      ({ type }) => type === 'impersonated',
    ),
  };
}

/** A member's first and last name. Of a name in one text, the last word is the last name. */
export function readMemberName(name: RawMemberName): MemberName {
  if (typeof name === 'object') {
    const { first_name: first, last_name: last } = name;
    return { firstName: displayName(first ?? ''), lastName: displayName(last ?? '') };
  }
  const words = displayName(name).split(' ');
  const lastName = words.length > 1 ? words.pop() : '';
  return { firstName: words.join(' '), lastName: lastName ?? '' };
}

/** An address that cannot be shown as it is counts as unknown. */
export function knownEmail(address: string | null | undefined): string | null {
  return address != null && isDisplayableEmail(address) ? address : null;
}

/** An organization of a response, made displayable. */
export function readOrganization(raw: RawOrganization): Organization {
  const { organization_id: id, organization_slug: slug, organization_name: name } = raw;
  return { id, slug: displayName(slug), name: displayName(name) || displayName(slug) };
}
