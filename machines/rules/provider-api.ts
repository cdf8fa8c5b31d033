import { parseUrl } from './parse-url.ts';

/**
 * Returns the origin of the provider.
 *
 * @param publicToken is of a test or a live project
 * @param domain the project's custom domain, `login.example.com` or an origin; by default the provider's own
 * @throws when it is neither
 */
export function providerOrigin(publicToken: string, domain = ''): string {
  if (domain !== '') {
    const url = parseUrl(domain.includes('://') ? domain : `https://${domain}`);
    if (url?.href === `${url?.origin}/`) return url.origin;
    throw new Error(`VITE_STYTCH_DOMAIN must be a host or an origin, not "${domain}".`);
  }
  return publicToken.startsWith('public-token-live-')
    ? 'https://api.stytch.com'
    : 'https://test.stytch.com';
}

/** The path under which all endpoints lie (R14.1). */
export const SDK_PREFIX = '/sdk/v1';

/** The path of the project's settings, which ends in the public token. */
export const SETTINGS_PATH = '/projects/bootstrap/';

/** The paths of the calls that the transport treats apart. */
export const REFRESH_PATH = '/b2b/sessions/authenticate';
export const REVOKE_PATH = '/b2b/sessions/revoke';

/** The telemetry header of a call (R14.1). Its ids identify no person. */
export function telemetryHeader(
  host: string,
  sdk: { readonly identifier: string; readonly version: string },
): string {
  const id = (kind: string) => `${kind}-id-${crypto.randomUUID()}`;
  return btoa(
    JSON.stringify({
      event_id: id('event'),
      app_session_id: id('app-session'),
      persistent_id: id('persistent'),
      client_sent_at: new Date().toISOString(),
      timezone: 'UTC',
      app: { identifier: host },
      sdk,
    }),
  );
}
