// First, so that no error of what follows is missed.
import './telemetry/early-errors.ts';
import { isStale } from './app/stale-build.ts';
import { yieldToMain } from './app/yield-to-main.ts';
import { consumeCallbackParams } from './stytch/callback.ts';
import { messages } from './ui/messages.ts';

// Before anything waits: a returned token leaves the address, and with it the history.
const returned = consumeCallbackParams();

// Whoever opens the chart itself does not wait for the sign-in first.
const chart =
  import.meta.env.VITE_CHART !== 'off' && window.location.pathname === '/chart'
    ? import('#chart/page/chart-page.tsx').catch(() => null)
    : null;

/** The libraries, the product and its start are a task each, so that the browser is never away for long. */
async function start(): Promise<void> {
  await import('react-dom/client');
  if (chart !== null) (await chart)?.drawChartFirst();
  await yieldToMain();
  const { boot } = await import('./app/boot.tsx');
  await yieldToMain();
  await boot({ returned, yieldToMain });
}

start().catch(async (error: unknown) => {
  if (isStale(error)) {
    window.location.reload();
    return;
  }
  window.reportError(error);
  try {
    const { drawFailure } = await import('./app/boot.tsx');
    drawFailure();
  } catch {
    // There is nothing to draw with: what the document shows is all there is.
    const sentence = document.querySelector('.first-paint p');
    if (sentence !== null) sentence.textContent = messages.unexpected;
  }
});
