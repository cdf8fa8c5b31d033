import {
  LIVE_ORIGIN,
  SDK_PREFIX,
  SETTINGS_PATH,
  TEST_ORIGIN,
} from '../transport/provider-paths.ts';

const LIVE_TOKEN = /^public-token-live-/;

/**
 * Builds the request for the project's settings, which needs no session.
 *
 * @param publicToken the project's public token
 * @param apiOrigin the origin of the emulator; `null` for the provider itself
 * @param sender names what sends the request, for the provider's telemetry
 */
export function settingsRequest(
  publicToken: string,
  apiOrigin: string | null,
  sender: string,
): { readonly address: string; readonly init: RequestInit } {
  const origin = apiOrigin ?? (LIVE_TOKEN.test(publicToken) ? LIVE_ORIGIN : TEST_ORIGIN);
  return {
    address: origin + SDK_PREFIX + SETTINGS_PATH + encodeURIComponent(publicToken),
    init: {
      // The provider does not need the address of the page, which could contain a token.
      referrerPolicy: 'strict-origin',
      headers: {
        authorization: `Basic ${btoa(`${publicToken}:${publicToken}`)}`,
        'x-sdk-client': telemetryHeader(sender),
      },
    },
  };
}

/** The telemetry header of every call (R14.1). Its ids are random and identify no person. */
function telemetryHeader(sender: string): string {
  const id = (kind: string) => `${kind}-id-${crypto.randomUUID()}`;
  return btoa(
    JSON.stringify({
      event_id: id('event'),
      app_session_id: id('app-session'),
      persistent_id: id('persistent'),
      client_sent_at: new Date().toISOString(),
      timezone: 'UTC',
      app: { identifier: window.location.hostname },
      sdk: { identifier: sender, version: '1' },
    }),
  );
}
