import { withAsciiDigits } from '../../rules/fold.ts';

/**
 * A typed recovery code as the provider writes it (R10.3): `ckss-2skx-ebow` of ` CKSS 2SKX–EBOW`, in any width and
 * script. Text of another form is returned in lower case without white space.
 */
export function normalizedRecoveryCode(text: string): string {
  const typed = withAsciiDigits(text)
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .toLowerCase();
  const letters = typed.replaceAll('-', '');
  return /^[a-z0-9]{12}$/.test(letters) ? letters.replace(/.{4}(?!$)/g, '$&-') : typed;
}
