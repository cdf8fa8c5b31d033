import { CODE_LENGTH } from './limits.ts';

/**
 * The digits of typed or pasted text, at most six (R8.3, R8.14).
 *
 * @param text any text, for example `Code: 123 456`
 * @returns the digits, for example `123456`
 */
export function codeDigits(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_LENGTH);
}

/** Whether a code has all six digits, so that it is sent without pressing Enter (R8.14). */
export function isWholeCode(code: string): boolean {
  return code.length === CODE_LENGTH;
}

/**
 * A typed recovery code as the provider writes it: lower case, in groups of four with hyphens (R10.3).
 *
 * @param text as typed, for example ` CKSS 2SKX-EBOW`
 * @returns for example `ckss-2skx-ebow`; text of another form only without white space
 */
export function normalizedRecoveryCode(text: string): string {
  const typed = text.replace(/\s/g, '').toLowerCase();
  const letters = typed.replaceAll('-', '');
  return /^[a-z0-9]{12}$/.test(letters) ? letters.replace(/.{4}(?!$)/g, '$&-') : typed;
}
