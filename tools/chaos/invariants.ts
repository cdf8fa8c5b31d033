import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';

/** What a walk carries with it. */
export interface World {
  readonly context: BrowserContext;
  readonly emulator: EmulatorClient;
  readonly origin: string;
  /** A number in [0, 1), repeatable by the seed. */
  readonly random: () => number;
  readonly complaints: string[];
  trail: readonly string[];
}

/** The longest anything may be busy: the machine's own limit, and time to draw. */
const PATIENCE = 25_000;

const STATE = /^(?:restoring|resuming|signingOut|signed(?:In|Out)\.[\w.]+)(?: signedOut\.[\w.]+)*$/;

const WAY_ON = 'button:enabled, a[href], input:enabled';

function must(held: boolean, what: string): void {
  if (!held) throw new Error(`Broken: ${what}`);
}

/**
 * What holds at every moment: the page is on its origin, says something, complains of nothing, shows no token
 * in its address, and its machine is in a state that exists.
 */
export async function checkPage(page: Page, world: World): Promise<void> {
  must(world.complaints.length === 0, `a page complained: ${world.complaints[0]}`);
  await untilSomethingShows(page, world);
  const url = new URL(page.url());
  must(url.origin === world.origin, `the page left its origin for ${url.origin}`);
  if (isGoogle(url)) return;
  must(
    !url.searchParams.has('token') || url.pathname === '/policies',
    'a token stands in the address',
  );
  const state = await page.locator('html').getAttribute('data-auth-state');
  must(state === null || STATE.test(state), `the machine is in no state: ${state}`);
}

function isGoogle({ pathname }: URL): boolean {
  return pathname.startsWith('/v1/');
}

/** A page that shows nothing is a dead end, however its machine stands. */
async function untilSomethingShows(page: Page, { context }: World): Promise<void> {
  const start = Date.now();
  let reloaded = false;
  for (;;) {
    // Without a network the address may come from the cache, and the scripts from nowhere: a person reloads.
    if (Date.now() - start > PATIENCE / 2 && !reloaded) {
      reloaded = true;
      await context.setOffline(false);
      await page.reload().catch(() => null);
    }
    // Pages of the browser's own, without a network or before the first address, and one without the product.
    if (/^(?:chrome-error|about):|\/terms\.html$/.test(page.url())) {
      await context.setOffline(false);
      await page.goto('/').catch(() => null);
    }
    const text = await page
      .locator('#root')
      .textContent({ timeout: 1_000 })
      .catch(() => '');
    if (text?.trim() || isGoogle(new URL(page.url()))) return;
    must(Date.now() - start < PATIENCE, `the page shows nothing at ${page.url()}`);
    await setTimeout(100);
  }
}

/** What holds once the faults are gone: nothing stays busy, there is a way on, and a person can sign in. */
export async function checkRecovery(world: World): Promise<Page> {
  const { context, emulator } = world;
  await emulator.clearFaults();
  await context.setOffline(false);
  for (const page of context.pages()) {
    if (!page.url().startsWith(world.origin) || page.url().includes('/v1/')) continue;
    const busy = page.locator('[aria-busy="true"]');
    await busy.first().waitFor({ state: 'detached', timeout: PATIENCE });
    await wayOn(page);
  }
  const [first, ...others] = context.pages();
  await Promise.all(others.map((page) => page.close()));
  const page = first ?? (await context.newPage());
  await context.clearCookies();
  await page.goto('/terms.html');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await emulator.reset();
  await page.goto('/');
  await page.getByRole('button', { name: 'Google' }).click();
  await page.getByRole('button', { name: 'ada@acme.example', exact: true }).click();
  await page.getByRole('button', { name: '@acme' }).click();
  await page
    .locator('html[data-auth-state="signedIn.authenticated"]')
    .waitFor({ state: 'attached', timeout: PATIENCE });
  return page;
}

/** What is being finished shows no control; when it is over there is one, and never later than that. */
async function wayOn(page: Page): Promise<void> {
  const first = page.locator(WAY_ON).first();
  const found = await first.waitFor({ state: 'visible', timeout: PATIENCE }).then(
    () => true,
    () => false,
  );
  if (found) return;
  const state = await page.locator('html').getAttribute('data-auth-state');
  const text = await page.locator('body').textContent();
  must(false, `there is no way on at ${page.url()} in ${state}, which says "${text?.trim()}"`);
}

/** Nothing secret has left for a telemetry service: no cookie, no referrer, no token of this browser. */
export async function checkLeaks(world: World): Promise<void> {
  const response = await fetch(`${world.origin}/_emulator/telemetry`);
  const text = await response.text();
  must(
    !/"(?:cookie|referer|authorization)":/.test(text),
    'telemetry was sent a header it may not see',
  );
  for (const { name, value } of await world.context.cookies()) {
    must(value.length < 12 || !text.includes(value), `the cookie ${name} reached telemetry`);
  }
}
