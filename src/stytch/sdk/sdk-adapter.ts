import type { StytchB2BHeadlessClient, StytchClientOptions } from '@stytch/vanilla-js/b2b/headless';

export type SdkClient = StytchB2BHeadlessClient;

/** An undeclared option of the SDK. The declared ones drop the scheme and the port. */
interface EndpointOptions {
  readonly endpoints: { readonly testAPIURL: string; readonly liveAPIURL: string };
}

/**
 * The options of the SDK client: cookies with path `/`, available to subdomains (R13.7).
 *
 * @param apiOrigin the origin of the emulator, without a trailing slash; `null` for the provider itself.
 *   A test fails if the SDK stops using it.
 */
export function sdkOptions(apiOrigin: string | null): StytchClientOptions {
  const declared: StytchClientOptions = {
    cookieOptions: { path: '/', availableToSubdomains: true },
  };
  if (apiOrigin === null) return declared;
  const options: StytchClientOptions & EndpointOptions = {
    ...declared,
    endpoints: { testAPIURL: apiOrigin, liveAPIURL: apiOrigin },
  };
  return options;
}
