/**
 * The names of the SDK's cookies for a project: its defaults, and the project. Cookies know no ports and are visible on
 * subdomains, so apps of two projects would otherwise send, overwrite and erase each other's (R13.12).
 */
export function cookieNames(publicToken: string) {
  return {
    session: `stytch_session_${publicToken}`,
    jwt: `stytch_session_jwt_${publicToken}`,
    intermediate: `stytch_intermediate_session_token_${publicToken}`,
  } as const;
}

/** Reads a cookie, as the SDK does: the first one of this name, decoded; `null` without one that can be decoded. */
export function readCookie(name: string): string | null {
  const start = `${name}=`;
  const value = cookies()
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The cookies that this document can read, as they are stored. */
function cookies(): readonly string[] {
  return document.cookie === '' ? [] : document.cookie.split('; ');
}

/**
 * Writes a cookie that is same-site lax, with path /, and except on localhost secure and available to subdomains, as the
 * SDK writes its own (R13.7). `expiresAt`: epoch milliseconds.
 */
export function writeCookie(name: string, value: string, expiresAt: number): void {
  const expires = new Date(expiresAt).toUTCString();
  const host = isLocalhost() ? '' : `; secure; domain=${window.location.hostname}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; expires=${expires}; samesite=lax${host}`;
}

/** Expires a cookie of this host, and those of its name that belong to a parent domain. */
export function expireCookie(name: string, paths: readonly string[] = ['/']): void {
  const past = 'expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax';
  const secure = isLocalhost() ? '' : '; secure';
  for (const path of paths) {
    for (const domain of visibleDomains()) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
      document.cookie = `${name}=; path=${path}; ${past}${secure}${domain}`;
    }
  }
}

/** No domain, which is a cookie of this host alone, then the host name and its parents. */
function visibleDomains(): string[] {
  const labels = window.location.hostname.split('.');
  const names = labels.map((_, index) => labels.slice(index).join('.'));
  return ['', ...names.map((name) => `; domain=${name}`)];
}

/** The paths whose cookies this document can read: each beginning of its own, with and without a slash at the end. */
function visiblePaths(): string[] {
  const parts = window.location.pathname.split('/').slice(1);
  const beginnings = parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
  return ['/', ...beginnings.flatMap((path) => [path, `${path}/`])];
}

/** Expires every cookie that this document can read (R12.4). */
export function expireAllCookies(): void {
  for (const cookie of cookies()) expireCookie(cookie.split('=')[0] ?? '', visiblePaths());
}

/** The hosts for which the SDK omits `secure`. */
function isLocalhost(): boolean {
  const { hostname } = window.location;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
