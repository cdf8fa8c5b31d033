/** Whether two addresses are the same, whatever their letter case and the white space around them. */
export function isSameEmail(a: string, b: string): boolean {
  return normalizeEmail(a) === normalizeEmail(b);
}

/** An address as it is compared. Only ASCII has a lower case: the Kelvin sign would be the "k" of another person. */
export function normalizeEmail(address: string): string {
  return address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A masked e-mail address (R8.13): `b***@birch.example`, which hides the length; `***` for any other text. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first] = address;
  if (at < 1 || first === undefined) return '***';
  return `${first}***${address.slice(at)}`;
}
