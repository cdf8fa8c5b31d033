import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';

/** The names of the SDK's cookies: its defaults. */
export const SESSION_COOKIE = 'stytch_session';
export const SESSION_JWT_COOKIE = 'stytch_session_jwt';
export const INTERMEDIATE_COOKIE = 'stytch_intermediate_session_token';

/**
 * Reads a cookie, as the SDK does: the first one of this name.
 *
 * @returns its value, decoded; `null` when there is none or it cannot be decoded
 */
export function readCookie(name: string): string | null {
  const value = cookies().find((cookie) => cookie.name === name)?.value;
  return value === undefined ? null : decode(value);
}

/** The cookies that this document can read, as they are stored. */
function cookies(): { readonly name: string; readonly value: string }[] {
  return document.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('=') };
  });
}

/**
 * Writes a cookie that is same-site lax, with path /, and except on localhost secure and available to subdomains,
 * as the SDK writes its own (R13.7).
 *
 * @param name the cookie's name
 * @param value its value, which is encoded here
 * @param expiresAt when it expires, in epoch milliseconds
 */
export function writeCookie(name: string, value: string, expiresAt: number): void {
  const expires = new Date(expiresAt).toUTCString();
  const host = isLocalhost() ? '' : `; secure${ownDomain()}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; expires=${expires}; samesite=lax${host}`;
}

/**
 * Expires a cookie under every domain and path of the product's pages: the SDK writes a domain cookie outside localhost,
 * and another app of the same site can have set one of the same name, also a partitioned one.
 *
 * @param name the cookie's name
 * @param paths the paths to expire it on
 * @param domains the domain attributes to expire it with
 */
export function expireCookie(name: string, paths = PATHS, domains = visibleDomains()): void {
  const kinds = isLocalhost() ? [''] : ['; secure', '; secure; partitioned'];
  const past = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax`;
  for (const domain of domains) {
    for (const path of paths) {
      for (const kind of kinds) {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
        document.cookie = `${past}; path=${path}${kind}${domain}`;
      }
    }
  }
}

/**
 * Expires cookies that are read in place of the SDK's, as another app of the same site can leave them. A cookie with a
 * longer path than `/`, where the SDK writes, comes first; of two on the same path the older one does, whatever its
 * domain. A cookie of another domain that is alone stays, because another app of the site may have started the session,
 * unless the SDK cannot put it into a header, which fails for every call.
 */
export function expireShadowingCookies(): void {
  const others = visibleDomains().filter((domain) => domain !== ownDomain());
  const count = (name: string) => cookies().filter((cookie) => cookie.name === name).length;
  for (const name of [
    SESSION_COOKIE,
    SESSION_JWT_COOKIE,
    INTERMEDIATE_COOKIE,
    IMPERSONATION_COOKIE,
  ]) {
    if (count(name) === 0) continue;
    expireCookie(name, PATHS.slice(1));
    // Only now: a cookie of a longer path must not count as a second one of the path `/`.
    if (count(name) > 1) expireCookie(name, ['/'], others);
    if (!canBeSent(readCookie(name))) expireCookie(name);
  }
}

/** Whether a token can stand in an authorization header. */
export function canBeSent(token: string | null): token is string {
  return /^[!-9;-~]+$/.test(token ?? '');
}

/** The domain attribute of the SDK's cookies. */
function ownDomain(): string {
  return isLocalhost() ? '' : `; domain=${window.location.hostname}`;
}

/** No domain, which is a cookie of this host alone, then the host name and its parents. */
function visibleDomains(): string[] {
  const labels = window.location.hostname.split('.');
  const names = labels.map((_, index) => labels.slice(index).join('.'));
  return ['', ...names.map((name) => `; domain=${name}`)];
}

/** The paths of the product's pages: a cookie of a longer path than `/` comes first. */
const PATHS = ['/', '/policies', '/authenticate', '/discovery'];

/** Expires every cookie that this document can read (R12.4). */
export function expireAllCookies(): void {
  for (const { name } of cookies()) if (name !== '') expireCookie(name);
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The hosts for which the SDK omits `secure`. */
function isLocalhost(): boolean {
  const { hostname } = window.location;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
