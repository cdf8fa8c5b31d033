import type { StytchB2BHeadlessClient, StytchClientOptions } from '@stytch/vanilla-js/b2b/headless';

/** The parts of the client that the product never calls. A build leaves them out (`tools/vite/sdk-parts-plugin.ts`). */
export const UNUSED_SDK_PARTS = ['member', 'sso', 'passwords', 'scim', 'idp'] as const;

export type SdkClient = Omit<StytchB2BHeadlessClient, (typeof UNUSED_SDK_PARTS)[number]>;

/** An undeclared option of the SDK. The declared ones drop the scheme and the port. */
interface EndpointOptions {
  readonly endpoints: { readonly testAPIURL: string; readonly liveAPIURL: string };
}

/** The SDK's undeclared client for captcha and device fingerprinting. */
export interface ProtectedAuth {
  /** Gives the values that a call must carry. */
  getDFPTelemetryIDAndCaptcha: () => Promise<unknown>;
  /** Adds the values to a request that the provider refused without them. */
  retryWithCaptchaAndDFP: (error: unknown, request: unknown) => Promise<unknown>;
}

/** The one that all clients of the SDK share. A test fails if the SDK stops using it. */
export function protectedAuthOf({ otps }: SdkClient): ProtectedAuth {
  return Reflect.get(otps, 'dfpProtectedAuth');
}

/**
 * The options of the SDK client: cookies with path `/`, available to subdomains (R13.7).
 *
 * @param apiOrigin the origin of the emulator, without a trailing slash; `null` for the provider itself.
 *   A test fails if the SDK stops using it.
 */
export function sdkOptions(apiOrigin: string | null): StytchClientOptions {
  const declared: StytchClientOptions = {
    // Without a domain, the SDK takes the host with its port, for which no browser keeps a cookie.
    cookieOptions: { path: '/', availableToSubdomains: true, domain: window.location.hostname },
  };
  if (apiOrigin === null) return declared;
  const options: StytchClientOptions & EndpointOptions = {
    ...declared,
    endpoints: { testAPIURL: apiOrigin, liveAPIURL: apiOrigin },
  };
  return options;
}
