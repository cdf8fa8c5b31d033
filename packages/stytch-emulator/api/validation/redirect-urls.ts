import { matchesGlob } from '../../store/glob.ts';
import type { RedirectType } from '../../store/project-settings.ts';
import type { Store } from '../../store/store.ts';
import { type RefusalType, refusal } from '../http/provider-error.ts';

const MISSING_ERRORS = {
  LOGIN: 'no_default_login_redirect_url_set',
  SIGNUP: 'no_default_signup_redirect_url_set',
  DISCOVERY: 'no_default_discovery_redirect_url_set',
  INVITE: 'no_default_invite_redirect_url_set',
} as const satisfies Partial<Record<RedirectType, RefusalType>>;

/** In a redirect URL every run of `*` matches anything but a slash. The query is part of an exact match. */
function matchesPattern(pattern: string, url: URL): boolean {
  const [glob = '', query = ''] = pattern.replace(/\*+/g, '*').split('?');
  const port = url.port === '' ? (url.protocol === 'https:' ? ':443' : ':80') : '';
  const withPort = `${url.protocol}//${url.host}${port}${url.pathname}`;
  return (
    url.search.slice(1) === query &&
    (matchesGlob(glob, withPort) || matchesGlob(glob, `${url.origin}${url.pathname}`))
  );
}

/**
 * Parses a redirect URL and checks it against the allowed patterns: http or https, without user
 * information and fragment, and with a query only if a pattern has the same. `*` in a pattern matches anything but a slash, so that
 * `http://localhost:*` allows every port. Throws if the URL is not allowed.
 */
export function checkRedirectUrl(
  given: string,
  patterns: readonly string[],
  mismatchError: RefusalType,
): URL {
  if (!URL.canParse(given)) throw refusal(mismatchError);
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusal('redirect_url_cannot_use_protocol');
  }
  const isPlain = url.username === '' && url.password === '' && url.hash === '';
  if (isPlain && patterns.some((pattern) => matchesPattern(pattern, url))) return url;
  throw refusal(isPlain && url.search === '' ? mismatchError : 'query_params_do_not_match');
}

/** Checks a redirect URL against those of its type. The emulated project has no default ones. */
export function checkRedirectOfType(
  store: Store,
  given: string | undefined,
  type: keyof typeof MISSING_ERRORS,
  mismatchError: RefusalType,
): URL {
  if (given === undefined) throw refusal(MISSING_ERRORS[type]);
  const ofType = store.state.project.redirect_urls.filter(({ types }) => types.includes(type));
  const patterns = ofType.map(({ url }) => url);
  return checkRedirectUrl(given, patterns, mismatchError);
}
