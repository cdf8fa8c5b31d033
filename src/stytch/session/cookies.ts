/** The names of the SDK's cookies: its defaults. */
export const SESSION_COOKIE = 'stytch_session';
export const SESSION_JWT_COOKIE = 'stytch_session_jwt';
export const INTERMEDIATE_COOKIE = 'stytch_intermediate_session_token';

/**
 * Reads a cookie, as the SDK does: the first one whose decoded name is this one.
 *
 * @param name the cookie's name
 * @returns its value, decoded; `null` when there is none or it cannot be decoded
 */
export function readCookie(name: string): string | null {
  const found = cookies().find((cookie) => decode(cookie.name) === name);
  return found === undefined ? null : decode(found.value);
}

/** The cookies that this document can read, with names and values as they are stored. */
function cookies(): { readonly name: string; readonly value: string }[] {
  return document.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('=') };
  });
}

/** The stored names that are read as this one. */
function spellingsOf(name: string): string[] {
  return cookies().flatMap((cookie) => (decode(cookie.name) === name ? [cookie.name] : []));
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
 * Expires a cookie under every domain and path with which this page can see it: the SDK writes a domain cookie
 * outside localhost, and a sibling host or another path can have set one of the same name, also a partitioned one
 * or one in another spelling.
 *
 * @param name the cookie's name
 * @param paths the paths to expire it on
 * @param domains the domain attributes to expire it with
 */
export function expireCookie(
  name: string,
  paths = visiblePaths(),
  domains = visibleDomains(),
): void {
  const kinds = isLocalhost() ? [''] : ['; secure', '; secure; partitioned'];
  for (const spelling of new Set([name, ...spellingsOf(name)])) {
    const past = `${spelling}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax`;
    for (const domain of domains) {
      for (const path of paths) {
        for (const kind of kinds) {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
          document.cookie = `${past}; path=${path}${kind}${domain}`;
        }
      }
    }
  }
}

/**
 * Expires cookies that are read in place of the SDK's, with which another host of the same site could put its own
 * session in place of the member's. A cookie with a longer path than `/`, where the SDK writes, comes first. Of two
 * on the same path the older one does, whatever its domain; a cookie of another domain that is alone stays, because
 * another app of the site may have started the session. The SDK writes its names in one spelling.
 */
export function expireShadowingCookies(): void {
  // The SDK puts the token into a header, which fails for every call while it has such characters.
  if (!/^[!-9;-~]*$/.test(readCookie(SESSION_COOKIE) ?? '')) expireCookie(SESSION_COOKIE);
  const others = visibleDomains().filter((domain) => domain !== ownDomain());
  for (const name of [SESSION_COOKIE, SESSION_JWT_COOKIE, INTERMEDIATE_COOKIE]) {
    expireCookie(name, visiblePaths().slice(1));
    const spellings = spellingsOf(name);
    for (const spelling of spellings) if (spelling !== name) expireCookie(spelling);
    if (spellings.length > 1) expireCookie(name, ['/'], others);
  }
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

/** `/`, then each folder of this page's path, with and without its last slash. */
function visiblePaths(): string[] {
  const folders = window.location.pathname.split('/').filter((folder) => folder !== '');
  const paths = folders.map((_, index) => `/${folders.slice(0, index + 1).join('/')}`);
  return ['/', ...paths.flatMap((path) => [path, `${path}/`])];
}

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
