/** The provider's origins, for test and for live projects. */
export const TEST_ORIGIN = 'https://test.stytch.com';
export const LIVE_ORIGIN = 'https://api.stytch.com';

/** Returns the origin that the SDK calls with a public token. */
export function providerOrigin(publicToken: string): string {
  return publicToken.startsWith('public-token-live-') ? LIVE_ORIGIN : TEST_ORIGIN;
}

/** The path under which all endpoints lie (R14.1). */
export const SDK_PREFIX = '/sdk/v1';

/** The path of the project's settings, which ends in the public token. */
export const SETTINGS_PATH = '/projects/bootstrap/';

/** The paths of the calls that the transport treats apart. */
export const REFRESH_PATH = '/b2b/sessions/authenticate';
export const REVOKE_PATH = '/b2b/sessions/revoke';

/** The telemetry header of a call (R14.1). Its ids identify no person; the time zone takes long to find out. */
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
