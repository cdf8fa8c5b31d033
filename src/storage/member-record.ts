import * as v from 'valibot';
import { createTabRecord } from './web-storage.ts';

/** What the pages of a member keep in this tab: what they have read, and a policy that is being written. */
export const memberTabRecord = createTabRecord('member_pages');

const keptSchema = v.object({ owner: v.string(), reads: v.looseObject({}) });
const writtenSchema = v.object({ memberId: v.string() });

/** What the pages of this tab had read before a reload (R17.12). */
export const savedReads = {
  /**
   * Returns what was kept of a member in an organization, or an empty object. It is given once, so that what breaks a
   * page is gone after its next reload, and removed when it is of somebody else.
   */
  take(owner: string): object {
    const { kept } = memberTabRecord.read();
    memberTabRecord.write({ kept: null });
    return v.is(keptSchema, kept) && kept.owner === owner ? kept.reads : {};
  },
  write(owner: string, reads: object): void {
    memberTabRecord.write({ kept: { owner, reads } });
  },
  remove: () => void memberTabRecord.write({ kept: null }),
};

/**
 * Removes what somebody else has left in this tab (R17.13): of what the pages had read,
 * everything that is not the member's; of what was being written, that of another member. Without a member it waits
 * for its author to sign in again (R17.10).
 *
 * @param memberId the member who is signed in; `null` without one
 */
export function removeOtherMembersData(memberId: string | null): void {
  const { kept, draft } = memberTabRecord.read();
  const isOwn = memberId !== null && v.is(keptSchema, kept) && kept.owner.endsWith(` ${memberId}`);
  if (!isOwn) memberTabRecord.write({ kept: null });
  if (memberId !== null && v.is(writtenSchema, draft) && draft.memberId !== memberId)
    memberTabRecord.write({ draft: null });
}
