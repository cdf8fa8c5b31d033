/** A policy stands in force, or is still being written. */
export type PolicyState = 'draft' | 'active';

/** What a person writes of a policy. */
export interface PolicyInput {
  readonly name: string;
  readonly description: string;
  readonly state: PolicyState;
}

/** A policy of one organization. */
export interface Policy extends PolicyInput {
  readonly id: string;
  readonly organizationId: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
}

/** Characters in the longest name of a policy. */
export const POLICY_NAME_MAX_LENGTH = 120;

/** Characters in the longest description of a policy. */
export const POLICY_DESCRIPTION_MAX_LENGTH = 10_000;

/** Why a text cannot be kept as a policy. */
export type PolicyProblem = 'name_missing' | 'name_too_long' | 'description_too_long';

/** A new policy as it stands before anybody has typed. */
export const EMPTY_POLICY: PolicyInput = { name: '', description: '', state: 'draft' };

/**
 * A text as it is kept: white space around it is not part of it, and a name is one line.
 *
 * @param typed as it stands in the fields
 */
export function normalizePolicy({ name, description, state }: PolicyInput): PolicyInput {
  return { name: name.replace(/\s+/gu, ' ').trim(), description: description.trim(), state };
}

/**
 * Why a text cannot be kept, or `null` when it can. Length counts what a reader sees as a character.
 *
 * @param typed as it stands in the fields
 */
export function validatePolicy(typed: PolicyInput): PolicyProblem | null {
  const { name, description } = normalizePolicy(typed);
  if (name === '') return 'name_missing';
  if ([...name].length > POLICY_NAME_MAX_LENGTH) return 'name_too_long';
  return [...description].length > POLICY_DESCRIPTION_MAX_LENGTH ? 'description_too_long' : null;
}

/** Whether two texts would be kept as the same. */
export function isSamePolicyInput(one: PolicyInput, other: PolicyInput): boolean {
  const [a, b] = [normalizePolicy(one), normalizePolicy(other)];
  return a.name === b.name && a.description === b.description && a.state === b.state;
}

/**
 * The policies that hold every word of a search, in name or description, whatever the case and accents; the
 * latest changed first.
 *
 * @param words as typed; blank finds all
 */
export function searchPolicies(policies: readonly Policy[], words: string): readonly Policy[] {
  // An empty word, before or after white space, is part of every text.
  const wanted = plain(words).split(/\s/u);
  return policies
    .filter(({ name, description }) => {
      const text = plain(`${name} ${description}`);
      return wanted.every((word) => text.includes(word));
    })
    .sort((a, b) => b.updatedAt - a.updatedAt || a.name.localeCompare(b.name));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
