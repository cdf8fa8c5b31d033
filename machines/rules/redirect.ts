import { callbackPath } from './callback-path.ts';
import { DEFAULT_REDIRECT, REDIRECT_MAX_LENGTH } from './limits.ts';

/** An origin only the rule uses: what resolves to anything else has left the product. */
const PROBE = 'https://origin.invalid';

/** Query parameters that only a callback carries. A stored redirect never leads into a sign-in. */
const CALLBACK_PARAMETERS = ['token', 'stytch_token_type'];

const CONTROL_SPACE_OR_BACKSLASH = /[\p{Cc}\p{Cf}\p{Z}\s\\]/u;
const ENCODED_ESCAPE = /^\/(?:\/|%2f|%5c|%09|%0a|%0d)/i;

/**
 * Where a member may be sent after sign-in: the value itself, re-serialised, or `null` when it is not a
 * safe path of this origin (R3.3: honoured only if it starts with `/`; the rest closes what that check
 * alone lets through).
 *
 * The result is a fixed point: giving it back to this function returns it unchanged.
 *
 * @param value what was stored, of any type
 */
export function safeRedirect(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > REDIRECT_MAX_LENGTH) return null;
  if (!value.startsWith('/') || CONTROL_SPACE_OR_BACKSLASH.test(value)) return null;
  const url = parse(value);
  if (url === null || url.origin !== PROBE) return null;
  if (ENCODED_ESCAPE.test(url.pathname) || isCallback(url)) return null;
  const path = url.pathname + url.search + url.hash;
  return parse(path)?.origin === PROBE && path.length <= REDIRECT_MAX_LENGTH ? path : null;
}

/**
 * Where sign-in leads: the saved redirect when it is safe, else the policies page (R3.1, R3.2).
 *
 * @param value what was stored under `post_login_redirect`, or `null`
 */
export function redirectAfterSignIn(value: unknown): string {
  return safeRedirect(value) ?? DEFAULT_REDIRECT;
}

function parse(value: string): URL | null {
  return URL.canParse(value, PROBE) ? new URL(value, PROBE) : null;
}

function isCallback(url: URL): boolean {
  if (callbackPath(url.pathname) !== null) return true;
  return CALLBACK_PARAMETERS.some((name) => url.searchParams.has(name));
}
