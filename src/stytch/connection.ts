import { interceptSdkRefresh } from './refresh/sdk-refresh-interceptor.ts';
import { createPkcePairs } from './sdk/pkce.ts';
import { protectedAuthOf, type SdkClient, sdkOptions } from './sdk/sdk-adapter.ts';
import { removeInvalidSdkState } from './sdk/sdk-state.ts';
import { allowSecurityCheckScripts, type SecurityCheck } from './sdk/security-check-scripts.ts';
import { interceptSecurityChecks } from './sdk/security-checks.ts';
import { installTransport } from './transport/transport.ts';

export interface ConnectionOptions {
  readonly publicToken: string;
  /** The origin of the provider, without a trailing slash. */
  readonly providerOrigin: string;
  /** The security checks whose scripts this build allows. */
  readonly securityChecks: readonly SecurityCheck[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Connects with the authentication provider. Call it once per page, and only if `isStorageAllowed`.
 *
 * @throws the SDK's error for an invalid public token
 */
export async function connect(options: ConnectionOptions) {
  const { publicToken, providerOrigin, securityChecks, now } = options;
  const transport = installTransport(providerOrigin);
  const pkce = createPkcePairs(publicToken, now);
  allowSecurityCheckScripts(securityChecks);
  removeInvalidSdkState(publicToken);
  // After the transport, which the SDK's requests must go through, and after storage is known to be allowed.
  const { StytchB2BHeadlessClient } = await import('@stytch/vanilla-js/b2b/headless');
  const client: SdkClient = new StytchB2BHeadlessClient(
    publicToken,
    sdkOptions(publicToken, providerOrigin),
  );
  const authenticate = interceptSdkRefresh(client.session);
  interceptSecurityChecks(protectedAuthOf(client));
  return {
    publicToken,
    providerOrigin,
    client,
    transport,
    settings: transport.settings,
    pkce,
    now,
    /** Refreshes the session at the provider. `minutes`: the session's new length, `null` to keep it. */
    authenticate,
  };
}

export type Connection = Awaited<ReturnType<typeof connect>>;
