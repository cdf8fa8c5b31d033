import { type SdkClient, sdkOptions } from './sdk-adapter.ts';
import { guardSdkState, removeInvalidSdkState } from './sdk-state.ts';

/**
 * Creates the one client of the SDK. The transport must stand already: the SDK calls while it is created.
 *
 * @param publicToken the project's public token
 * @param apiOrigin the origin that stands in for the provider; `null` for the provider itself
 * @param yieldToMain lets the browser paint and answer in between
 * @throws what the SDK throws for a public token it cannot use
 */
export async function createClient(
  publicToken: string,
  apiOrigin: string | null,
  yieldToMain: () => Promise<void>,
): Promise<SdkClient> {
  removeInvalidSdkState(publicToken);
  guardSdkState(publicToken);
  // The SDK asks for the time zone while it is created, and whoever asks first waits for the browser's tables.
  Intl.DateTimeFormat().resolvedOptions();
  const { StytchB2BHeadlessClient } = await import('@stytch/vanilla-js/b2b/headless');
  // Its creation is long enough to be a task of its own.
  await yieldToMain();
  const client = new StytchB2BHeadlessClient(publicToken, sdkOptions(apiOrigin));
  await yieldToMain();
  return client;
}
