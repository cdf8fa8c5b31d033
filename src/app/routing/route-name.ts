import { callbackPath, normalizePath } from '#machines/rules/callback-path.ts';
import { PAGES } from '#src/pages/pages.ts';
import { PUBLIC_PATHS } from './page-kind.ts';

const CALLBACKS = ['/authenticate', '/discovery'];
const KNOWN = ['/', ...CALLBACKS, ...PUBLIC_PATHS, ...PAGES.map(({ path }) => path)];

/** The route of the page that does not exist, as the router names it. */
const UNKNOWN = '/$';

/**
 * Names the route of a path without the router. A test compares it with the router.
 *
 * @param pathname the path of a URL, in any spelling that the router accepts
 * @returns the route's pattern, which contains nothing personal
 */
export function routeName(pathname: string): string {
  const route = callbackPath(pathname) ?? normalizePath(pathname);
  return KNOWN.includes(route) ? route : UNKNOWN;
}
