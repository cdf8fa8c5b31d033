import { callbackPath, normalizePath } from '#machines/rules/callback-path.ts';

/** What a page needs: a session (R2.10), the token of a callback, or neither. */
export type PageKind = 'member' | 'callback' | 'public';

/** The routes that have a page of their own. Every other path leads to the page that does not exist. */
const KINDS: Readonly<Record<string, PageKind>> = {
  '/': 'member',
  '/policies': 'member',
  '/authenticate': 'callback',
  '/discovery': 'callback',
  '/chart': 'public',
  '/health': 'public',
  '/github/app-setup': 'public',
  '/github/connected': 'public',
};

/** The route of the page that does not exist, as the router names it. */
const UNKNOWN_ROUTE = '/$';

/**
 * Names the route of a path without the router, which the sign-in does not load. A test compares it with the router.
 *
 * @param pathname the path of a URL, in any spelling that the router accepts
 * @returns the route's pattern, which contains nothing personal, and what its page needs
 */
export function routeOf(pathname: string): { readonly route: string; readonly kind: PageKind } {
  const route = callbackPath(pathname) ?? normalizePath(pathname);
  const kind = KINDS[route];
  return kind === undefined ? { route: UNKNOWN_ROUTE, kind: 'member' } : { route, kind };
}
