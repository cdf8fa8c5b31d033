import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ServerType, serve } from '@hono/node-server';
import { type Browser, chromium } from '@playwright/test';
import { build } from 'vite';
import { EMULATOR_PUBLIC_TOKEN } from '../../packages/stytch-emulator/emulated-project.ts';
import { createEmulator } from '../../packages/stytch-emulator/server.ts';
import { createService } from '../../server/app.ts';
import { readDatabaseSettings } from '../../server/database/settings.ts';
import { createSite } from '../../server/site.ts';
import { ensureProgram } from '../browsers/install.ts';
import { buildTargets } from '../browsers/supported-browsers.ts';
import { assetsPlugin } from '../vite/assets-plugin.ts';
import { CACHE_RULES } from '../vite/headers-plugin.ts';
import { emulatedProvider } from '../vite/service-plugin.ts';
import { measureMember, measureSignIn, type Times } from './measure.ts';

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
  page: 'stytch-6',
  button: '#root button',
  port: 4792,
};
const SITES: readonly Site[] = [
  STATIC,
  PRODUCT,
  PREBUILT,
  { name: 'Stytch 5.32.0, prebuilt', page: 'stytch-5', button: '#root button', port: 4793 },
];

const FOLDER = import.meta.dirname;

/** The provider has another host than the sites, so that calls need a preflight. */
const PROVIDER = { host: '127.0.0.1', port: 4789 };
const PROVIDER_ORIGIN = `http://${PROVIDER.host}:${PROVIDER.port}`;

/** Milliseconds until the provider answers a call of the SDK. */
const PROVIDER_DELAY = 150;
/** Milliseconds until the provider redirects to Google. */
const GOOGLE_DELAY = 1_000;

/**
 * Measures what a person on a slow phone waits for: the product beside the provider's prebuilt screens and a page
 * without scripts, then what comes after Google. Prints ratios of medians. All are production builds by the product's
 * bundler for its browsers, served compressed by the service's own server. Never fails because of a time.
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
  const service = createService({
    database: readDatabaseSettings({ DATABASE_URL: mkdtempSync(join(tmpdir(), 'charter-bench-')) }),
    provider: emulatedProvider(emulator),
    log: () => undefined,
  });
  await service.ready;
  const servers = SITES.map((site): ServerType => {
    const { fetch } = createSite(outputOf(site), service.app);
    return serve({ fetch, port: site.port, hostname: 'localhost' });
  });
  const browser = await chromium.launch({
    executablePath: await ensureProgram('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    await measure(browser, rounds);
  } finally {
    await browser.close();
    service.endStreams();
    for (const server of servers) server.close();
    await service.close();
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
    define: { 'import.meta.env.PROVIDER_ORIGIN': JSON.stringify(PROVIDER_ORIGIN) },
    build: { outDir, emptyOutDir: true, target: buildTargets() },
  });
  mkdirSync(`${outDir}-hosts`, { recursive: true });
  const headers = { security: {}, cache: CACHE_RULES };
  writeFileSync(`${outDir}-hosts/headers.json`, JSON.stringify(headers));
}

/** Each round measures everything, so that a temporary load of the machine affects all. A first one warms up. */
async function measure(browser: Browser, rounds: number): Promise<void> {
  const signIn = new Map<Site, Times[]>(SITES.map((site) => [site, []]));
  const member: Times[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [site, times] of signIn) {
      times.push(await measureSignIn(browser, originOf(site), site.button));
    }
    member.push(await measureMember(browser, originOf(PRODUCT)));
    process.stderr.write(`round ${round} of ${rounds}\n`);
  }
  const mediansOf = (site: Site) => medians(signIn.get(site) ?? []);
  const [least, prebuilt] = [mediansOf(STATIC), mediansOf(PREBUILT)];
  const columns = ['first paint', 'button', 'at Google'] as const;
  const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  print(['Sign-in screen', 'kB to Google', ...columns]);
  print(['---', ...columns.map(() => '---'), '---']);
  for (const site of SITES) {
    const times = mediansOf(site);
    const ratios = columns.map((name) =>
      [least, prebuilt].map((other) => `${ratio(times[name], other[name])}x`).join(' / '),
    );
    print([site.name, `${(times['kB to Google'] ?? Number.NaN).toFixed(0)}`, ...ratios]);
  }
  const times = medians(member);
  const unit = least['first paint'];
  process.stdout.write(
    `\nGoogle's answer to list: ${ratio(times.list, unit)} times the first paint of the page without scripts; ` +
      `press to policies: ${ratio(times.policies, unit)} times; ` +
      `signed-in reload: ${ratio(times.reloaded, times['reload, first paint'])} times its own first paint.\n`,
  );
}

const originOf = ({ port }: Site) => `http://localhost:${port}`;

const ratio = (time = Number.NaN, other = Number.NaN) => (time / other).toFixed(2);

/** The median of each time, without the first round. */
function medians([first = {}, ...rounds]: readonly Times[]): Times {
  const median = (name: string) => {
    const sorted = rounds.map((times) => times[name] ?? Number.NaN).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return Object.fromEntries(Object.keys(first).map((name) => [name, median(name)]));
}

await main(Number(process.argv[2] ?? 9));
