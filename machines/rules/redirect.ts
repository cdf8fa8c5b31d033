import { callbackPath } from './callback-path.ts';
import { REDIRECT_MAX_LENGTH } from './limits.ts';
import { parseUrl } from './parse-url.ts';

/** A base URL for parsing: a redirect that resolves to another origin would leave the product. */
const PARSE_ORIGIN = 'https://origin.invalid';

/** Query parameters of a callback. A redirect with one of them would redeem a token that an attacker chose. */
const CALLBACK_PARAMETERS = ['token', 'stytch_token_type'];

const CONTROL_SPACE_OR_BACKSLASH = /[\p{Cc}\p{Cf}\p{Z}\s\\]/u;
const ENCODED_ESCAPE = /^\/(?:\/|%2f|%5c|%09|%0a|%0d)/i;

/**
 * A stored redirect as a safe path of this origin, serialised again; `null` when it is not safe (R3.3). A value can
 * start with `/` and still leave the origin.
 */
export function safeRedirect(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > REDIRECT_MAX_LENGTH) return null;
  if (!value.startsWith('/') || CONTROL_SPACE_OR_BACKSLASH.test(value)) return null;
  const url = parseUrl(value, PARSE_ORIGIN);
  if (url === null || url.origin !== PARSE_ORIGIN) return null;
  if (ENCODED_ESCAPE.test(url.pathname) || isCallback(url)) return null;
  const path = url.pathname + url.search + url.hash;
  return path.length <= REDIRECT_MAX_LENGTH ? path : null;
}

function isCallback(url: URL): boolean {
  if (callbackPath(url.pathname) !== null) return true;
  return CALLBACK_PARAMETERS.some((name) => url.searchParams.has(name));
}
