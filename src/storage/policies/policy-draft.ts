import { type Check, isFiniteNumber, isString, isText, recordOf } from '#machines/rules/checks.ts';
import type { PolicyDraft, PolicyState } from '#machines/rules/policy.ts';
import { parseJson, safeSessionStorage } from '../web-storage.ts';

/** Session storage key of the policy that is being written in this tab. */
const KEY = 'policy_draft';

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
    const stored = parseJson(safeSessionStorage.read(KEY));
    if (!isDraft(stored)) safeSessionStorage.remove(KEY);
    else if (stored.memberId === memberId) return stored;
    return null;
  },
  /** Keeps what the member writes, in place of what was kept before. */
  write(memberId: string, draft: PolicyDraft): void {
    safeSessionStorage.write(KEY, JSON.stringify({ memberId, ...draft }));
  },
  remove: () => safeSessionStorage.remove(KEY),
};
