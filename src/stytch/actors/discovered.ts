import type { Discovered, ProviderFailure } from '#machines/auth/auth.types.ts';
import { unreachable } from '../sdk/errors.ts';
import { readDiscovery } from '../sdk/responses.ts';

/**
 * An answer that lists organizations (R14.3), or a refusal when it does not.
 *
 * @param answer the SDK's answer, of any shape
 * @param at when it came, in epoch milliseconds
 */
export function discovered(answer: unknown, at: number): Discovered | ProviderFailure {
  const discovery = readDiscovery(answer);
  return discovery === null ? unreachable() : { kind: 'discovered', discovery, at };
}
