/** The callback route of what leads into one organization: Google, an invitation, single sign-on, impersonation (R2.1). */
export const AUTHENTICATE_PATH = '/authenticate';

/** The callback route of Google discovery and of e-mailed links (R2.2). */
export const DISCOVERY_PATH = '/discovery';

const CALLBACK_PATHS = [AUTHENTICATE_PATH, DISCOVERY_PATH] as const;

/**
 * The callback route of a `location.pathname`; `null` for every other. Some mail programs encode the `?` of a link:
 * the path ends there, so that the token after it does not stay in the address.
 */
export function callbackPath(pathname: string): (typeof CALLBACK_PATHS)[number] | null {
  const path = normalizePath(pathname).replace(/\/?[?#].*/s, '');
  return CALLBACK_PATHS.find((callback) => callback === path) ?? null;
}

/** The usual spelling of a path: the router accepts upper case, percent-encoding, repeated and trailing slashes. */
export function normalizePath(pathname: string): string {
  return decode(pathname)
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
    .toLowerCase();
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
