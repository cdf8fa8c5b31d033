import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { EmulatorClient } from '#emulator/control/control-client.ts';
import { ensureChromium } from '../chromium.ts';
import { actions } from './actions.ts';
import { checkLeaks, checkPage, checkRecovery, type World } from './invariants.ts';

/**
 * Complaints that are the fault's own: the browser reports a refused or broken request, a file that the lost
 * network kept away, and a form of the account chooser that going back would send a second time.
 */
const EXPECTED =
  /Failed to load resource|net::ERR_|^\[Stytch\]|dynamically imported module|"form-action 'none'"/;

/** Steps between two looks at whether everything still works once the faults are gone. */
const RECOVERY_EVERY = 40;

/** A repeatable source of numbers in [0, 1) (mulberry32). */
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

function listen(context: BrowserContext, world: World): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) {
      world.complaints.push(message.text());
    }
  });
  context.on('weberror', (error) => world.complaints.push(error.error().message));
}

/**
 * Walks the built product at random in a real browser, under random faults, and checks after every step what
 * must always hold. The build is the one of `npm run build:emulator`.
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
  const world: World = { context, emulator, origin, random, complaints: [], trail: [] };
  listen(context, world);
  const counts = new Map<string, number>();
  const end = Date.now() + minutes * 60_000;
  let page: Page = await context.newPage();
  let steps = 0;
  try {
    await page.goto('/');
    while (Date.now() < end) {
      const action = actions[Math.floor(random() * actions.length)];
      if (action === undefined) continue;
      world.trail = [...world.trail.slice(-25), action.name];
      page = await action.run(page, world);
      counts.set(action.name, (counts.get(action.name) ?? 0) + 1);
      steps += 1;
      await checkPage(page, world);
      if (steps % RECOVERY_EVERY === 0) page = await checkRecovery(world);
    }
    await checkRecovery(world);
    await checkLeaks(world);
    const table = [...counts].map(([name, count]) => `  ${String(count).padStart(5)} ${name}`);
    process.stdout.write(`${steps} steps, every invariant held\n${table.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`seed ${seed}, step ${steps}: ${String(error)}\n`);
    process.stderr.write(`last actions: ${world.trail.join(', ')}\n`);
    process.exitCode = 1;
  } finally {
    await browser.close();
    await server.close();
  }
}

await main();
