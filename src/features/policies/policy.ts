import { fold } from '#machines/rules/fold.ts';

/** `draft`: still being written. `active`: in force. */
export type PolicyState = 'draft' | 'active';

/** The part of a policy that a member writes. */
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

/** A policy that is being written. */
export interface PolicyDraft {
  /** The values of the form fields. */
  readonly input: PolicyInput;
  /** The policy when the editor was opened; `null` for a new one. */
  readonly policy: Policy | null;
}

/** Characters, as a reader counts them (R17.2). */
export const POLICY_NAME_MAX_LENGTH = 120;

/** Characters, as a reader counts them (R17.2). */
export const POLICY_DESCRIPTION_MAX_LENGTH = 10_000;

/** Why an input cannot be saved. */
export type PolicyProblem = 'name_missing' | 'name_too_long' | 'description_too_long';

/** The input of a new policy before anything is typed. */
export const EMPTY_POLICY: PolicyInput = { name: '', description: '', state: 'draft' };

/**
 * Returns the input as it is stored: trimmed, with the name on one line.
 *
 * @param input the values of the form fields
 */
export function normalizePolicy({ name, description, state }: PolicyInput): PolicyInput {
  return { name: name.replace(/\s+/gu, ' ').trim(), description: description.trim(), state };
}

/**
 * Checks an input after normalization (R17.2).
 *
 * @param input the values of the form fields
 * @returns the first problem, or `null` when the input can be saved
 */
export function validatePolicy(input: PolicyInput): PolicyProblem | null {
  const { name, description } = normalizePolicy(input);
  if (name === '') return 'name_missing';
  if ([...name].length > POLICY_NAME_MAX_LENGTH) return 'name_too_long';
  return [...description].length > POLICY_DESCRIPTION_MAX_LENGTH ? 'description_too_long' : null;
}

/** Whether two names differ at most in capitals, accents or spaces. */
export function isSameName(left: string, right: string): boolean {
  const [a, b] = [left, right].map((name) => fold(name).replace(/\s+/gu, ' ').trim());
  return a === b;
}

/** Whether two inputs are stored as the same policy. */
export function isSamePolicyInput(left: PolicyInput, right: PolicyInput): boolean {
  const [a, b] = [normalizePolicy(left), normalizePolicy(right)];
  return a.name === b.name && a.description === b.description && a.state === b.state;
}

/**
 * Searches policies: every word of the query must occur in the name or description. Case and accents are
 * ignored.
 *
 * @param query as typed; a blank query matches every policy
 * @returns the matches in a new array, the latest changed first
 */
export function searchPolicies(policies: readonly Policy[], query: string): readonly Policy[] {
  // Splitting may leave empty words at the ends; they occur in every text.
  const words = fold(query).split(/\s/u);
  return policies
    .filter(({ name, description }) => {
      const text = fold(`${name} ${description}`);
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => b.updatedAt - a.updatedAt || a.name.localeCompare(b.name));
}
