import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { EmulatorClient } from '#emulator/control/control-client.ts';
import { problemsOfTraces, recordTraces } from '#tests/e2e/support/traces.ts';
import { ensureChromium } from '../chromium.ts';
import { actions } from './actions.ts';
import { type ChaosRun, checkLeaks, checkPage, checkRecovery } from './invariants.ts';

/**
 * Console errors that the injected faults cause: a failed request, a script that does not load offline, and a
 * form of the account chooser that going back would submit again.
 */
const EXPECTED_ERRORS =
  /Failed to load resource|net::ERR_|^\[Stytch\]|dynamically imported module|"form-action 'none'"|^The organization was not created: /;

/** Steps between two checks that the product works after the faults are removed. */
const RECOVERY_EVERY = 40;

/** Returns a generator of numbers in [0, 1) that a seed determines (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function readOptions(): { minutes: number; seed: number } {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, seed: { type: 'string' } },
  });
  const minutes = Number(values.minutes ?? 10);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  if (!(minutes > 0) || !Number.isInteger(seed)) {
    throw new Error('Usage: npm run chaos -- [--minutes 10] [--seed 42]');
  }
  return { minutes, seed };
}

function collectErrors(context: BrowserContext, run: ChaosRun): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED_ERRORS.test(message.text())) {
      run.consoleErrors.push(message.text());
    }
  });
  context.on('weberror', (error) => run.consoleErrors.push(error.error().message));
}

/**
 * Performs random actions in a browser on the build of `npm run build:emulator`, with random faults, and checks
 * the invariants after every step.
 */
async function main(): Promise<void> {
  const { minutes, seed } = readOptions();
  process.stdout.write(`seed ${seed}, ${minutes} minutes\n`);
  const random = randomFrom(seed);
  const server = await preview({
    mode: 'emulator',
    logLevel: 'silent',
    preview: { port: 4690, strictPort: false },
  });
  const origin = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const context = await browser.newContext({ baseURL: origin });
  context.setDefaultTimeout(5_000);
  const emulator = new EmulatorClient(origin);
  const recorded = recordTraces(context);
  const readSteps = async () => problemsOfTraces(await recorded.read(browser));
  const run: ChaosRun = {
    context,
    emulator,
    origin,
    random,
    readSteps,
    consoleErrors: [],
    recentActions: [],
  };
  collectErrors(context, run);
  const counts = new Map<string, number>();
  const end = Date.now() + minutes * 60_000;
  let page: Page = await context.newPage();
  let steps = 0;
  try {
    await page.goto('/');
    while (Date.now() < end) {
      const action = actions[Math.floor(random() * actions.length)];
      if (action === undefined) continue;
      run.recentActions = [...run.recentActions.slice(-25), action.name];
      page = await action.perform(page, run);
      counts.set(action.name, (counts.get(action.name) ?? 0) + 1);
      steps += 1;
      await checkPage(page, run);
      if (steps % RECOVERY_EVERY === 0) page = await checkRecovery(run);
    }
    await checkRecovery(run);
    await checkLeaks(run);
    const table = [...counts].map(([name, count]) => `  ${String(count).padStart(5)} ${name}`);
    process.stdout.write(`${steps} steps; every invariant held\n${table.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`seed ${seed}, step ${steps}: ${String(error)}\n`);
    process.stderr.write(`last actions: ${run.recentActions.join(', ')}\n`);
    process.exitCode = 1;
  } finally {
    await browser.close();
    await server.close();
  }
}

await main();
