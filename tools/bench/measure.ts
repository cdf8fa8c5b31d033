import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** Milliseconds by what was measured; sizes are kB on the wire. */
export type Times = Readonly<Record<string, number>>;

const OBSERVE_PAGE = readFileSync(new URL('observe-page.js', import.meta.url), 'utf8');

const PHONE = { width: 412, height: 823 };
const CPU_SLOWDOWN = 4;
/** Milliseconds and bytes per second of the phone's network. */
const NETWORK = { latency: 150, throughput: 1_600_000 / 8 };

/** The window loads pages of its own (the omnibox), which take processor time. */
const WINDOW_TIME = 2_000;

/** The shortest time in milliseconds in which a person finds an organization in the list. */
const READING_TIME = 500;

/** The longest time in milliseconds that a measurement may take. */
const TIME_LIMIT = 60_000;

const PROVIDER_START = '/v1/b2b/public/oauth/google/';

/** What a sign-in waits for: a selector, and a text in it. */
const SIGN_IN = {
  google: ['main [name="google.start"]', ''],
  account: ['button', 'ada@acme.example'],
  list: ['[data-organization-id]', '@acme'],
  policies: ['main button', 'New policy'],
} as const;

/** What `observe-page.js` reports: milliseconds, and a place in the window. */
interface Observation {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

type Wanted = Readonly<Record<string, readonly [selector: string, text: string]>>;

/**
 * Loads a sign-in screen with an empty cache, and clicks its Google button as soon as it has a box. The time at Google
 * is that of the browser's request for the address that starts it.
 *
 * @param selector the button
 */
export function measureSignIn(browser: Browser, origin: string, selector: string): Promise<Times> {
  return inNewPage(browser, async (page, session) => {
    await throttleNetwork(session);
    let startedAt = 0;
    let received = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      received += encodedDataLength / 1_000;
    });
    const atGoogle = new Promise<number>((resolve) => {
      session.on('Network.requestWillBeSent', ({ request, timestamp }) => {
        startedAt ||= timestamp;
        if (request.url.includes(PROVIDER_START)) resolve((timestamp - startedAt) * 1_000);
      });
    });
    const { next } = await observe(page, session, { button: [selector, ''] });
    page.goto(origin, { waitUntil: 'commit' }).catch(() => undefined);
    const button = await next('button');
    click(session, button);
    const google = await atGoogle;
    const kilobytes = received;
    // Google's answer takes a moment (`GOOGLE_DELAY`), so the page is still there to report its first paint.
    const paint = await next('first paint');
    return {
      'first paint': paint.at,
      button: button.at,
      'at Google': google,
      'kB to Google': kilobytes,
    };
  });
}

/** Observes every document of a page, also the later ones. */
async function observe(page: Page, session: CDPSession, wanted: Wanted) {
  const reported = new Map<string, Observation>();
  const awaited = new Map<string, (observation: Observation) => void>();
  session.on('Runtime.bindingCalled', ({ payload }) => {
    const { name, ...observation } = JSON.parse(payload);
    reported.set(name, observation);
    awaited.get(name)?.(observation);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'report' });
  await page.addInitScript(`((wanted) => {${OBSERVE_PAGE}})(${JSON.stringify(wanted)})`);
  return {
    /** Resolves to what was reported under a name since the last call of `forget`. */
    next: (name: string): Promise<Observation> =>
      new Promise((resolve) => {
        const observation = reported.get(name);
        if (observation === undefined) awaited.set(name, resolve);
        else resolve(observation);
      }),
    forget: () => {
      reported.clear();
      awaited.clear();
    },
  };
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
  return inNewPage(browser, async (page, session) => {
    await throttleNetwork(session);
    const { next, forget } = await observe(page, session, SIGN_IN);
    await page.goto(origin);
    click(session, await next('google'));
    click(session, await next('account'));
    const list = await next('list');
    forget();
    await page.waitForTimeout(READING_TIME);
    click(session, list);
    const [pressed, policies] = [await next('click'), await next('policies')];
    forget();
    await page.reload({ waitUntil: 'commit' });
    const [paint, reloaded] = [await next('first paint'), await next('policies')];
    return {
      list: list.at,
      policies: policies.at - pressed.at,
      'reload, first paint': paint.at,
      reloaded: reloaded.at,
    };
  });
}

async function inNewPage(
  browser: Browser,
  measure: (page: Page, session: CDPSession) => Promise<Times>,
): Promise<Times> {
  const context = await browser.newContext({ viewport: PHONE });
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
