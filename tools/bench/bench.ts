import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { Hono } from 'hono';
import { build } from 'vite';
import { EMULATOR_PUBLIC_TOKEN } from '../../packages/stytch-emulator/emulated-project.ts';
import { createEmulator } from '../../packages/stytch-emulator/server.ts';
import { createSite } from '../../server/site.ts';
import { ensureChromium } from '../browsers/install.ts';
import { buildTargets } from '../browsers/supported-browsers.ts';
import { assetsPlugin } from '../vite/assets-plugin.ts';
import { CACHE_RULES } from '../vite/headers-plugin.ts';

/** A sign-in screen with a Google button: `page` is its folder in `pages`, `null` for the product. */
interface Site {
  readonly name: string;
  readonly page: string | null;
  /** A selector of the Google button. */
  readonly button: string;
  readonly port: number;
}

const STATIC: Site = {
  name: 'a page without scripts',
  page: 'static',
  button: 'button',
  port: 4790,
};
const PRODUCT: Site = {
  name: 'Charter',
  page: null,
  button: 'main [name="google.start"]',
  port: 4791,
};
const PREBUILT: Site = {
  name: 'Stytch 6.3.0, prebuilt',
  page: 'prebuilt',
  button: '#root button',
  port: 4792,
};
const SITES: readonly Site[] = [STATIC, PRODUCT, PREBUILT];

const FOLDER = import.meta.dirname;

/** The provider has another host than the sites, so that calls need a preflight. */
const PROVIDER = { host: '127.0.0.1', port: 4789 };
const PROVIDER_ORIGIN = `http://${PROVIDER.host}:${PROVIDER.port}`;
const PROVIDER_START = '/v1/b2b/public/oauth/google/';

/** Milliseconds until the provider answers a call of the SDK. */
const PROVIDER_DELAY = 150;
/** Milliseconds until the provider redirects to Google, in which the page still reports its first paint. */
const GOOGLE_DELAY = 1_000;

const PHONE = { width: 412, height: 823 };
const CPU_SLOWDOWN = 4;
/** Milliseconds and bytes per second of the phone's network. */
const NETWORK = { latency: 150, throughput: 1_600_000 / 8 };

/** The browser's window loads pages of its own, which take processor time. */
const WINDOW_TIME = 2_000;

/** Milliseconds and kB on the wire, by what was measured. */
type Figures = Readonly<Record<(typeof COLUMNS)[number], number>>;

const TIMES = ['first paint', 'at Google'] as const;
const COLUMNS = ['kB to Google', ...TIMES] as const;

/**
 * Measures what a person on a slow phone waits for: the product beside the provider's prebuilt screen and a page
 * without scripts. Prints ratios of medians. All are production builds by the product's bundler for its browsers, served
 * compressed by the service's own server. Never fails because of a time.
 *
 * @param rounds how often each time is measured
 */
async function main(rounds: number): Promise<void> {
  if (!existsSync(join(FOLDER, 'node_modules'))) {
    spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' });
  }
  process.env.VITE_STYTCH_PUBLIC_TOKEN = EMULATOR_PUBLIC_TOKEN;
  process.env.VITE_STYTCH_DOMAIN = PROVIDER_ORIGIN;
  for (const site of SITES) await buildSite(site);
  const emulator = await createEmulator(PROVIDER);
  await emulator.injectFault('/sdk/v1/**', { kind: 'slow', latencyMs: PROVIDER_DELAY });
  await emulator.injectFault('/v1/b2b/public/**', { kind: 'slow', latencyMs: GOOGLE_DELAY });
  const servers = SITES.map((site) => {
    const { fetch } = createSite(outputOf(site), new Hono());
    return serve({ fetch, port: site.port, hostname: 'localhost' });
  });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    print(await measure(browser, rounds));
  } finally {
    await browser.close();
    for (const server of servers) server.close();
    await emulator.close();
  }
}

const outputOf = ({ page }: Site) => resolve(`dist-bench/${page ?? 'charter'}`);

