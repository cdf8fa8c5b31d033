import * as v from 'valibot';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { createTabRecord } from './web-storage.ts';

/** What the pages of a member keep in this tab: what they have read, and a policy that is being written. */
export const memberTabRecord = createTabRecord('member_pages');

/** A member, and the person: by the address, which is the same in all their organizations. */
export type Author = Pick<SignedInSession, 'memberId' | 'emailAddress'>;

const savedSchema = v.object({ owner: v.string(), reads: v.looseObject({}) });
const writtenSchema = v.object({ memberId: v.string(), emailAddress: v.nullish(v.string()) });

/** What the pages of this tab had read before a reload (R17.12). */
export const savedReads = {
  /**
   * Returns what was saved of a member in an organization, or an empty object. It is given once, so that what breaks a
   * page is gone after its next reload, and removed when it is of somebody else.
   */
  take(owner: string): object {
    const { saved } = memberTabRecord.read();
    memberTabRecord.write({ saved: null });
    return v.is(savedSchema, saved) && saved.owner === owner ? saved.reads : {};
  },
  write(owner: string, reads: object): void {
    memberTabRecord.write({ saved: { owner, reads } });
  },
  remove: () => void memberTabRecord.write({ saved: null }),
};

/**
 * Removes what somebody else has left in this tab (R17.13): of what the pages had read,
 * everything that is not the member's; of what was being written, that of another person. Otherwise it waits for its
 * author to sign in or to switch back (R17.10).
 *
 * @param member who is signed in; `null` without one
 */
export function removeOtherMembersData(member: Author | null): void {
  const { saved, draft } = memberTabRecord.read();
  const isOwn =
    member !== null && v.is(savedSchema, saved) && saved.owner.endsWith(` ${member.memberId}`);
  if (!isOwn) memberTabRecord.write({ saved: null });
  if (member === null || !v.is(writtenSchema, draft)) return;
  const isSamePerson = member.emailAddress !== null && draft.emailAddress === member.emailAddress;
  if (draft.memberId !== member.memberId && !isSamePerson) memberTabRecord.write({ draft: null });
}
