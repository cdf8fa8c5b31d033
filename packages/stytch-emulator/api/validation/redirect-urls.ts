import { matchesGlob } from '../../glob.ts';
import type { RedirectType } from '../../store/project-settings.ts';
import type { Store } from '../../store/store.ts';
import { type RefusalType, refusal } from '../http/provider-error.ts';

type MismatchError =
  | 'no_match_for_provided_oauth_url'
  | 'no_match_for_provided_magic_link_url'
  | 'connected_app_supplied_redirect_url_not_found_in_client';

const NO_DEFAULT_ERRORS = {
  LOGIN: 'no_default_login_redirect_url_set',
  SIGNUP: 'no_default_signup_redirect_url_set',
  DISCOVERY: 'no_default_discovery_redirect_url_set',
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
  mismatchError: MismatchError,
): URL {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw refusal(mismatchError);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusal('redirect_url_cannot_use_protocol');
  }
  if (patterns.some((pattern) => matchesPattern(pattern, url)) && isPlain(url)) return url;
  if (!isPlain(url) || url.search !== '') {
    throw refusal('query_params_do_not_match');
  }
  throw refusal(mismatchError);
}

function isPlain({ username, password, hash }: URL): boolean {
  return username === '' && password === '' && hash === '';
}

/** Checks a redirect URL against those of its type. Without one, returns the project's default of the type. */
function checkRedirectOfType(
  store: Store,
  given: string | undefined,
  type: keyof typeof NO_DEFAULT_ERRORS,
  mismatchError: MismatchError,
): URL {
  const ofType = store.state.project.redirect_urls.flatMap(({ url, valid_types }) =>
    valid_types.filter((each) => each.type === type).map((each) => ({ ...each, url })),
  );
  if (given !== undefined) {
    return checkRedirectUrl(
      given,
      ofType.map(({ url }) => url),
      mismatchError,
    );
  }
  const byDefault = ofType.find(({ is_default }) => is_default);
  if (byDefault !== undefined) return new URL(byDefault.url);
  throw refusal(NO_DEFAULT_ERRORS[type]);
}

/** Checks the redirect URL of a discovery. */
export function checkDiscoveryRedirect(
  store: Store,
  given: string | undefined,
  mismatchError: MismatchError,
): URL {
  return checkRedirectOfType(store, given, 'DISCOVERY', mismatchError);
}

/** Checks both redirect URLs of a sign-in to one organization. Returns a function that chooses between them. */
export function checkOrganizationRedirects(
  store: Store,
  given: { login: string | undefined; signup: string | undefined },
  mismatchError: MismatchError,
): (isMember: boolean) => URL {
  const login = checkRedirectOfType(store, given.login, 'LOGIN', mismatchError);
  const signup = checkRedirectOfType(store, given.signup, 'SIGNUP', mismatchError);
  return (isMember) => new URL(isMember ? login : signup);
}
