import { readCookie, SESSION_COOKIE } from '../session/cookies.ts';
import {
  LIVE_ORIGIN,
  SDK_PREFIX,
  SETTINGS_PATH,
  TEST_ORIGIN,
} from '../transport/provider-paths.ts';

const LIVE_TOKEN = /^public-token-live-/;

/**
 * Builds the request for the project's settings, with the headers of every other call of the SDK (R14.1).
 *
 * @param publicToken the project's public token
 * @param apiOrigin the origin of the emulator; `null` for the provider itself
 */
export function settingsRequest(
  publicToken: string,
  apiOrigin: string | null,
): { readonly address: string; readonly init: RequestInit } {
  const origin = apiOrigin ?? (LIVE_TOKEN.test(publicToken) ? LIVE_ORIGIN : TEST_ORIGIN);
  const session = readCookie(SESSION_COOKIE) ?? '';
  // A header carries no other characters.
  const credentials = `${publicToken}:${/^[!-9;-~]+$/.test(session) ? session : publicToken}`;
  return {
    address: origin + SDK_PREFIX + SETTINGS_PATH + encodeURIComponent(publicToken),
    init: {
      // The provider does not need the address of the page, which could contain a token.
      referrerPolicy: 'strict-origin',
      headers: {
        authorization: `Basic ${btoa(credentials)}`,
        'x-sdk-client': telemetryHeader(),
      },
    },
  };
}

/** The SDK's telemetry header. Its ids are random and identify no person; the time zone takes long to find out. */
function telemetryHeader(): string {
  const id = (kind: string) => `${kind}-id-${crypto.randomUUID()}`;
  return btoa(
    JSON.stringify({
      event_id: id('event'),
      app_session_id: id('app-session'),
      persistent_id: id('persistent'),
      client_sent_at: new Date().toISOString(),
      timezone: 'UTC',
      app: { identifier: window.location.hostname },
      sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.32.0' },
    }),
  );
}
