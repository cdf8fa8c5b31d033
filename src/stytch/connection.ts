import { createGoogleStart } from './actors/start-google.ts';
import type { CallbackParams } from './callback.ts';
import { interceptSdkRefresh } from './refresh/sdk-refresh-interceptor.ts';
import { createClient } from './sdk/client.ts';
import { createPkcePairs } from './sdk/pkce.ts';
import { protectedAuthOf } from './sdk/sdk-adapter.ts';
import { allowSecurityCheckScripts, type SecurityCheck } from './sdk/security-check-scripts.ts';
import { interceptSecurityChecks } from './sdk/security-checks.ts';
import { createSettingsHolder } from './sdk/settings-holder.ts';
import { installTransport } from './transport/transport.ts';

export interface ConnectionOptions {
  readonly publicToken: string;
  /** The origin of the emulator, without a trailing slash; `null` for the provider itself. */
  readonly apiOrigin: string | null;
  /** The security checks whose scripts this build allows. */
  readonly securityChecks: readonly SecurityCheck[];
  /** The result of `consumeCallbackParams`; `null` when this page is no callback. */
  readonly callbackParams: CallbackParams | null;
  /** The response with the project's settings, when the page has requested them before. */
  readonly settingsResponse: Promise<Response> | null;
  /** Lets the browser paint and handle input between two long tasks. */
  readonly yieldToMain: () => Promise<void>;
  /** Called when the SDK's code has been loaded, which is the last that a click on Google waits for. */
  readonly onSdkLoaded: () => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Connects with the authentication provider, and can start Google. It needs neither XState nor the machine, which are
 * still being fetched. Call it once per page, and only if `isStorageAllowed`.
 *
 * @throws the SDK's error for an invalid public token
 */
export async function connect(options: ConnectionOptions) {
  const { publicToken, apiOrigin, securityChecks, callbackParams, settingsResponse, now } = options;
  const settingsHolder = createSettingsHolder();
  const transport = installTransport({
    apiOrigin,
    settingsResponse,
    onSettings: settingsHolder.receive,
  });
  const pkce = createPkcePairs(publicToken, now);
  // This tab has left Google without an answer, or with none that can be used.
  if (!callbackParams?.callback.includes('oauth')) pkce.clear();
  allowSecurityCheckScripts(securityChecks);
  const client = await createClient(
    publicToken,
    apiOrigin,
    options.yieldToMain,
    options.onSdkLoaded,
  );
  const authenticate = interceptSdkRefresh(client.session);
  interceptSecurityChecks(protectedAuthOf(client), settingsHolder.settings);
  return {
    publicToken,
    client,
    transport,
    settingsHolder,
    pkce,
    now,
    /** Refreshes the session at the provider. `minutes`: the session's new length, `null` to keep it. */
    authenticate,
    google: createGoogleStart({ client, settingsHolder, pkce }),
  };
}

export type Connection = Awaited<ReturnType<typeof connect>>;
