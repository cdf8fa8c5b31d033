// First, so that it records every error of the following imports.
import './telemetry/early-errors.ts';
import { connectEarly } from './app/connect-early.ts';
import { readEnv } from './app/env.ts';
import { drawChart } from './app/routing/draw-chart.ts';
import { recoverFromImportFailure, watchImports } from './app/stale-build.ts';
import { yieldToMain } from './app/yield-to-main.ts';
import { afterPrerendering } from './document/after-prerendering.ts';
import { showStartError } from './document/show-start-error.ts';
import { isStorageAllowed } from './storage/web-storage.ts';
import { consumeCallbackParams } from './stytch/callback.ts';

/** In an older browser the document says which one is needed, and nothing starts (R1.16). */
const isSupported = !document.documentElement.hasAttribute('data-unsupported');

let endRendering: () => void = () => undefined;
const rendered = new Promise<void>((resolve) => {
  endRendering = resolve;
});

/** Loads and starts the parts in separate tasks, so that none blocks the browser for long. */
async function start(): Promise<void> {
  const { documentStart } = window;
  // Where the document's script could not be loaded nothing starts, and a reload redeems the callback.
  if (documentStart === undefined) {
    showStartError();
    return;
  }
  // Before anything is awaited, so that the token leaves the address and the history at once (R5.7).
  const callbackParams = consumeCallbackParams();
  watchImports();
  await drawChart();
  if (!isStorageAllowed()) {
    const { renderCookiesNeeded } = await import('./app/render.tsx');
    await renderCookiesNeeded();
    return;
  }
  await yieldToMain();
  const env = readEnv();
  const [connection, { startCore }] = await Promise.all([
    connectEarly(env, callbackParams, documentStart),
    import('./app/core.ts'),
  ]);
  await yieldToMain();
  const core = await startCore({ env, connection, callbackParams, documentStart, rendered });
  // The redemption is sent before React is evaluated, which takes a tenth of a second on a slow phone.
  await core.stytchAuth.mayRedeem;
  await import('./app/react.ts');
  await yieldToMain();
  const { renderApp } = await import('./app/render.tsx');
  await yieldToMain();
  await renderApp(core, documentStart);
}

if (isSupported) {
  afterPrerendering(() => {
    start()
      .catch(async (error: unknown) => {
        await recoverFromImportFailure(error);
        window.reportError(error);
        try {
          const { renderFailure } = await import('./app/render.tsx');
          renderFailure();
        } catch {
          // The app cannot be loaded, so the document shows the error.
          showStartError();
        }
      })
      .finally(endRendering);
  });
}
