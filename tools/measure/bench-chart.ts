import { type Browser, chromium } from '@playwright/test';
import { preview } from 'vite';
import { ensureChromium } from '../chromium.ts';

/** The factor by which the browser's processor is slowed down. */
const CPU_SLOWDOWN = 4;
/** Times vary, so the median of several runs counts. */
const RUNS = 7;
/** The longest time in milliseconds from navigation to the drawn chart. */
const BUDGET = 1_000;

/** The measured pages: a path, and a selector for an element of the drawn page. */
const PAGES = {
  'a page without scripts': { path: '/terms.html', drawn: 'h1' },
  'the sign-in page': { path: '/', drawn: 'main h1' },
  'the chart': { path: '/chart', drawn: '[data-drawing]' },
} as const;

type Name = keyof typeof PAGES;

/**
 * Prints the time from navigation to the first frame with the drawn chart, for the production bundle on the
 * emulator (`npm run build:emulator` first), with a slowed processor and an empty cache. Also measures the
 * sign-in page and a page without scripts: on a busy machine all three are slower.
 */
async function main(): Promise<void> {
  const server = await preview({ mode: 'emulator', logLevel: 'silent', preview: { port: 4_790 } });
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const [address] = server.resolvedUrls?.local ?? [];
    if (address === undefined) throw new Error('The preview server has no local address.');
    const names = ['a page without scripts', 'the sign-in page', 'the chart'] as const;
    const times: Record<Name, number[]> = {
      'a page without scripts': [],
      'the sign-in page': [],
      'the chart': [],
    };
    // Each round measures all pages, so that a temporary load on the machine affects all of them.
    for (let run = 0; run <= RUNS; run += 1) {
      for (const name of names) {
        const time = await timeOf(browser, address, PAGES[name]);
        // The first round warms up the server and the browser.
        if (run > 0) times[name].push(time);
      }
    }
    print(times);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Returns the milliseconds from navigation to the first frame with the selected element. */
async function timeOf(
  browser: Browser,
  address: string,
  { path, drawn }: (typeof PAGES)[Name],
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(drawTimeScript(drawn));
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
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
 * Returns a script that stores the time when the browser has drawn an element. The first animation frame callback
 * that finds the element runs before the browser draws it; the next one runs after that.
 */
function drawTimeScript(selector: string): string {
  return `requestAnimationFrame(function check() {
    if (document.querySelector(${JSON.stringify(selector)}) === null) requestAnimationFrame(check);
    else requestAnimationFrame(() => { window.drawnAt = performance.now(); });
  });`;
}

function print(times: Readonly<Record<Name, readonly number[]>>): void {
  const chart = median(times['the chart']);
  const ratio = (name: Name) =>
    `${(chart / median(times[name])).toFixed(1)} times as long as ${name}`;
  const lines = [
    `From navigation to the drawn page, processor ${CPU_SLOWDOWN}x slower, empty cache, median of ${RUNS} runs (range):`,
    ...Object.entries(times).map(
      ([name, all]) => `  ${name}: ${median(all).toFixed(0)} ms (${range(all)})`,
    ),
    `The chart takes ${ratio('the sign-in page')}, ${ratio('a page without scripts')}.`,
    `Budget: ${BUDGET} ms, ${chart <= BUDGET ? 'met' : 'EXCEEDED'}.`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
}

await main();
