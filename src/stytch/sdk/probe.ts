import { settingsRequest } from './settings-request.ts';

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
  return async () => {
    const sentAt = now();
    const { url, init } = settingsRequest(publicToken, origin);
    try {
      // A 4xx response also shows that the provider is up.
      const { status } = await window.fetch(url, { ...init, cache: 'no-store' });
      if (status >= SERVER_FAILURE) return { answered: false };
      return { answered: true, milliseconds: Math.round(now() - sentAt) };
    } catch {
      return { answered: false };
    }
  };
}
