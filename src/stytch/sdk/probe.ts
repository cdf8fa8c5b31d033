/** Where the provider answers for test and for live projects. */
const TEST_ORIGIN = 'https://test.stytch.com';
const LIVE_ORIGIN = 'https://api.stytch.com';
const LIVE_TOKEN = /^public-token-live-/;

/** From this status on, the provider itself has failed. */
const SERVER_FAILURE = 500;

/** Whether the provider answered, and after how many milliseconds. */
export type Probe =
  | { readonly answered: true; readonly milliseconds: number }
  | { readonly answered: false };

/**
 * Asks the provider for the project's settings, the one call that needs nobody signed in (R2.3). The
 * transport must stand already: it gives up on a provider that hangs.
 *
 * @param publicToken the project's public token
 * @param apiOrigin the origin that stands in for the provider; `null` for the provider itself
 * @param now milliseconds, of any origin
 * @returns asks once; it never rejects
 */
export function createProbe(
  publicToken: string,
  apiOrigin: string | null,
  now: () => number,
): () => Promise<Probe> {
  const origin = apiOrigin ?? (LIVE_TOKEN.test(publicToken) ? LIVE_ORIGIN : TEST_ORIGIN);
  const address = `${origin}/sdk/v1/projects/bootstrap/${encodeURIComponent(publicToken)}`;
  const authorization = `Basic ${btoa(`${publicToken}:${publicToken}`)}`;
  return async () => {
    const asked = now();
    const headers = { authorization, 'x-sdk-client': telemetryHeader() };
    try {
      // A refusal is an answer too; only a provider that has failed, or cannot be reached, has none.
      const { status } = await window.fetch(address, { headers, cache: 'no-store' });
      if (status >= SERVER_FAILURE) return { answered: false };
      return { answered: true, milliseconds: Math.round(now() - asked) };
    } catch {
      return { answered: false };
    }
  };
}

/** The telemetry header every call carries (R14.1), about nobody. */
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
