import { fold } from './fold.ts';

/** `draft`: still being written. `active`: in force. */
export type PolicyState = 'draft' | 'active';

/** The part of a policy that a member writes. */
export interface PolicyInput {
  readonly name: string;
  readonly description: string;
  readonly state: PolicyState;
}

/** Characters, as a reader counts them (R17.2). */
export const POLICY_NAME_MAX_LENGTH = 120;

/** Characters, as a reader counts them (R17.2). */
export const POLICY_DESCRIPTION_MAX_LENGTH = 10_000;

/** Why an input cannot be saved. */
export type PolicyProblem = 'name_missing' | 'name_too_long' | 'description_too_long';

/** The input of a new policy before anything is typed. */
export const EMPTY_POLICY: PolicyInput = { name: '', description: '', state: 'draft' };

/** NUL and lone surrogates, which no database stores as text. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** Returns the input as it is stored: trimmed, with the name on one line, without characters that cannot be stored. */
export function normalizePolicy({ name, description, state }: PolicyInput): PolicyInput {
  const stored = (text: string) => text.replace(UNSTORABLE, '');
  return {
    name: stored(name).replace(/\s+/gu, ' ').trim(),
    description: stored(description).trim(),
    state,
  };
}

/** Returns why an input cannot be saved once it is normalized; `null` when it can (R17.2). */
export function validatePolicy(input: PolicyInput): PolicyProblem | null {
  const { name, description } = normalizePolicy(input);
  if (name === '') return 'name_missing';
  if ([...name].length > POLICY_NAME_MAX_LENGTH) return 'name_too_long';
  return [...description].length > POLICY_DESCRIPTION_MAX_LENGTH ? 'description_too_long' : null;
}

/** Whether two inputs are stored as the same policy. */
export function isSamePolicyInput(left: PolicyInput, right: PolicyInput): boolean {
  return JSON.stringify(normalizePolicy(left)) === JSON.stringify(normalizePolicy(right));
}

/** The words of a search, as they occur in a normalized text: case and accents are ignored (R17.3). */
export function searchWords(query: string): string[] {
  return fold(query.replace(UNSTORABLE, '')).split(/\s+/u).filter(Boolean);
}

/** A policy that is being written. */
export interface PolicyDraft {
  /** Chosen by the page, so that a creation that is sent again is the same policy. */
  readonly id: string;
  /** The version that the member has seen; 0 of a new one. */
  readonly version: number;
  /** The policy when the editor was opened. */
  readonly original: PolicyInput;
  /** The values of the form fields. */
  readonly input: PolicyInput;
}
