import {
  type Check,
  isFiniteNumber,
  isString,
  isText,
  nothingOr,
  recordOf,
} from '#machines/rules/checks.ts';
import type { PolicyDraft, PolicyState } from '#src/features/policies/policy.ts';
import { parseJson, safeSessionStorage } from './web-storage.ts';

/** Session storage key of the policy that is being written in this tab. */
const KEY = 'policy_draft';

const isState: Check<PolicyState> = (value) => value === 'draft' || value === 'active';
const input = { name: isString, description: isString, state: isState };
const isDraft = recordOf({
  memberId: isText,
  input: recordOf(input),
  policy: nothingOr(
    recordOf({
      ...input,
      id: isText,
      organizationId: isText,
      createdAt: isFiniteNumber,
      updatedAt: isFiniteNumber,
    }),
  ),
});

/** The policy that is being written in this tab, also after its session has ended (R17.10). A member has one organization. */
export const policyDraft = {
  /** Returns what the member was writing; `null` if nothing. */
  read(memberId: string): PolicyDraft | null {
    const stored = parseJson(safeSessionStorage.read(KEY));
    if (!isDraft(stored)) safeSessionStorage.remove(KEY);
    else if (stored.memberId === memberId)
      return { input: stored.input, policy: stored.policy ?? null };
    return null;
  },
  /** Keeps what the member writes, in place of what was kept before. */
  write(memberId: string, draft: PolicyDraft): void {
    safeSessionStorage.write(KEY, JSON.stringify({ memberId, ...draft }));
  },
  remove: () => safeSessionStorage.remove(KEY),
};
