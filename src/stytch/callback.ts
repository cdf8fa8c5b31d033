import type { ReturnedCallback } from '#machines/auth/auth.types.ts';
import { callbackPath } from '#machines/rules/callback-path.ts';

/** What this tab came back with; the token goes to the provider and nowhere else. */
export interface CallbackParams {
  readonly callback: ReturnedCallback;
  readonly token: string | null;
}

/** The provider's token types, and what the product calls them. */
const TOKEN_TYPES = new Map<string, ReturnedCallback>([
  ['discovery_oauth', 'discovery_oauth'],
  ['oauth', 'oauth'],
  ['discovery', 'magic_link'],
  ['multi_tenant_impersonation', 'impersonation'],
]);

const TOKEN_MAX_LENGTH = 4_096;

/**
 * What an address carries that a callback route was opened with (R2.1, R2.2).
 *
 * @param url the address
 * @returns what came back, or `null` when the address is of no callback route
 */
export function readCallbackParams(url: URL): CallbackParams | null {
  if (callbackPath(url.pathname) === null) return null;
  const token = url.searchParams.get('token') ?? '';
  if (token === '' || token.length > TOKEN_MAX_LENGTH) {
    const denied = url.searchParams.get('error') === 'access_denied';
    return { callback: denied ? 'denied' : 'no_token', token: null };
  }
  const callback = TOKEN_TYPES.get(url.searchParams.get('stytch_token_type') ?? '');
  return callback === undefined ? { callback: 'unknown_type', token: null } : { callback, token };
}

/**
 * The same for the address of this page, whose query and hash are dropped at once: before anything is
 * awaited, so that no request carries the token as referrer and no entry of the history keeps it.
 *
 * @returns what came back; `null` when this page is no callback route, or is one whose token was taken
 *   before it was reloaded or gone back to
 */
export function consumeCallbackParams(): CallbackParams | null {
  const url = new URL(window.location.href);
  const returned = readCallbackParams(url);
  if (returned === null) return null;
  // The route's own spelling, which is also safe where the path begins with two slashes.
  window.history.replaceState(window.history.state, '', callbackPath(url.pathname));
  return returned.callback === 'no_token' && isReloadOrBack() ? null : returned;
}

/** Whether this document was reloaded or gone back to, by the browser's own account. */
function isReloadOrBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!(navigation instanceof PerformanceNavigationTiming)) return false;
  return navigation.type === 'reload' || navigation.type === 'back_forward';
}

/** A token that can be taken once. */
export interface TokenHolder {
  take(): string | null;
}

/** Holds the returned token outside of everything that can be inspected, until it is used. */
export function holdToken(token: string | null): TokenHolder {
  let held = token;
  return {
    take() {
      const taken = held;
      held = null;
      return taken;
    },
  };
}
