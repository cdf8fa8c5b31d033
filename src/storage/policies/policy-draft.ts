import { type Check, isFiniteNumber, isString, isText, recordOf } from '#machines/rules/checks.ts';
import type { PolicyDraft, PolicyState } from '#machines/rules/policy.ts';
import { memberRecord } from '../member-record.ts';

const isState: Check<PolicyState> = (value) => value === 'draft' || value === 'active';
const isInput = recordOf({ name: isString, description: isString, state: isState });
const isDraft = recordOf({
  memberId: isText,
  id: isText,
  version: isFiniteNumber,
  original: isInput,
  input: isInput,
});

/** The policy that is being written in this tab, also after its session has ended (R17.10). A member has one organization. */
export const policyDraft = {
  /** Returns what the member was writing; `null` if nothing. */
  read(memberId: string): PolicyDraft | null {
    const { draft } = memberRecord.read();
    if (!isDraft(draft)) memberRecord.write({ draft: null });
    else if (draft.memberId === memberId) return draft;
    return null;
  },
  /** Keeps what the member writes, in place of what was kept before. */
  write(memberId: string, draft: PolicyDraft): void {
    memberRecord.write({ draft: { memberId, ...draft } });
  },
  remove: () => void memberRecord.write({ draft: null }),
};
