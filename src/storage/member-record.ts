import { createTabRecord } from './web-storage.ts';

/** What the pages of a member keep in this tab: what they have read (`kept-reads.ts`), and a policy that is being written. */
export const memberRecord = createTabRecord('member_pages');
