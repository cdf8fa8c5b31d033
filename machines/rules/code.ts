import { withAsciiDigits } from './fold.ts';
import { CODE_LENGTH } from './limits.ts';

/** What a text has of a six-digit code. */
interface FoundCode {
  /** The digits for the field, at most six. */
  readonly digits: string;
  /** Whether the text names this code and no other one, so that it is sent without pressing Enter (R8.14). */
  readonly isCertain: boolean;
}

/** Six digits in a row. */
const SIX_DIGITS = /(?<!\d)\d{6}(?!\d)/g;

/** Groups of digits that are written as one number: a grouped code, a date, or a phone number. */
const NUMBERS = /\d+(?:(?:[ \p{Pd}./]|\) ?)\d+)*/gu;

/** A number that is a code: six digits, or twice three of them. */
const CODE = /^\d{3}[ \p{Pd}]?\d{3}$/u;

/**
 * The code in a typed or pasted text, with the digits of any script (R8.3, R8.14): `504181` of `Your code for Team 42
 * is 504181.` It is a number of its own, as no date or phone number is, else six digits in a row, else the first six.
 */
export function findCode(text: string): FoundCode {
  const plain = withAsciiDigits(text).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const codes = (plain.match(NUMBERS) ?? []).filter((number) => CODE.test(number)).map(digitsOf);
  const found = [...codes, ...(plain.match(SIX_DIGITS) ?? [])];
  const [first = digitsOf(plain).slice(0, CODE_LENGTH)] = found;
  return { digits: first, isCertain: codes.length > 0 && new Set(found).size === 1 };
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Whether a code has all six digits. */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_LENGTH;
}
