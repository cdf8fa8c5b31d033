import { LIVE_ORIGIN, SDK_PREFIX, SETTINGS_PATH, TEST_ORIGIN } from './endpoints.ts';

const LIVE_TOKEN = /^public-token-live-/;

/** The lowest HTTP status that reports a failure of the provider itself. */
const SERVER_FAILURE = 500;

/** Whether the provider responded, and in how many milliseconds. */
export type ProbeResult =
  | { readonly answered: true; readonly milliseconds: number }
  | { readonly answered: false };

/**
 * Creates the health check of the provider (R2.3). It fetches the project's settings, which needs no session.
 * Install the transport first: it ends a request that hangs.
 *
 * @param publicToken the project's public token
 * @param apiOrigin the origin of the emulator; `null` for the provider itself
 * @param now a clock in milliseconds
 * @returns a function that sends one request and never rejects
 */
export function createProbe(
  publicToken: string,
  apiOrigin: string | null,
  now: () => number,
): () => Promise<ProbeResult> {
  const origin = apiOrigin ?? (LIVE_TOKEN.test(publicToken) ? LIVE_ORIGIN : TEST_ORIGIN);
  const address = origin + SDK_PREFIX + SETTINGS_PATH + encodeURIComponent(publicToken);
  const authorization = `Basic ${btoa(`${publicToken}:${publicToken}`)}`;
  return async () => {
    const sentAt = now();
    const headers = { authorization, 'x-sdk-client': telemetryHeader() };
    try {
      // A 4xx response also shows that the provider is up.
      const { status } = await window.fetch(address, { headers, cache: 'no-store' });
      if (status >= SERVER_FAILURE) return { answered: false };
      return { answered: true, milliseconds: Math.round(now() - sentAt) };
    } catch {
      return { answered: false };
    }
  };
}

/** The telemetry header of every call (R14.1). Its ids are random and identify no person. */
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
      sdk: { identifier: 'Charter health', version: '1' },
    }),
  );
}
