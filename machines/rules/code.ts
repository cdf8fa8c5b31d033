import { withAsciiDigits } from './digits.ts';
import { CODE_LENGTH } from './limits.ts';

/** What a text has of a six-digit code. */
interface FoundCode {
  /** The digits for the field, at most six. */
  readonly digits: string;
  /** Whether the text names this code and no other one, so that it is sent without pressing Enter (R8.14). */
  readonly isCertain: boolean;
}

/** Six digits of their own. */
const SIX_DIGITS = /(?<!\d)\d{6}(?!\d)/g;

/**
 * The code in a typed or pasted text (R8.3, R8.14), for example `504181` of `Your code for Team 42 is 504181.`: six
 * digits of their own, or else the first six digits.
 *
 * @param text any text, with the digits of any script
 */
export function findCode(text: string): FoundCode {
  const plain = withAsciiDigits(text).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const all = plain.replace(/\D/g, '');
  const found = plain.match(SIX_DIGITS) ?? (isWholeCode(all) ? [all] : []);
  const [first = all.slice(0, CODE_LENGTH)] = found;
  return { digits: first, isCertain: new Set(found).size === 1 };
}

/** Whether a code has all six digits. */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_LENGTH;
}

/**
 * A typed recovery code as the provider writes it: lower case, in groups of four with hyphens (R10.3).
 *
 * @param text as typed, for example ` CKSS 2SKX–EBOW`, in any width, with the digits of any script
 * @returns for example `ckss-2skx-ebow`; text of another form only without white space
 */
export function normalizedRecoveryCode(text: string): string {
  const typed = withAsciiDigits(text)
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .toLowerCase();
  const letters = typed.replaceAll('-', '');
  return /^[a-z0-9]{12}$/.test(letters) ? letters.replace(/.{4}(?!$)/g, '$&-') : typed;
}
