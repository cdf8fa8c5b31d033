import { type Core, startCore } from '#src/app/core.ts';
import { readLastOrganization } from '#src/storage/last-organization.ts';
import { consumeCallbackParams } from '#src/stytch/callback.ts';

/**
 * Starts the product in a page as `main.ts` does, without the document's script, screens and preloading. Nothing
 * observes it.
 */
export async function startPage(): Promise<Core> {
  const core = await startCore({
    callbackParams: consumeCallbackParams(),
    documentStart: {
      settings: null,
      lastOrganization: readLastOrganization(),
      preloadScreens: () => undefined,
      onLoginEvent: () => undefined,
      handOver: () => undefined,
    },
    rendered: Promise.resolve(),
    yieldToMain: () => Promise.resolve(),
  });
  await core.stytchAuth.preloadActors();
  core.stytchAuth.routeChanged();
  return core;
}