async function buildSite(site: Site): Promise<void> {
  const outDir = outputOf(site);
  if (site.page === null) {
    await build({ logLevel: 'warn', build: { outDir } });
    return;
  }
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(FOLDER, 'pages', site.page),
    plugins: [assetsPlugin()],
    define: {
      'import.meta.env.PROVIDER_ORIGIN': JSON.stringify(PROVIDER_ORIGIN),
      'import.meta.env.PUBLIC_TOKEN': JSON.stringify(EMULATOR_PUBLIC_TOKEN),
    },
    build: { outDir, emptyOutDir: true, target: buildTargets() },
  });
  mkdirSync(`${outDir}-hosts`, { recursive: true });
  const headers = { security: {}, cache: CACHE_RULES };
  writeFileSync(`${outDir}-hosts/headers.json`, JSON.stringify(headers));
}

/** Each round measures every site, so that a temporary load of the machine affects all. A first one warms up. */
async function measure(
  browser: Browser,
  rounds: number,
): Promise<ReadonlyMap<Site, readonly Figures[]>> {
  const measured = new Map<Site, Figures[]>(SITES.map((site) => [site, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [site, figures] of measured) {
      const figure = await measureSignIn(browser, site);
      if (round > 0) figures.push(figure);
    }
    process.stderr.write(`round ${round} of ${rounds}\n`);
  }
  return measured;
}

/**
 * Loads a sign-in screen with an empty cache, and clicks its Google button in the first frame that shows it. The time at
 * Google is that of the browser's request for the address that starts it.
 */
async function measureSignIn(browser: Browser, { port, button }: Site): Promise<Figures> {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await slowDown(session);
    await page.waitForTimeout(WINDOW_TIME);
    let kilobytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      kilobytes += encodedDataLength / 1_000;
    });
    let report = (_: number) => {};
    const painted = new Promise<number>((resolve) => {
      report = resolve;
    });
    await page.exposeFunction('reportPaint', (time: number) => report(time));
    await page.addInitScript(observePage, button);
    const atGoogle = page.waitForRequest((request) => request.url().includes(PROVIDER_START));
    const start = performance.now();
    await page.goto(`http://localhost:${port}`, { waitUntil: 'commit' });
    await atGoogle;
    const figures = { 'at Google': performance.now() - start, 'kB to Google': kilobytes };
    return { ...figures, 'first paint': await painted };
  } finally {
    await context.close();
  }
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.latency,
    downloadThroughput: NETWORK.throughput,
    uploadThroughput: NETWORK.throughput,
  });
}

/**
 * Runs in the page before its own scripts: reports the first paint, and clicks the button in the first frame that shows
 * it. It asks for no frame and no layout of its own.
 */
function observePage(selector: string): void {
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-paint');
    if (paint) Reflect.get(window, 'reportPaint')(paint.startTime);
  }).observe({ type: 'paint', buffered: true });
  const shown = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    shown.disconnect();
    if (entry.target instanceof HTMLElement) entry.target.click();
  });
  new MutationObserver((_, observer) => {
    const button = document.querySelector(selector);
    if (button === null) return;
    observer.disconnect();
    shown.observe(button);
  }).observe(document, { childList: true, subtree: true });
}

/** Prints a table: each time as a multiple of that of the page without scripts / of the prebuilt screen. */
function print(measured: ReadonlyMap<Site, readonly Figures[]>): void {
  const medianOf = (site: Site, column: (typeof COLUMNS)[number]) => {
    const sorted = (measured.get(site) ?? []).map((each) => each[column]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  const rows = SITES.map((site) => [
    site.name,
    medianOf(site, 'kB to Google').toFixed(0),
    ...TIMES.map((name) =>
      [STATIC, PREBUILT]
        .map((other) => `${(medianOf(site, name) / medianOf(other, name)).toFixed(2)}x`)
        .join(' / '),
    ),
  ]);
  for (const row of [
    ['Sign-in screen', ...COLUMNS],
    ['---', ...COLUMNS.map(() => '---')],
    ...rows,
  ]) {
    process.stdout.write(`| ${row.join(' | ')} |\n`);
  }
}

await main(Number(process.argv[2] ?? 9));
