import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';
import type { FileSize, SiteServer } from '../site-server.ts';
import type { Site } from '../sites.ts';

/** A phone: its screen, its processor, and its network. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  cpuSlowdown: 4,
  latency: 150,
  bitsPerSecond: 1_600_000,
} as const;

const OBSERVE_PAGE = readFileSync(new URL('./observe-page.js', import.meta.url), 'utf8');

/** Milliseconds after which a person clicks again when nothing has happened. */
const CLICK_INTERVAL = 1_000;
/** Milliseconds without a request after which a page has loaded all it wants. */
const QUIET_TIME = 1_000;
/** Milliseconds that the browser takes at most to open a window, which has pages of its own (the omnibox). */
const WINDOW_TIME = 2_000;
/** The longest time in milliseconds that a load may take. */
const TIME_LIMIT = 30_000;

/** What `observe-page.js` writes. Times are milliseconds since the navigation. */
interface Observed {
  readonly button: number | null;
  readonly hydrated: number | null;
  readonly longTasks: readonly { readonly start: number; readonly duration: number }[];
  readonly shifts: readonly number[];
  readonly firstPaint: number;
  readonly firstContentfulPaint: number;
}

/** A script that the page has received, with the milliseconds since the navigation. */
interface Script extends FileSize {
  readonly path: string;
  readonly at: number;
}

export interface UntouchedLoad extends Observed {
  readonly scripts: readonly Script[];
  /** Bytes of the JavaScript heap, without garbage. */
  readonly heap: number;
}

export interface ClickedLoad {
  /** Milliseconds from the navigation until the browser asked for the provider's OAuth start address. */
  readonly atGoogle: number;
  /** 1 unless a click was lost. */
  readonly clicks: number;
  /** The scripts that had arrived by then. */
  readonly scripts: readonly Script[];
}

interface Options {
  readonly browser: Browser;
  readonly site: Site;
  readonly server: SiteServer;
  /** The factor by which the processor is slowed down. */
  readonly cpuSlowdown: number;
}

/** Loads a page with an empty cache and leaves it alone until it has loaded all it wants. */
export function loadUntouched(options: Options): Promise<UntouchedLoad> {
  return inNewPage(options, async ({ session, network }) => {
    await network.quiet();
    while (!(await evaluate<boolean>(session, 'window.benchmark?.button > 0')))
      await network.quiet();
    const observed = await evaluate<Observed>(
      session,
      `({
        ...window.benchmark,
        firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime,
        firstContentfulPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      })`,
    );
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { ...observed, scripts: network.scripts(), heap: usedSize };
  });
}

/**
 * Loads a page with an empty cache and clicks its Google button as soon as it has a box. Clicks again after a while
 * when a click is lost.
 */
export function loadAndClick(options: Options): Promise<ClickedLoad> {
  return inNewPage(options, async ({ session, network }) => {
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'buttonShown' });
    let isDone = false;
    let clicks = 0;
    session.on('Runtime.bindingCalled', async ({ payload }) => {
      const at: { x: number; y: number } = JSON.parse(payload);
      while (!isDone) {
        click(session, at);
        clicks += 1;
        await wait(CLICK_INTERVAL);
      }
    });
    const atGoogle = await network.atGoogle;
    isDone = true;
    const scripts = network.scripts().filter(({ at }) => at <= atGoogle);
    return { atGoogle, clicks, scripts };
  });
}

/** Clicks without waiting, as a person does. The page may be gone meanwhile. */
function click(session: CDPSession, { x, y }: { x: number; y: number }): void {
  const mouse = { x, y, button: 'left', clickCount: 1 } as const;
  for (const type of ['mousePressed', 'mouseReleased'] as const) {
    session.send('Input.dispatchMouseEvent', { ...mouse, type }).catch(() => {});
  }
}

interface Page {
  readonly session: CDPSession;
  readonly network: Network;
}

async function inNewPage<Result>(
  { browser, site, server, cpuSlowdown }: Options,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: PHONE.viewport });
  try {
    const page = await context.newPage();
    await page.addInitScript(`((button) => {${OBSERVE_PAGE}})(${JSON.stringify(site.button)})`);
    const session = await context.newCDPSession(page);
    await throttle(session, cpuSlowdown);
    const network = watchNetwork(session, site, server);
    await wait(WINDOW_TIME);
    const measured = measure({ session, network });
    session.send('Page.navigate', { url: server.origin }).catch(() => {});
    const late = wait(TIME_LIMIT, null, { ref: false });
    const result = await Promise.race([measured, late]);
    if (result === null) throw new Error(`${site.name} took longer than ${TIME_LIMIT} ms.`);
    return result;
  } finally {
    await context.close();
  }
}

/** Makes a page as slow as on the phone, with its own processor speed. */
export async function throttle(session: CDPSession, cpuSlowdown: number): Promise<void> {
  const throughput = PHONE.bitsPerSecond / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

type Network = ReturnType<typeof watchNetwork>;

function watchNetwork(session: CDPSession, site: Site, server: SiteServer) {
  const paths = new Map<string, string>();
  const scripts: Script[] = [];
  let startedAt: number | null = null;
  let lastActivity = performance.now();
  let reachGoogle: (milliseconds: number) => void = () => {};
  const atGoogle = new Promise<number>((resolve) => {
    reachGoogle = resolve;
  });

  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    startedAt ??= timestamp;
    lastActivity = performance.now();
    const { pathname } = new URL(request.url);
    paths.set(requestId, pathname);
    if (request.url.includes(site.googleAddress)) {
      reachGoogle((timestamp - startedAt) * 1_000);
    }
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const path = paths.get(requestId) ?? '';
    const size = server.sizes.get(path);
    if (path.endsWith('.js') && size !== undefined) {
      scripts.push({ path, at: (timestamp - (startedAt ?? 0)) * 1_000, ...size });
    }
    ended(requestId);
  });
  session.on('Network.responseReceived', ({ requestId, type }) => {
    // A response whose body is not read never finishes.
    if (type === 'Fetch') ended(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId }) => ended(requestId));
  const ended = (requestId: string) => {
    paths.delete(requestId);
    lastActivity = performance.now();
  };
  return {
    atGoogle,
    scripts: () => scripts,
    /** Resolves when no request has been under way for a while. */
    async quiet() {
      while (
        paths.size > 0 ||
        startedAt === null ||
        performance.now() - lastActivity < QUIET_TIME
      ) {
        await wait(100);
      }
    },
  };
}

async function evaluate<Result>(session: CDPSession, expression: string): Promise<Result> {
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value;
}
