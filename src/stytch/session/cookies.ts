/** The names under which the SDK keeps its cookies (its defaults, which this project does not change). */
export const SESSION_COOKIE = 'stytch_session';
export const SESSION_JWT_COOKIE = 'stytch_session_jwt';
export const INTERMEDIATE_COOKIE = 'stytch_intermediate_session_token';

/**
 * The value of a cookie of this document.
 *
 * @param name the cookie's name
 * @returns its value, decoded; `null` when there is none, or none that can be decoded
 */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const [key, ...rest] = pair.split('=');
    if (key === name) return decoded(rest.join('='));
  }
  return null;
}

/**
 * Writes a cookie that is same-site lax, secure except on localhost, with path / (R13.7).
 *
 * @param name the cookie's name
 * @param value its value, encoded here
 * @param expiresAt when it ends, in epoch milliseconds
 */
export function writeCookie(name: string, value: string, expiresAt: number): void {
  const expires = new Date(expiresAt).toUTCString();
  const secure = isLocalhost() ? '' : '; secure';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; expires=${expires}; samesite=lax${secure}`;
}

/**
 * Ends a cookie by name, both as a host cookie and as the domain cookie the SDK writes outside localhost.
 *
 * @param name the cookie's name
 */
export function expireCookie(name: string): void {
  const past = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax`;
  const secure = isLocalhost() ? '' : '; secure';
  for (const domain of ['', `; domain=${window.location.hostname}`]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
    document.cookie = past + secure + domain;
  }
}

/** Ends every cookie this document can see (R12.4). */
export function expireAllCookies(): void {
  for (const pair of document.cookie.split('; ')) {
    const [name] = pair.split('=');
    if (name) expireCookie(name);
  }
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The same hosts for which the SDK leaves `secure` out. */
function isLocalhost(): boolean {
  const { hostname } = window.location;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
