import { isString, recordOf } from '#machines/rules/checks.ts';
import { createTabRecord } from './web-storage.ts';

/** What the pages of a member keep in this tab: what they have read (`kept-reads.ts`), and a policy that is being written. */
export const memberRecord = createTabRecord('member_pages');

const isRead = recordOf({ owner: isString });
const isWritten = recordOf({ memberId: isString });

/**
 * Removes what somebody else has left in this tab (R17.13): of what the pages had read,
 * everything that is not the member's; of what was being written, that of another member. Without a member it waits
 * for its author to sign in again (R17.10).
 *
 * @param memberId the member who is signed in; `null` without one
 */
export function removeWhatOthersLeft(memberId: string | null): void {
  const { kept, draft } = memberRecord.read();
  const isOwn = memberId !== null && isRead(kept) && kept.owner.endsWith(` ${memberId}`);
  if (!isOwn) memberRecord.write({ kept: null });
  if (memberId !== null && isWritten(draft) && draft.memberId !== memberId)
    memberRecord.write({ draft: null });
}
