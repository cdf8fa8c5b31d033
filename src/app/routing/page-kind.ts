import { callbackPath, normalizePath } from '#machines/rules/callback-path.ts';

/** A page needs a session (R2.10), the token of a callback, or neither. */
type PageKind = 'member' | 'callback' | 'public';

/** The pages that need no session. */
export const PUBLIC_PATHS: readonly string[] = [
  '/chart',
  '/health',
  '/github/app-setup',
  '/github/connected',
];

/**
 * Says what the page of a path needs, without the router, which the sign-in does not load. A test compares it with the
 * router.
 *
 * @param pathname the path of a URL, in any spelling that the router accepts
 */
export function pageKind(pathname: string): PageKind {
  if (callbackPath(pathname) !== null) return 'callback';
  return PUBLIC_PATHS.includes(normalizePath(pathname)) ? 'public' : 'member';
}
