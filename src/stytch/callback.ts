import type { CallbackKind } from '#machines/auth/auth.types.ts';
import { callbackPath } from '#machines/rules/callback-path.ts';

/** The parameters of a callback address. The token is sent to the provider and nowhere else. */
export interface CallbackParams {
  readonly callback: CallbackKind;
  readonly token: string | null;
}

/** The provider's token types, and their names in the machine. */
const TOKEN_TYPES = new Map<string, CallbackKind>([
  ['discovery_oauth', 'discovery_oauth'],
  ['oauth', 'oauth'],
  ['discovery', 'magic_link'],
  ['multi_tenant_magic_links', 'organization_link'],
  ['sso', 'sso'],
  ['multi_tenant_impersonation', 'impersonation'],
]);

const TOKEN_MAX_LENGTH = 4_096;

/** Reads the parameters of a callback address; `null` when it belongs to no callback route (R2.1, R2.2). */
export function readCallbackParams(url: URL): CallbackParams | null {
  if (callbackPath(url.pathname) === null) return null;
  const { searchParams } = url;
  const token = searchParams.get('token');
  if (!token || token.length > TOKEN_MAX_LENGTH) {
    const error = searchParams.get('error');
    if (error === null) return { callback: 'no_token', token: null };
    return { callback: error === 'access_denied' ? 'denied' : 'provider_error', token: null };
  }
  const callback = TOKEN_TYPES.get(searchParams.get('stytch_token_type') ?? '');
  return callback === undefined ? { callback: 'unknown_type', token: null } : { callback, token };
}

/**
 * Reads the callback parameters of this page, and removes query and hash from its address. Call it before anything is
 * awaited, so that no request sends the token as referrer and no history entry keeps it.
 *
 * @returns `null` on any other route, for a used callback that is reloaded, and when Back or Forward leads to one
 */
export function consumeCallbackParams(): CallbackParams | null {
  const url = new URL(window.location.href);
  const params = readCallbackParams(url);
  if (params === null) return null;
  // The route's own spelling. A path that begins with two slashes would be read as another host.
  window.history.replaceState(window.history.state, '', callbackPath(url.pathname));
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const type = entry?.type;
  // An answer that Back or Forward leads to may be that of another person, who left it unread (R5.14).
  const isAbandonedCallback =
    type === 'back_forward' || (type === 'reload' && params.callback === 'no_token');
  return isAbandonedCallback ? null : params;
}

/** Holds the token in a closure until it is used, so that it appears in no context, event or log. */
export function holdToken(token: string | null) {
  let held = token;
  return {
    take(): string | null {
      const taken = held;
      held = null;
      return taken;
    },
  };
}

export type TokenHolder = ReturnType<typeof holdToken>;
