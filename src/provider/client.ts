import { type SdkClient, sdkOptions } from './sdk-adapter.ts';
import { cleanSdkState, guardSdkState } from './sdk-state.ts';

/**
 * Creates the one client of the SDK. The transport must stand already: the SDK calls while it is created.
 *
 * @param publicToken the project's public token
 * @param apiOrigin the origin that stands in for the provider; `null` for the provider itself
 * @throws what the SDK throws for a public token it cannot use
 */
export async function createClient(
  publicToken: string,
  apiOrigin: string | null,
): Promise<SdkClient> {
  cleanSdkState(publicToken);
  guardSdkState(publicToken);
  const { StytchB2BHeadlessClient } = await import('@stytch/vanilla-js/b2b/headless');
  return new StytchB2BHeadlessClient(publicToken, sdkOptions(apiOrigin));
}
