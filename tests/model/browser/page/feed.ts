import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import {
  type FeedEntry,
  type FeedTimer,
  packMessage,
  readMessage,
} from '#statechart/feed/feed.types.ts';

/** The channel of `chart/feed.config.ts`, which only a build can read. */
const CHANNEL = 'charter:chart';

/** Milliseconds of real time within which a page must have taken a step. */
const TIMEOUT = 30_000;

/** Milliseconds between two checks for a published entry. */
const POLL_INTERVAL = 20;

/** What the pages of a browser publish about their machines, as the chart receives it. */
export interface Feed {
  /** Drops the entries that a page has published so far. */
  readonly skip: (page: Page) => void;
  /** The next entry of a page; `null` when there is none in time. */
  readonly next: (page: Page) => Promise<FeedEntry | null>;
  /** Returns a function that waits until a page has published, since now, that it entered a state. */
  readonly watchState: (page: Page, path: string) => () => Promise<void>;
  /** The delayed transitions that are running in a page. */
  readonly timersOf: (page: Page) => readonly FeedTimer[];
}

interface PageFeed {
  readonly entries: FeedEntry[];
  /** The paths of the states that it has entered. */
  readonly states: string[];
  timers: readonly FeedTimer[];
  onReport: () => void;
}

/** Receives the feed of every page of a browser from its start, over the channel that the chart uses. */
export async function listenToFeed(context: BrowserContext): Promise<Feed> {
  const feeds = new Map<Page, PageFeed>();
  const feedOf = (page: Page): PageFeed => {
    const feed = feeds.get(page) ?? {
      entries: [],
      states: [],
      timers: [],
      onReport: () => undefined,
    };
    feeds.set(page, feed);
    return feed;
  };
  await context.exposeBinding('reportToTest', ({ page }, payload: unknown) => {
    const message = readMessage(payload);
    if (message?.kind !== 'report') return;
    const feed = feedOf(page);
    feed.timers = message.timers;
    feed.entries.push(...message.log);
    feed.states.push(...message.log.map(({ after }) => after));
    feed.onReport();
  });
  const request = packMessage({ kind: 'request' });
  await context.addInitScript(listenInPage, { name: CHANNEL, request });

  return {
    skip(page) {
      feedOf(page).entries.length = 0;
    },
    watchState(page, path) {
      const { states } = feedOf(page);
      const before = states.length;
      return async () => {
        const end = performance.now() + TIMEOUT;
        while (!states.slice(before).includes(path) && performance.now() < end)
          await pause(POLL_INTERVAL);
      };
    },
    timersOf: (page) => feedOf(page).timers,
    async next(page) {
      const feed = feedOf(page);
      if (feed.entries.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, TIMEOUT);
          feed.onReport = () => {
            if (feed.entries.length === 0) return;
            clearTimeout(timer);
            resolve();
          };
        });
        feed.onReport = () => undefined;
      }
      return feed.entries.shift() ?? null;
    },
  };
}

declare global {
  interface Window {
    /** Set by `listenToFeed`. */
    reportToTest?: (message: unknown) => void;
  }
}

/** Runs in the page before the product: forwards each entry of the page's own machine once. */
function listenInPage({ name, request }: { name: string; request: object }): void {
  // A page has a log of its own here, not that of its tab.
  if (location.protocol.startsWith('http')) sessionStorage.removeItem('chart_tab');
  let lastSeq = -1;
  let isRequested = false;
  const own = () => document.documentElement?.dataset.chartTab;
  const open = () => {
    const opened = new BroadcastChannel(name);
    opened.onmessage = ({ data }) => {
      if (data?.kind !== 'report' || data.tab !== own()) return;
      const log = data.log.filter(({ seq }: { seq: number }) => seq > lastSeq);
      lastSeq = log.at(-1)?.seq ?? lastSeq;
      window.reportToTest?.({ ...data, log });
    };
    return opened;
  };
  let channel = open();
  new MutationObserver(() => {
    if (isRequested || own() === undefined) return;
    isRequested = true;
    channel.postMessage(request);
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-chart-tab'] });
  // An open channel keeps a page out of the back/forward cache.
  window.addEventListener('pagehide', () => channel.close());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) channel = open();
  });
}
