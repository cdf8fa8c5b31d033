import { mkdirSync, writeFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { preview } from 'vite';
import { ensureChromium } from '../chromium.ts';

const CATEGORIES = ['accessibility', 'best-practices', 'performance'] as const;
const DEVICES = ['mobile', 'desktop'] as const;

/** What performance is made of, for whoever has to find what holds it back. */
const TIMES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
  'total-byte-weight',
] as const;

/** The least score of a category, of 100. */
const LEAST = 98;

/** Measured times vary: of several runs the middle one counts. */
const RUNS = 3;

const SITE_PORT = 4_780;
const DEBUGGING_PORT = 4_790;

type Device = (typeof DEVICES)[number];
type Scores = Record<(typeof CATEGORIES)[number], number>;

/**
 * Measures the sign-in page of the production bundle on the emulator (`npm run lighthouse` builds it first),
 * on a phone and on a desk, and fails below 98 in any category.
 */
async function main(): Promise<void> {
  const server = await preview({
    mode: 'emulator',
    logLevel: 'silent',
    preview: { port: SITE_PORT },
  });
  try {
    const [address] = server.resolvedUrls?.local ?? [];
    if (address === undefined) throw new Error('The preview server did not say where it listens.');
    for (const device of DEVICES) {
      const runs: Scores[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await measure(address, device));
      for (const category of CATEGORIES) {
        const score = middle(runs.map((scores) => scores[category]));
        process.stdout.write(`${device} ${category}: ${score}\n`);
        if (score < LEAST) process.exitCode = 1;
      }
    }
  } finally {
    await server.close();
  }
}

/** One run in a browser of its own: nothing is cached, and nothing of the last run is still open. */
async function measure(address: string, device: Device): Promise<Scores> {
  const browser = await launch();
  try {
    const result = await lighthouse(
      address,
      { port: DEBUGGING_PORT, onlyCategories: [...CATEGORIES], logLevel: 'error' },
      device === 'desktop' ? desktopConfig : undefined,
    );
    if (result === undefined) throw new Error('Lighthouse gave no result.');
    const { categories, audits } = result.lhr;
    const times = TIMES.map((name) => `${name} ${audits[name]?.displayValue ?? '?'}`);
    process.stdout.write(`${device} run: ${times.join(', ')}\n`);
    mkdirSync('reports', { recursive: true });
    writeFileSync(`reports/lighthouse-${device}.json`, JSON.stringify(result.lhr, null, 2));
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
    return {
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      performance: score('performance'),
    };
  } finally {
    await browser.close();
  }
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUGGING_PORT}`],
  });
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

await main();
