import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** Milliseconds by what was measured; sizes are kB on the wire. */
export type Times = Readonly<Record<string, number>>;

const OBSERVE_PAGE = readFileSync(new URL('observe-page.js', import.meta.url), 'utf8');

const PHONE = { width: 412, height: 823 };
const DESKTOP = { width: 1_440, height: 900 };
const CPU_SLOWDOWN = 4;
/** Milliseconds and bytes per second of the phone's network. */
const NETWORK = { latency: 150, throughput: 1_600_000 / 8 };

/** The window loads pages of its own (the omnibox), which take processor time. */
const WINDOW_TIME = 2_000;

/** The longest time in milliseconds that a measurement may take. */
const TIME_LIMIT = 60_000;

const PROVIDER_START = '/v1/b2b/public/oauth/google/';
const PAINT = `performance.getEntriesByName('first-paint')[0]?.startTime`;

/**
 * Loads a sign-in screen with an empty cache, and clicks its Google button as soon as it has a box. The time at Google
 * is that of the browser's request for the address that starts it.
 *
 * @param selector the button
 */
export function measureSignIn(browser: Browser, origin: string, selector: string): Promise<Times> {
  return inNewPage(browser, PHONE, async (page, session) => {
    await throttleNetwork(session);
    let startedAt = 0;
    let scripts = 0;
    const isScript = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') isScript.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (isScript.has(requestId)) scripts += encodedDataLength / 1_000;
    });
    const atGoogle = new Promise<number>((resolve) => {
      session.on('Network.requestWillBeSent', ({ request, timestamp }) => {
        startedAt ||= timestamp;
        if (request.url.includes(PROVIDER_START)) resolve((timestamp - startedAt) * 1_000);
      });
    });
    const reported = new Map<string, number>();
    const areReported = new Promise<void>((resolve) => {
      session.on('Runtime.bindingCalled', ({ payload }) => {
        const { name, at, x, y } = JSON.parse(payload);
        if (name === 'button' && !reported.has(name)) click(session, { x, y });
        reported.set(name, reported.get(name) ?? at);
        if (reported.size === 2) resolve();
      });
    });
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'report' });
    await page.addInitScript(`((selector) => {${OBSERVE_PAGE}})(${JSON.stringify(selector)})`);
    page.goto(origin, { waitUntil: 'commit' }).catch(() => undefined);
    const google = await atGoogle;
    const kilobytes = scripts;
    // Google's answer takes a moment (`GOOGLE_DELAY`), so the page is still there to report its first paint.
    await areReported;
    const times = Object.fromEntries(reported);
    return { ...times, 'at Google': google, 'JS to Google, kB': kilobytes };
  });
}

/** Clicks without waiting, as a person does. */
function click(session: CDPSession, { x, y }: { readonly x: number; readonly y: number }): void {
  const mouse = { x, y, button: 'left', clickCount: 1 } as const;
  for (const type of ['mousePressed', 'mouseReleased'] as const) {
    session.send('Input.dispatchMouseEvent', { ...mouse, type }).catch(() => undefined);
  }
}

/** Signs in through Google and the list, then reloads the policies with a warm cache. */
export function measureMember(browser: Browser, origin: string): Promise<Times> {
  return inNewPage(browser, PHONE, async (page, session) => {
    await throttleNetwork(session);
    const row = page.locator('[data-organization-id]', { hasText: '@acme' });
    const policies = page.getByRole('button', { name: 'New policy' }).first();
    await page.goto(origin);
    await page.getByRole('button', { name: 'Google' }).click();
    await page.getByRole('button', { name: 'ada@acme.example', exact: true }).click();
    await row.waitFor();
    const list = Number(await page.evaluate('performance.now()'));
    const pressedAt = performance.now();
    await row.click();
    await policies.waitFor();
    const pressed = performance.now() - pressedAt;
    await page.reload({ waitUntil: 'commit' });
    await policies.waitFor();
    const reload = Number(await page.evaluate('performance.now()'));
    const paint = Number(await page.evaluate(PAINT));
    return {
      'callback to list': list,
      'press on an organization to policies': pressed,
      'signed-in reload, first paint': paint,
      'signed-in reload, policies': reload,
    };
  });
}

/** Draws a page on a wide screen and a fast network, with the slow processor. */
export function measureDrawing(
  browser: Browser,
  address: string,
  selector: string,
): Promise<Times> {
  return inNewPage(browser, DESKTOP, async (page) => {
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator(selector).first().waitFor();
    return { 'the chart, drawn': Number(await page.evaluate('performance.now()')) };
  });
}

async function inNewPage(
  browser: Browser,
  viewport: typeof PHONE,
  measure: (page: Page, session: CDPSession) => Promise<Times>,
): Promise<Times> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.waitForTimeout(WINDOW_TIME);
    const late = page.waitForTimeout(TIME_LIMIT).then(() => {
      throw new Error(`${page.url()} took longer than ${TIME_LIMIT} ms.`);
    });
    return await Promise.race([measure(page, session), late]);
  } finally {
    await context.close();
  }
}

async function throttleNetwork(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.latency,
    downloadThroughput: NETWORK.throughput,
    uploadThroughput: NETWORK.throughput,
  });
}
