import * as v from 'valibot';
import { createTabRecord } from './web-storage.ts';

/** What the pages of a member keep in this tab: what they have read, and a policy that is being written. */
export const memberTabRecord = createTabRecord('member_pages');

const savedSchema = v.object({ owner: v.string(), reads: v.looseObject({}) });
const writtenSchema = v.object({ memberId: v.string() });

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
 * everything that is not the member's; of what was being written, that of another member. Without a member it waits
 * for its author to sign in again (R17.10).
 *
 * @param memberId the member who is signed in; `null` without one
 */
export function removeOtherMembersData(memberId: string | null): void {
  const { saved, draft } = memberTabRecord.read();
  const isOwn =
    memberId !== null && v.is(savedSchema, saved) && saved.owner.endsWith(` ${memberId}`);
  if (!isOwn) memberTabRecord.write({ saved: null });
  if (memberId !== null && v.is(writtenSchema, draft) && draft.memberId !== memberId)
    memberTabRecord.write({ draft: null });
}
