import { type SdkClient, sdkOptions } from './sdk-adapter.ts';
import { removeInvalidSdkState } from './sdk-state.ts';

/**
 * Creates the one SDK client. Install the transport first: the SDK's constructor makes requests.
 *
 * @param yieldToMain lets the browser paint and handle input between two long tasks
 * @throws the SDK's error for an invalid public token
 */
export async function createClient(
  publicToken: string,
  apiOrigin: string | null,
  yieldToMain: () => Promise<void>,
  onSdkLoaded: () => void,
): Promise<SdkClient> {
  removeInvalidSdkState(publicToken);
  const { SdkClientClass } = await import('./sdk.ts');
  onSdkLoaded();
  // Evaluating the module and constructing the client are long enough for a task each.
  await yieldToMain();
  const client = new SdkClientClass(publicToken, sdkOptions(apiOrigin));
  await yieldToMain();
  return client;
}
