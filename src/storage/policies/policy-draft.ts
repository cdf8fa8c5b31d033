import * as v from 'valibot';
import type { PolicyDraft } from '#machines/rules/policy.ts';
import { type Author, memberTabRecord } from '../member-record.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const inputSchema = v.object({
  name: v.string(),
  description: v.string(),
  state: v.picklist(['draft', 'active']),
});
const draftSchema = v.object({
  memberId: text,
  id: text,
  version: v.number(),
  original: inputSchema,
  input: inputSchema,
});

/** The policy that is being written in this tab, also after its session has ended (R17.10). A member has one organization. */
export const policyDraft = {
  /** Returns what the member was writing; `null` if nothing. */
  read(memberId: string): PolicyDraft | null {
    const { draft } = memberTabRecord.read();
    if (!v.is(draftSchema, draft)) memberTabRecord.write({ draft: null });
    else if (draft.memberId === memberId) return draft;
    return null;
  },
  /** Keeps what the member writes, in place of what was kept before. */
  write({ memberId, emailAddress }: Author, draft: PolicyDraft): void {
    memberTabRecord.write({ draft: { memberId, emailAddress, ...draft } });
  },
  /** Forgets what the member was writing. What the person writes in another organization stays. */
  remove(memberId: string): void {
    if (policyDraft.read(memberId)) memberTabRecord.write({ draft: null });
  },
};
