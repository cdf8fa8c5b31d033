import { type Core, startCore } from '#src/app/core.ts';
import { readEnv } from '#src/app/env.ts';
import { consumeCallbackParams } from '#src/stytch/callback.ts';
import { connect } from '#src/stytch/connection.ts';

/** Starts the product in a page as `main.ts` does, without what the document has done before, screens and telemetry. */
export async function startPage(): Promise<Core> {
  const env = readEnv();
  const callbackParams = consumeCallbackParams();
  const connection = await connect({
    publicToken: env.publicToken,
    apiOrigin: window.location.origin,
    callbackParams,
    securityChecks: [],
    settingsResponse: null,
    yieldToMain: () => Promise.resolve(),
    onSdkLoaded: () => undefined,
    now: Date.now,
  });
  const core = await startCore({
    env,
    connection,
    callbackParams,
    documentStart: {
      settings: null,
      lastOrganization: null,
      preloadScreens: () => undefined,
      onGoogleStart: () => undefined,
      onLoginEvent: () => undefined,
      handOver: () => undefined,
    },
    // Never, so that nothing observes the product.
    rendered: new Promise(() => undefined),
  });
  await core.stytchAuth.preloadActors();
  core.stytchAuth.routeChanged();
  return core;
}
