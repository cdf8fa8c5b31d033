import { withAsciiDigits } from './fold.ts';
import { CODE_LENGTH } from './limits.ts';

/** The six-digit code, or its beginning, that a text contains. */
interface FoundCode {
  /** The digits for the field, at most six. */
  readonly digits: string;
  /** Whether the text names this code and no other one, so that it is sent without pressing Enter (R8.14). */
  readonly isCertain: boolean;
}

/** Six digits that are no part of a longer number, also in two groups of three. */
const CODES = /(?<!\d)\d{3}[ \p{Pd}]?\d{3}(?!\d)/gu;

/**
 * Finds the code in a typed or pasted text, with the digits of any script (R8.3, R8.14): `504181` in `Your code for Team
 * 42 is 504181.` The code is the first number of six digits. Without such a number, it is the first six digits.
 */
export function findCode(text: string): FoundCode {
  const plain = withAsciiDigits(text).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const found = (plain.match(CODES) ?? []).map(digitsOf);
  const [first = digitsOf(plain).slice(0, CODE_LENGTH)] = found;
  return { digits: first, isCertain: new Set(found).size === 1 };
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Whether a code has all six digits. */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_LENGTH;
}
