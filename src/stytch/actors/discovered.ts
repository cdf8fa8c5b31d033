import type { Discovered, ProviderFailure } from '#machines/auth/auth.types.ts';
import { readDiscovery } from '../responses/responses.ts';
import { unreachableFailure } from '../sdk/failures.ts';

/**
 * The result of a call that lists organizations (R14.3).
 *
 * @param response what the SDK returned, of any shape
 * @param at when it arrived, in epoch milliseconds
 */
export function toDiscovered(response: unknown, at: number): Discovered | ProviderFailure {
  const discovery = readDiscovery(response);
  return discovery === null
    ? unreachableFailure()
    : { kind: 'discovered', discovery, at, intermediateDigest: null };
}
