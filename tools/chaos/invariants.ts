import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';

/** The browser, the emulator and the log of a chaos run. */
export interface ChaosRun {
  readonly context: BrowserContext;
  readonly emulator: EmulatorClient;
  readonly origin: string;
  /** Returns a number in [0, 1); the seed determines the sequence. */
  readonly random: () => number;
  /** The steps of the pages that the specification does not allow. The pages record none afterwards. */
  readonly readSteps: () => Promise<readonly string[]>;
  readonly consoleErrors: string[];
  recentActions: readonly string[];
}

/** The longest time in milliseconds that the page may be busy: the timeouts of the machine, and rendering. */
const MAX_WAIT = 25_000;

const STATE = /^(?:restoring|resuming|signingOut|signed(?:In|Out)\.[\w.]+)(?: signedOut\.[\w.]+)*$/;

const CONTROLS = 'button:enabled, a[href], input:enabled';

function assertThat(condition: boolean, violation: string): void {
  if (!condition) throw new Error(`Invariant violated: ${violation}`);
}

/**
 * Checks the invariants of every step: the page is on its origin, shows text, logs no error, has no token in its
 * address, and its machine is in a state that exists.
 */
export async function checkPage(page: Page, run: ChaosRun): Promise<void> {
  assertThat(run.consoleErrors.length === 0, `a page logged an error: ${run.consoleErrors[0]}`);
  await waitForText(page, run);
  const url = new URL(page.url());
  assertThat(url.origin === run.origin, `the page left its origin for ${url.origin}`);
  if (isGoogle(url)) return;
  assertThat(
    !url.searchParams.has('token') || url.pathname === '/policies',
    'the address contains a token',
  );
  const state = await page.locator('html').getAttribute('data-auth-state');
  assertThat(state === null || STATE.test(state), `the machine is in an unknown state: ${state}`);
}

function isGoogle({ pathname }: URL): boolean {
  return pathname.startsWith('/v1/');
}

/** Waits until the page shows text; an empty page violates the invariants in every state of the machine. */
async function waitForText(page: Page, { context }: ChaosRun): Promise<void> {
  const start = Date.now();
  let hasReloaded = false;
  for (;;) {
    // Offline, the document may come from the cache while its scripts fail to load: a person would reload.
    if (Date.now() - start > MAX_WAIT / 2 && !hasReloaded) {
      hasReloaded = true;
      await context.setOffline(false);
      await page.reload().catch(() => null);
    }
    // The browser's own pages (offline, or before the first address) and the terms do not load the product.
    if (/^(?:chrome-error|about):|\/terms\.html$/.test(page.url())) {
      await context.setOffline(false);
      await page.goto('/').catch(() => null);
    }
    const text = await page
      .locator('#root')
      .textContent({ timeout: 1_000 })
      .catch(() => '');
    if (text?.trim() || isGoogle(new URL(page.url()))) return;
    assertThat(Date.now() - start < MAX_WAIT, `the page shows no text at ${page.url()}`);
    await setTimeout(100);
  }
}

/**
 * Removes the faults and checks that nothing stays busy, the page has a control, the pages took only steps that the
 * specification allows, and a person can sign in.
 */
export async function checkRecovery(run: ChaosRun): Promise<Page> {
  const { context, emulator } = run;
  await emulator.clearFaults();
  await context.setOffline(false);
  for (const page of context.pages()) {
    if (!page.url().startsWith(run.origin) || page.url().includes('/v1/')) continue;
    const busy = page.locator('[aria-busy="true"]');
    await busy.first().waitFor({ state: 'detached', timeout: MAX_WAIT });
    await expectControl(page);
  }
  const [problem] = await run.readSteps();
  assertThat(problem === undefined, `a step is not as specified: ${problem}`);
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
    .waitFor({ state: 'attached', timeout: MAX_WAIT });
  return page;
}

/** Expects a control. A pending request may hide all of them until its timeout. */
async function expectControl(page: Page): Promise<void> {
  const first = page.locator(CONTROLS).first();
  const isFound = await first.waitFor({ state: 'visible', timeout: MAX_WAIT }).then(
    () => true,
    () => false,
  );
  if (isFound) return;
  const state = await page.locator('html').getAttribute('data-auth-state');
  const text = await page.locator('body').textContent();
  assertThat(false, `the page has no control at ${page.url()} in ${state}: "${text?.trim()}"`);
}

/** Checks that no telemetry request contained a cookie, a referrer or a token of this browser. */
export async function checkLeaks(run: ChaosRun): Promise<void> {
  const response = await fetch(`${run.origin}/_emulator/telemetry`);
  const text = await response.text();
  assertThat(
    !/"(?:cookie|referer|authorization)":/.test(text),
    'a telemetry request has a forbidden header',
  );
  for (const { name, value } of await run.context.cookies()) {
    assertThat(
      value.length < 12 || !text.includes(value),
      `a telemetry request contains the cookie ${name}`,
    );
  }
}
