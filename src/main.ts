// First, so that it records every error of the following imports.
import './telemetry/unhandled-errors.ts';
import { startCore } from './app/core.ts';
import { readEnv } from './app/env.ts';
import { recoverFromImportFailure, watchImports } from './app/stale-build.ts';
import { afterPrerendering } from './document/after-prerendering.ts';
import { showStartError } from './document/show-start-error.ts';
import { consumeCallbackParams } from './stytch/callback.ts';
import { connect } from './stytch/connection.ts';
import { readSecurityChecks } from './stytch/sdk/security-check-scripts.ts';

/** Where something is missing, the document says what is needed, and nothing starts (R1.7, R1.16). */
const isSupported = !document.documentElement.hasAttribute('data-unsupported');

let endRendering: () => void = () => undefined;
const rendered = new Promise<void>((resolve) => {
  endRendering = resolve;
});

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
  const importScreens = () => import('./app/render.tsx');
  const env = readEnv();
  const [connection, screens] = await Promise.all([
    connect({
      ...env,
      // A build that allows none has no code that reads them.
      securityChecks: import.meta.env.VITE_SECURITY_CHECKS
        ? readSecurityChecks(import.meta.env.VITE_SECURITY_CHECKS)
        : [],
      now: Date.now,
    }),
    // A callback is redeemed before React is evaluated, which takes a tenth of a second on a slow phone.
    callbackParams === null ? importScreens() : null,
  ]);
  // A page that is being left for Google needs no product. From here to the card's hydration it is one task, so that
  // either the document or the actor takes a click.
  await documentStart.whenNotLeaving();
  const core = startCore({ env, connection, callbackParams, rendered });
  await core.stytchAuth.mayRedeem;
  const { renderApp } = screens ?? (await importScreens());
  await renderApp(core, documentStart);
}

if (isSupported) {
  afterPrerendering(() => {
    start()
      .catch(async (error: unknown) => {
        await recoverFromImportFailure(error);
        window.reportError(error);
        showStartError();
      })
      .finally(endRendering);
  });
}
