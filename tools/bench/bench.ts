import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { build, type PreviewServer, preview } from 'vite';
import { EmulatorClient } from '../../packages/stytch-emulator/control/control-client.ts';
import { emulatorPlugin } from '../../packages/stytch-emulator/vite-plugin.ts';
import { ensureProgram } from '../browsers/install.ts';
import { buildTargets } from '../browsers/supported-browsers.ts';
import { assetsPlugin } from '../vite/assets-plugin.ts';
import { measureDrawing, measureMember, measureSignIn, type Times } from './measure.ts';

/** A sign-in screen with a Google button: its page in `pages`, or `null` for the product. */
interface Site {
  readonly name: string;
  readonly page: string | null;
  /** A selector of the Google button. */
  readonly button: string;
}

const PRODUCT: Site = { name: 'Charter', page: null, button: 'main [name="google.start"]' };
const SITES: readonly Site[] = [
  { name: 'a page without scripts', page: 'static', button: 'button' },
  PRODUCT,
  { name: 'Stytch 6, prebuilt', page: 'stytch-6', button: '#root button' },
  { name: 'Stytch 5, prebuilt', page: 'stytch-5', button: '#root button' },
];

const FOLDER = import.meta.dirname;

/** How often each time is measured, of which the median counts. */
const ROUNDS = 9;

/** Milliseconds that the provider takes for a response, and for the start of Google. */
const PROVIDER_DELAY = 150;
const GOOGLE_DELAY = 1_000;

/**
 * Measures the product beside the provider's prebuilt screens and a page without scripts, then its signed-in pages and
 * the chart, on a slow phone, and prints medians. All builds are made by the product's bundler for its browsers, and
 * served alike: with brotli, and with the emulator as provider on the same origin. Never fails because of a time.
 */
async function main(): Promise<void> {
  if (!existsSync(join(FOLDER, 'node_modules'))) {
    spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' });
  }
  // The service keeps its data apart from that of the development server.
  process.env.DATABASE_URL = mkdtempSync(join(tmpdir(), 'charter-bench-'));
  for (const site of SITES) await buildSite(site);
  const browser = await chromium.launch({
    executablePath: await ensureProgram('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const servers = await Promise.all(SITES.map(serve));
  try {
    await measure(browser, servers.map(originOf));
  } finally {
    await browser.close();
    await Promise.all(servers.map((server) => server.close()));
  }
}

async function measure(browser: Browser, origins: readonly string[]) {
  const charter = origins[SITES.indexOf(PRODUCT)] ?? '';
  const signIn: Times[][] = SITES.map(() => []);
  const member: Times[] = [];
  const drawing: Times[] = [];
  // Each round measures everything, so that a temporary load of the machine affects all. The first one warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { button }] of SITES.entries()) {
      const times = await measureSignIn(browser, origins[index] ?? '', button);
      if (round > 0) signIn[index]?.push(times);
    }
    const signedIn = await measureMember(browser, charter);
    const drawn = await measureDrawing(browser, `${charter}/chart`, '[data-drawing]');
    if (round === 0) continue;
    member.push(signedIn);
    drawing.push(drawn);
    process.stderr.write(`round ${round} of ${ROUNDS}\n`);
  }
  const medians = signIn.map(mediansOf);
  const best = (name: string) => medians[2]?.[name] ?? Number.NaN;
  for (const [index, { name }] of SITES.entries()) {
    const cells = Object.entries(medians[index] ?? {}).map(
      ([key, value]) => `${key} ${value.toFixed(1)} (${(value / best(key)).toFixed(2)}x)`,
    );
    process.stdout.write(`${name}: ${cells.join(', ')}\n`);
  }
  for (const times of [mediansOf(member), mediansOf(drawing)]) {
    for (const [name, value] of Object.entries(times)) {
      process.stdout.write(`${name}: ${value.toFixed(0)} ms\n`);
    }
  }
}

const outputOf = ({ page }: Site) => (page === null ? 'dist-emulator' : `dist-bench/${page}`);

async function buildSite(site: Site): Promise<void> {
  const { page } = site;
  if (page === null) {
    await build({ mode: 'emulator', logLevel: 'warn' });
    return;
  }
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(FOLDER, 'pages', page),
    plugins: [assetsPlugin()],
    build: { outDir: resolve(outputOf(site)), emptyOutDir: true, target: buildTargets() },
  });
}

/** Serves a build with its own emulator, which answers each call of the SDK after `PROVIDER_DELAY`. */
async function serve(site: Site, index: number): Promise<PreviewServer> {
  const server = await preview({
    ...(site.page === null
      ? { mode: 'emulator' }
      : { configFile: false, plugins: [emulatorPlugin(), assetsPlugin()] }),
    logLevel: 'silent',
    build: { outDir: resolve(outputOf(site)) },
    preview: { port: 4_790 + index, strictPort: true },
  });
  const emulator = new EmulatorClient(originOf(server));
  await emulator.injectFault('/sdk/v1/**', { kind: 'slow', latencyMs: PROVIDER_DELAY });
  await emulator.injectFault('/v1/b2b/public/**', { kind: 'slow', latencyMs: GOOGLE_DELAY });
  return server;
}

function originOf({ resolvedUrls }: PreviewServer): string {
  return new URL(resolvedUrls?.local[0] ?? '').origin;
}

function mediansOf(rounds: readonly Times[]): Times {
  const names = Object.keys(rounds[0] ?? {});
  const median = (name: string) => {
    const sorted = rounds.map((times) => times[name] ?? Number.NaN).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return Object.fromEntries(names.map((name) => [name, median(name)]));
}

if (process.argv[2] === 'service') await (await import('./service.ts')).benchService();
else await main();
