/** Returns the address in the form in which addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Returns whether the text has the form of an e-mail address. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email);
}

/** Returns the part before the `@`. */
export function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

/** Returns the part after the `@`. */
export function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
