import { mkdirSync, writeFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { preview } from 'vite';
import { ensureChromium } from '../chromium.ts';

const CATEGORIES = ['accessibility', 'best-practices', 'performance'] as const;
const DEVICES = ['mobile', 'desktop'] as const;

/** The metrics of the performance score, printed to show which one lowers it. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
  'total-byte-weight',
] as const;

/** The lowest accepted score of a category, of 100. */
const MIN_SCORE = 98;

/** Times vary, so the median of several runs counts. */
const RUNS = 3;

const SITE_PORT = 4_780;
const DEBUGGING_PORT = 4_790;

type Device = (typeof DEVICES)[number];
type Scores = Record<(typeof CATEGORIES)[number], number>;

/**
 * Measures the sign-in page of the production bundle on the emulator (`npm run lighthouse` builds it first) as a
 * phone and as a desktop, and fails when the median score of a category is below `MIN_SCORE`.
 */
async function main(): Promise<void> {
  const server = await preview({
    mode: 'emulator',
    logLevel: 'silent',
    preview: { port: SITE_PORT },
  });
  try {
    const [address] = server.resolvedUrls?.local ?? [];
    if (address === undefined) throw new Error('The preview server has no local address.');
    for (const device of DEVICES) {
      const runs: Scores[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await measure(address, device));
      for (const category of CATEGORIES) {
        const score = median(runs.map((scores) => scores[category]));
        process.stdout.write(`${device} ${category}: ${score}\n`);
        if (score < MIN_SCORE) process.exitCode = 1;
      }
    }
  } finally {
    await server.close();
  }
}

/** Measures once in a new browser, so that nothing is cached or still running. */
async function measure(address: string, device: Device): Promise<Scores> {
  const browser = await launch();
  try {
    const result = await lighthouse(
      address,
      { port: DEBUGGING_PORT, onlyCategories: [...CATEGORIES], logLevel: 'error' },
      device === 'desktop' ? desktopConfig : undefined,
    );
    if (result === undefined) throw new Error('Lighthouse returned no result.');
    const { categories, audits } = result.lhr;
    const metrics = METRICS.map((name) => `${name} ${audits[name]?.displayValue ?? '?'}`);
    process.stdout.write(`${device} run: ${metrics.join(', ')}\n`);
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

await main();
