import { connectEarly } from '#src/app/connect-early.ts';
import { type Core, startCore } from '#src/app/core.ts';
import { readEnv } from '#src/app/env.ts';
import { readLastOrganization } from '#src/storage/last-organization.ts';
import { consumeCallbackParams } from '#src/stytch/callback.ts';

/**
 * Starts the product in a page as `main.ts` does, without the document's script, screens and preloading. Nothing
 * observes it.
 */
export async function startPage(): Promise<Core> {
  const env = readEnv();
  const callbackParams = consumeCallbackParams();
  const documentStart = {
    settings: null,
    lastOrganization: readLastOrganization(),
    preloadScreens: () => undefined,
    onGoogleStart: () => undefined,
    onLoginEvent: () => undefined,
    handOver: () => undefined,
  };
  const core = await startCore({
    env,
    connection: await connectEarly(env, callbackParams, documentStart),
    callbackParams,
    documentStart,
    rendered: Promise.resolve(),
  });
  await core.stytchAuth.preloadActors();
  core.stytchAuth.routeChanged();
  return core;
}
