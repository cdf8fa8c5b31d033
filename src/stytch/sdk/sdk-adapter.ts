import type { StytchB2BHeadlessClient, StytchClientOptions } from '@stytch/vanilla-js/b2b/headless';
import { cookieNames } from '../session/cookies.ts';

export type SdkClient = StytchB2BHeadlessClient;

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
 * The options of the SDK client: cookies by the project (R13.12), with path `/`, available to subdomains (R13.7).
 *
 * @param origin the origin of the provider, without a trailing slash. A test fails if the SDK stops using it.
 */
export function sdkOptions(publicToken: string, origin: string): StytchClientOptions {
  const { session, jwt, intermediate } = cookieNames(publicToken);
  const options: StytchClientOptions & EndpointOptions = {
    cookieOptions: {
      opaqueTokenCookieName: session,
      jwtCookieName: jwt,
      istCookieName: intermediate,
      path: '/',
      availableToSubdomains: true,
      // Without it, the SDK takes the host with its port, for which no browser keeps a cookie.
      domain: window.location.hostname,
    },
    endpoints: { testAPIURL: origin, liveAPIURL: origin },
  };
  return options;
}
