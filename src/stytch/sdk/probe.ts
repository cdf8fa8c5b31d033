import { SDK_PREFIX, SETTINGS_PATH, telemetryHeader } from '#machines/rules/provider-api.ts';

const SDK = { identifier: 'Charter health page', version: '1' };

/** The lowest HTTP status that reports a failure of the provider itself. */
const SERVER_FAILURE = 500;

/** Whether the provider responded, and in how many milliseconds. */
export type ProbeResult =
  | { readonly answered: true; readonly milliseconds: number }
  | { readonly answered: false };

/**
 * Creates the health check of the provider (R2.3): one request for the project's settings, which needs no session. It
 * never rejects. Install the transport first: it ends a request that hangs.
 *
 * @param origin the origin of the provider
 * @param now a clock in milliseconds
 */
export function createProbe(
  publicToken: string,
  origin: string,
  now: () => number,
): () => Promise<ProbeResult> {
  const url = origin + SDK_PREFIX + SETTINGS_PATH + publicToken;
  return async () => {
    const sentAt = now();
    try {
      // A 4xx response also shows that the provider is up.
      const { status } = await window.fetch(url, {
        cache: 'no-store',
        headers: {
          authorization: `Basic ${btoa(`${publicToken}:${publicToken}`)}`,
          'x-sdk-client': telemetryHeader(window.location.hostname, SDK),
        },
      });
      if (status >= SERVER_FAILURE) return { answered: false };
      return { answered: true, milliseconds: Math.round(now() - sentAt) };
    } catch {
      return { answered: false };
    }
  };
}
