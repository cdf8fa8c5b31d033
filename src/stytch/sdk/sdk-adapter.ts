import type { StytchB2BHeadlessClient, StytchClientOptions } from '@stytch/vanilla-js/b2b/headless';

export type SdkClient = StytchB2BHeadlessClient;

/** The SDK takes this option and does not declare it; its declared ones drop scheme and port. */
interface EndpointOptions {
  readonly endpoints: { readonly testAPIURL: string; readonly liveAPIURL: string };
}

/**
 * The options of the SDK's client (R13.7).
 *
 * @param apiOrigin the origin that stands in for the provider, without a trailing slash; `null` for the
 *   provider itself. A test fails if the SDK stops honouring it.
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
