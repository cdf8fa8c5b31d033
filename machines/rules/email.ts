/** Whether two addresses are the same, whatever their letter case and the white space around them. */
export function isSameEmail(a: string, b: string): boolean {
  return normalizeEmail(a) === normalizeEmail(b);
}

/**
 * An address in the form in which addresses are compared: without white space around it, in lower case. Only
 * ASCII letters have a lower case here; the Kelvin sign would become a "k", and another person's address.
 */
export function normalizeEmail(address: string): string {
  return address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * A masked e-mail address: the first character, three asterisks, then the domain part (R8.13).
 *
 * @param address any text; without an `@`, or without a character before it, the result is `***`
 * @returns for example `b***@birch.example`; the result does not show the length of the local part
 */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first] = address;
  if (at < 1 || first === undefined) return '***';
  return `${first}***${address.slice(at)}`;
}
