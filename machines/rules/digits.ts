const DIGIT = /^\p{Nd}$/u;

/** A text with the digits of every script as those of ASCII: each counts as its value (R8.3). */
export function withAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit)));
}

/** The digits of a script follow one another from zero; two scripts can follow one another, too. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
