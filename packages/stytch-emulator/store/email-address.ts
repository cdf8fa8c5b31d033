/** Returns the address in the form in which addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Returns whether the text has the form of an e-mail address. */
export function isEmail(email: string): boolean {
  return email.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email);
}

/** The e-mail providers whose domains many people share, from the provider's documentation. */
const COMMON_PROVIDERS =
  'gmail googlemail aol yahoo icloud hotmail msn comcast live outlook att earthlink me mac sbcglobal verizon ig mail hey laposte wanadoo orange rediffmail uol bol'.split(
    ' ',
  );

/**
 * Returns whether many unrelated people have addresses of this domain: a provider's name and nothing but the ending of
 * a country or a kind, such as `.com` or `.co.uk`. A company's own domain may begin with such a name, too.
 */
export function isCommonDomain(domain: string): boolean {
  const [name = '', ...ending] = domain.split('.');
  const isEnding = ending.length === 1 || (ending.length === 2 && /^com?$/.test(ending[0] ?? ''));
  return isEnding && COMMON_PROVIDERS.includes(name);
}

/** Returns the part before the `@`. */
export function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

/** Returns the part after the `@`. */
export function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
