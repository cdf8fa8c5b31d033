// First, so that it records every error of the following imports.
import './telemetry/early-errors.ts';
import { recoverFromImportFailure, watchImports } from './app/stale-build.ts';
import { yieldToMain } from './app/yield-to-main.ts';
import { consumeCallbackParams } from './stytch/callback.ts';
import { messages } from './ui/messages.ts';

// Before anything is awaited, so that the token leaves the address and the history at once (R5.7).
const callbackParams = consumeCallbackParams();

watchImports();

// Starts loading the chart page before the sign-in, which /chart does not need to be drawn.
const chart =
  import.meta.env.VITE_CHART !== 'off' && window.location.pathname === '/chart'
    ? import('#chart/page/chart-page.tsx').catch(() => null)
    : null;

/** Loads and starts the app in separate tasks, so that none blocks the browser for long. */
async function start(): Promise<void> {
  await import('react-dom/client');
  if (chart !== null) (await chart)?.renderChartEarly();
  await yieldToMain();
  const { boot } = await import('./app/boot.tsx');
  await yieldToMain();
  await boot({ callbackParams, yieldToMain });
}

/** In an older browser the document says which one is needed, and nothing starts (R1.16). */
const isSupported = !document.documentElement.hasAttribute('data-unsupported');

(isSupported ? start() : Promise.resolve()).catch(async (error: unknown) => {
  await recoverFromImportFailure(error);
  window.reportError(error);
  try {
    const { renderFailure } = await import('./app/boot.tsx');
    renderFailure();
  } catch {
    // The app cannot be loaded, so the first paint shows the error.
    const sentence = document.querySelector('.first-paint p');
    if (sentence !== null) sentence.textContent = messages.unexpected;
  }
});
