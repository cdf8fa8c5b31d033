import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { EmulatorClient } from '../../packages/stytch-emulator/control/control-client.ts';
import { emulatorPlugin } from '../../packages/stytch-emulator/vite-plugin.ts';
import { buildTargets } from '../browsers/supported-browsers.ts';
import { assetsPlugin } from '../vite/assets-plugin.ts';
import { measureSignIn } from './measure.ts';
process.env.DATABASE_URL = '/tmp/g-bench-data';
const SITES = [['static', 'static', 'button'], ['charter', null, 'main [name="google.start"]'], ['stytch6', 'stytch-6', '#root button']] as const;
const F = import.meta.dirname;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const rows: Record<string, Record<string, number[]>> = {};
const add = (s: string, t: Record<string, number>) => { for (const [k, v] of Object.entries(t)) ((rows[s] ??= {})[k] ??= []).push(v); };
const origins: string[] = []; const servers = [];
for (const [i, [name, page]] of SITES.entries()) {
  if (page !== null) await build({ configFile: false, logLevel: 'error', root: join(F, 'pages', page), plugins: [assetsPlugin()], build: { outDir: resolve('dist-bench', page), emptyOutDir: true, target: buildTargets() } });
  const server = await preview({ ...(page === null ? { mode: 'emulator' } : { configFile: false, plugins: [emulatorPlugin(), assetsPlugin()] }), logLevel: 'silent', build: { outDir: resolve(page === null ? 'dist-emulator' : `dist-bench/${page}`) }, preview: { port: 4830 + i, strictPort: true } });
  servers.push(server);
  const origin = new URL(server.resolvedUrls?.local[0] ?? '').origin; origins.push(origin);
  const e = new EmulatorClient(origin);
  await e.injectFault('/sdk/v1/**', { kind: 'slow', latencyMs: 150 });
  await e.injectFault('/v1/b2b/public/**', { kind: 'slow', latencyMs: 1000 });
  console.error('served', name);
}
async function outside(origin: string, selector: string) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage(); const d = await context.newCDPSession(page);
  await d.send('Network.enable'); await d.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 2e5 });
  await d.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let t0 = 0; const at = new Promise<number>((r) => d.on('Network.requestWillBeSent', ({ request, timestamp }) => { t0 ||= timestamp; if (request.url.includes('/oauth/google/')) r((timestamp - t0) * 1e3); }));
  await page.addInitScript((sel) => {
    const look = () => { const b = document.querySelector<HTMLElement>(sel); const r = b?.getBoundingClientRect(); if (b && r && r.width > 0) { Reflect.set(window, 'at', performance.now()); b.click(); } else requestAnimationFrame(look); };
    requestAnimationFrame(look);
  }, selector);
  page.goto(origin, { waitUntil: 'commit' }).catch(() => undefined);
  const google = await at; const button = await page.evaluate(() => Number(Reflect.get(window, 'at'))).catch(() => NaN);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? NaN).catch(() => NaN);
  await context.close();
  return { 'B paint': paint, 'B button': button, 'B google': google };
}
for (let round = 0; round < 4; round++) for (const [i, [name, , sel]] of SITES.entries()) {
  const a = await measureSignIn(browser, origins[i] ?? '', sel).catch((e) => (console.error(name, String(e)), null));
  const b = await Promise.race([outside(origins[i] ?? '', sel), new Promise<null>((r) => setTimeout(r, 40000, null))]);
  if (round > 0) { if (a) add(name, a); if (b) add(name, b); }
  console.error(round, name, JSON.stringify(a), JSON.stringify(b));
}
const med = (x: number[]) => [...x].sort((p, q) => p - q)[Math.floor(x.length / 2)] ?? NaN;
for (const [s, t] of Object.entries(rows)) console.log(s, Object.entries(t).map(([k, v]) => `${k} ${med(v).toFixed(0)}`).join(', '));
process.exit(0);
