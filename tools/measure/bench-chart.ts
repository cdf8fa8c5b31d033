import { type Browser, chromium } from '@playwright/test';
import { preview } from 'vite';
import { ensureChromium } from '../chromium.ts';

/** How much slower than this machine the page's own work is made. */
const SLOWED = 4;
/** Times vary: of several runs the middle one counts. */
const RUNS = 7;
/** Milliseconds from navigation to a drawn chart. */
const GOAL = 1_000;

/** Where a browser goes, and what must be there for the page to count as drawn. */
const PAGES = {
  'a page without scripts': { path: '/terms.html', drawn: 'h1' },
  'the sign-in': { path: '/', drawn: 'main h1' },
  'the chart': { path: '/chart', drawn: '[data-drawing]' },
} as const;

type Name = keyof typeof PAGES;

/**
 * Prints how long the chart of the production bundle on the emulator takes (`npm run build:emulator` first),
 * from navigation to its first frame with the drawing in it, on a slowed processor and with an empty cache;
 * beside it the same of the sign-in page and of a page without any script, so that a busy machine shows.
 */
async function main(): Promise<void> {
  const server = await preview({ mode: 'emulator', logLevel: 'silent', preview: { port: 4_790 } });
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const [address] = server.resolvedUrls?.local ?? [];
    if (address === undefined) throw new Error('The preview server did not say where it listens.');
    const names = ['a page without scripts', 'the sign-in', 'the chart'] as const;
    const times: Record<Name, number[]> = {
      'a page without scripts': [],
      'the sign-in': [],
      'the chart': [],
    };
    // One after the other in each round: what slows the machine down slows all of them.
    for (let run = 0; run <= RUNS; run += 1) {
      for (const name of names) {
        const time = await timeOf(browser, address, PAGES[name]);
        // The first round warms the server and the browser.
        if (run > 0) times[name].push(time);
      }
    }
    print(times);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Milliseconds from navigation to the frame after the page has what it is to draw. */
async function timeOf(
  browser: Browser,
  address: string,
  { path, drawn }: (typeof PAGES)[Name],
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchFor(drawn));
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.goto(new URL(path, address).href, { waitUntil: 'commit' });
    const time = await page.waitForFunction(() => Reflect.get(window, 'drawnAt'), null, {
      polling: 50,
    });
    return Number(await time.jsonValue());
  } finally {
    await context.close();
  }
}

/**
 * A script that runs in the page before anything of it, and notes when what is to be drawn has been: the
 * frame with it in is made after the first call, the next one begins when that is done.
 */
function watchFor(selector: string): string {
  return `requestAnimationFrame(function look() {
    if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => { window.drawnAt = performance.now(); });
  });`;
}

function print(times: Readonly<Record<Name, readonly number[]>>): void {
  const chart = middle(times['the chart']);
  const ratio = (name: Name) =>
    `${(chart / middle(times[name])).toFixed(1)} times as long as ${name}`;
  const lines = [
    `From navigation to drawn, ${SLOWED}x slowed processor, empty cache, the middle of ${RUNS}:`,
    ...Object.entries(times).map(
      ([name, all]) => `  ${name}: ${middle(all).toFixed(0)} ms (${range(all)})`,
    ),
    `The chart takes ${ratio('the sign-in')}, ${ratio('a page without scripts')}.`,
    `Goal: ${GOAL} ms. ${chart <= GOAL ? 'Reached.' : 'NOT reached.'}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function middle(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
}

await main();
