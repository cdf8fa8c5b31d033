import * as v from 'valibot';
import { createTabRecord } from './web-storage.ts';

/** What the pages of a member keep in this tab: what they have read (`kept-reads.ts`), and a policy that is being written. */
export const memberTabRecord = createTabRecord('member_pages');

const readSchema = v.object({ owner: v.string() });
const writtenSchema = v.object({ memberId: v.string() });

/**
 * Removes what somebody else has left in this tab (R17.13): of what the pages had read,
 * everything that is not the member's; of what was being written, that of another member. Without a member it waits
 * for its author to sign in again (R17.10).
 *
 * @param memberId the member who is signed in; `null` without one
 */
export function removeWhatOthersLeft(memberId: string | null): void {
  const { kept, draft } = memberTabRecord.read();
  const isOwn = memberId !== null && v.is(readSchema, kept) && kept.owner.endsWith(` ${memberId}`);
  if (!isOwn) memberTabRecord.write({ kept: null });
  if (memberId !== null && v.is(writtenSchema, draft) && draft.memberId !== memberId)
    memberTabRecord.write({ draft: null });
}
