import { CODE_LENGTH } from './limits.ts';

/**
 * What is left of typed or pasted text in a code field: its digits, at most six (R8.3, R8.14).
 *
 * @param text anything a person types or pastes, for example `Code: 123 456`
 * @returns the digits, for example `123456`
 */
export function codeDigits(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_LENGTH);
}

/** Whether a code has all its digits and can be sent without another key (R8.14). */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_LENGTH;
}
