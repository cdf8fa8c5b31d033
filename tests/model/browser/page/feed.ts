import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { feedConfig } from '#chart/chart.config.ts';
import { type FeedEntry, type FeedTimer, readMessage } from '#chart/feed/feed.types.ts';

/** Milliseconds of real time in which what a page was made to do must have happened. */
const PATIENCE = 10_000;

/** Milliseconds between two looks at what a page has said. */
const LOOK = 20;

/** What the machines of a browser's pages report of themselves, as the chart hears it. */
export interface Feed {
  /** How often each transition definition was taken, in any page of this browser. */
  readonly hits: ReadonlyMap<string, number>;
  /** Forgets what a page has reported so far. */
  readonly skip: (page: Page) => void;
  /** The next thing that happened to the machine of a page; `null` when nothing does. */
  readonly next: (page: Page, patience?: number) => Promise<FeedEntry | null>;
  /** Waits until a page has reported something that was not asked for yet, and leaves it to be asked for. */
  readonly says: (page: Page, wanted: (entry: FeedEntry) => boolean) => Promise<void>;
  /** The delayed transitions that are running in a page. */
  readonly timersOf: (page: Page) => readonly FeedTimer[];
}

interface Line {
  readonly entries: FeedEntry[];
  timers: readonly FeedTimer[];
  heard: () => void;
}

/**
 * Listens to every page of a browser from its first moment. The product shows its machine to whoever asks on
 * the chart's channel; nothing is added to it.
 */
export async function listenToFeed(context: BrowserContext): Promise<Feed> {
  const lines = new Map<Page, Line>();
  const hits = new Map<string, number>();
  const lineOf = (page: Page): Line => {
    const line = lines.get(page) ?? { entries: [], timers: [], heard: () => undefined };
    lines.set(page, line);
    return line;
  };
  await context.exposeBinding('tellModelFeed', ({ page }, said: unknown) => {
    const message = readMessage(said);
    if (message?.kind !== 'report') return;
    const line = lineOf(page);
    line.timers = message.timers;
    line.entries.push(...message.log);
    for (const id of message.log.flatMap(({ taken }) => taken))
      hits.set(id, (hits.get(id) ?? 0) + 1);
    line.heard();
  });
  await context.addInitScript(listenInPage, feedConfig.channelName);

  return {
    hits,
    skip(page) {
      lineOf(page).entries.length = 0;
    },
    async says(page, wanted) {
      const end = performance.now() + PATIENCE;
      while (!lineOf(page).entries.some(wanted) && performance.now() < end) await pause(LOOK);
    },
    timersOf: (page) => lineOf(page).timers,
    async next(page, patience = PATIENCE) {
      const line = lineOf(page);
      if (line.entries.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patience);
          line.heard = () => {
            if (line.entries.length === 0) return;
            clearTimeout(timer);
            resolve();
          };
        });
        line.heard = () => undefined;
      }
      return line.entries.shift() ?? null;
    },
  };
}

declare global {
  interface Window {
    /** Put there by `listenToFeed`, in tests alone. */
    tellModelFeed?: (message: unknown) => void;
  }
}

/** Runs in the page, before anything of the product: passes on what its own machine says, and only once. */
function listenInPage(name: string): void {
  let told = -1;
  let asked = false;
  const own = () => document.documentElement?.dataset.chartTab;
  const open = () => {
    const opened = new BroadcastChannel(name);
    opened.onmessage = ({ data }) => {
      if (data?.kind !== 'report' || data.tab !== own()) return;
      const log = data.log.filter(({ seq }: { seq: number }) => seq > told);
      told = log.at(-1)?.seq ?? told;
      window.tellModelFeed?.({ ...data, log });
    };
    return opened;
  };
  let channel = open();
  new MutationObserver(() => {
    if (asked || own() === undefined) return;
    asked = true;
    channel.postMessage({ kind: 'request' });
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-chart-tab'] });
  // An open channel keeps a page out of the back/forward cache.
  window.addEventListener('pagehide', () => channel.close());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) channel = open();
  });
}
