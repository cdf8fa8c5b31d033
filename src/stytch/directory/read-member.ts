import * as v from 'valibot';
import { displayName } from '#machines/rules/display-text.ts';
import { fullName } from '#machines/rules/full-name.ts';
import { MEMBER_ROLE } from '#machines/rules/roles.ts';
import { DirectoryError, type DirectoryMember, type MemberStatus } from '../../api/directory.ts';
import { type RawMember, rawMemberSchema } from '../sdk/raw-session.ts';
import { knownEmail, readMemberName } from '../sdk/read-session.ts';

/** The provider's states of a member. A pending one has been added and has not signed in yet. */
const STATUSES: Readonly<Record<string, MemberStatus>> = {
  active: 'active',
  invited: 'invited',
  pending: 'invited',
  deleted: 'removed',
};

/** The words of the provider for a state. */
export function providerStatuses(status: MemberStatus): string[] {
  return Object.keys(STATUSES).filter((word) => STATUSES[word] === status);
}

const roleSchema = v.looseObject({
  role_id: v.string(),
  sources: v.fallback(v.array(v.looseObject({ type: v.string() })), []),
});

const memberSchema = v.object({
  ...rawMemberSchema.entries,
  status: v.string(),
  roles: v.fallback(v.array(roleSchema), []),
});

/** Reads a member in a response; `null` for one that is not complete, or of an unknown state. */
export function readRow(raw: unknown): DirectoryMember | null {
  const parsed = v.safeParse(memberSchema, raw);
  const status = parsed.success ? STATUSES[parsed.output.status] : undefined;
  if (!parsed.success || status === undefined) return null;
  const member = parsed.output;
  return {
    id: member.member_id,
    name: memberName(member),
    emailAddress: knownEmail(member.email_address),
    status,
    roles: member.roles
      .filter(({ role_id }) => role_id !== MEMBER_ROLE)
      .map(({ role_id: id, sources }) => ({
        id,
        isAssigned: sources.some(({ type }) => type === 'direct_assignment'),
      })),
  };
}

/** Reads the member of a response. @throws a `DirectoryError` for one that is not complete */
export function readMember(raw: unknown): DirectoryMember {
  const member = readRow(raw);
  if (member === null) throw new DirectoryError('unreachable');
  return member;
}

/** The name of a member on one line; empty when the provider knows none. */
export function memberName({ name }: RawMember): string {
  return displayName(fullName(readMemberName(name ?? '')));
}
