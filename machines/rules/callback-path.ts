/** Where organization-specific Google sign-in and impersonation links return to (R2.1). */
export const AUTHENTICATE_PATH = '/authenticate';

/** Where discovery Google sign-in and e-mailed links return to (R2.2). */
export const DISCOVERY_PATH = '/discovery';

const CALLBACK_PATHS = [AUTHENTICATE_PATH, DISCOVERY_PATH] as const;

export type CallbackPath = (typeof CALLBACK_PATHS)[number];

/**
 * The callback route that a path leads to. The router accepts upper case, percent-encoding and repeated or
 * trailing slashes, so the comparison is made on the normalised path: a token in any of these spellings is
 * a returned token.
 *
 * @param pathname the path of a URL, as `location.pathname` gives it
 * @returns the route's own spelling, or `null` when the path leads to no callback route
 */
export function callbackPath(pathname: string): CallbackPath | null {
  const path = decode(pathname).replace(/\/+/g, '/').replace(/\/$/, '').toLowerCase();
  return CALLBACK_PATHS.find((callback) => callback === path) ?? null;
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
