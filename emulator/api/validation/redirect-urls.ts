import { matchesGlob } from '../../glob.ts';
import type { Store } from '../../store/store.ts';
import { ProviderError } from '../http/provider-error.ts';

type MismatchError =
  | 'no_match_for_provided_oauth_url'
  | 'no_match_for_provided_magic_link_url'
  | 'idp_client_supplied_redirect_url_not_found_in_client';

/** In a redirect URL every run of `*` matches anything but a slash. */
function matchesPattern(pattern: string, url: URL): boolean {
  const glob = pattern.replace(/\*+/g, '*');
  const port = url.port === '' ? (url.protocol === 'https:' ? ':443' : ':80') : '';
  const withPort = `${url.protocol}//${url.host}${port}${url.pathname}`;
  return matchesGlob(glob, withPort) || matchesGlob(glob, `${url.origin}${url.pathname}`);
}

/**
 * Parses a redirect URL and checks it against the allowed patterns: http or https, without user
 * information, query and fragment. `*` in a pattern matches anything but a slash, so that
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
    throw new ProviderError(400, mismatchError, 'The redirect URL is not an absolute URL.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ProviderError(
      400,
      'redirect_url_cannot_use_protocol',
      `A redirect URL cannot use ${url.protocol}`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ProviderError(
      400,
      'query_params_do_not_match',
      'The redirect URL contains user information, a query or a fragment that no redirect URL set for this project has.',
    );
  }
  if (!patterns.some((pattern) => matchesPattern(pattern, url))) {
    throw new ProviderError(
      400,
      mismatchError,
      'The redirect URL in the request did not match any redirect URLs set for this project.',
    );
  }
  return url;
}

/** Checks the redirect URL of a discovery. The default is `/discovery` at the app's origin. */
export function checkDiscoveryRedirect(
  store: Store,
  given: string | undefined,
  appOrigin: string,
  mismatchError: MismatchError,
): URL {
  const url = given ?? `${appOrigin}/discovery`;
  return checkRedirectUrl(url, store.state.project.redirect_urls, mismatchError);
}

/**
 * Checks both redirect URLs of a sign-in to one organization. The default of each is
 * `/authenticate` at the app's origin. Returns a function that chooses between them.
 */
export function checkOrganizationRedirects(
  store: Store,
  given: { login: string | undefined; signup: string | undefined },
  appOrigin: string,
  mismatchError: MismatchError,
): (isMember: boolean) => URL {
  const check = (url: string | undefined) =>
    checkRedirectUrl(
      url ?? `${appOrigin}/authenticate`,
      store.state.project.redirect_urls,
      mismatchError,
    );
  const login = check(given.login);
  const signup = check(given.signup);
  return (isMember) => new URL(isMember ? login : signup);
}
