import type { Store } from '../../store/store.ts';
import { ProviderError } from '../http/provider-error.ts';

function matches(pattern: string, url: URL): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '[^/]*');
  const port = url.port === '' ? (url.protocol === 'https:' ? ':443' : ':80') : '';
  const spelled = `${url.protocol}//${url.host}${port}${url.pathname}`;
  const expression = new RegExp(`^${escaped}$`);
  return expression.test(spelled) || expression.test(`${url.origin}${url.pathname}`);
}

/**
 * Accepts a redirect URL that the given allow-list knows: http or https, no user information, no
 * query or fragment of its own. A `*` in a pattern stands for anything but a slash, so
 * `http://localhost:*` covers every port. Throws the provider's refusal.
 */
export function checkRedirectUrl(
  given: string,
  patterns: readonly string[],
  refusalType: string,
): URL {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new ProviderError(400, refusalType, 'The redirect URL is not an absolute URL.');
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
      'The redirect URL carries user information, a query or a fragment that no redirect URL set for this project has.',
    );
  }
  if (!patterns.some((pattern) => matches(pattern, url))) {
    throw new ProviderError(
      400,
      refusalType,
      'The redirect URL in the request did not match any redirect URLs set for this project.',
    );
  }
  return url;
}

/** Checks a redirect URL of a sign-in; a missing one is `fallbackPath` on the calling app. */
export function signInRedirectUrl(
  store: Store,
  given: string | undefined,
  fallback: { origin: string; path: '/authenticate' | '/discovery' },
  refusalType: string,
): URL {
  const wanted = given ?? new URL(fallback.path, fallback.origin).href;
  return checkRedirectUrl(wanted, store.state.project.redirect_urls, refusalType);
}
