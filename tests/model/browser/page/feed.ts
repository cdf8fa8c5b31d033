import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import {
  type FeedEntry,
  type FeedTimer,
  packMessage,
  readMessage,
  type TabReport,
} from '#statechart/feed/feed.types.ts';

/** The channel of `chart/feed.config.ts`, which only a build can read. */
const CHANNEL = 'charter:chart';

/** Milliseconds of real time within which a page must have taken a step, and between two questions. */
const TIMEOUT = 30_000;
const POLL_INTERVAL = 20;

/** Milliseconds of real time for a page without the product, which gives no report. */
const PATIENCE = 1_000;

/** What the tab of a tour publishes about its machine, as the chart receives it. */
export interface Feed {
  /** Forgets what the tab has published so far, on a page without the product. */
  readonly forget: () => Promise<void>;
  /** The next step that the machine has taken; `null` when there is none within the timeout. */
  readonly next: () => Promise<FeedEntry | null>;
  /** The delayed transitions that are running. */
  readonly timers: () => Promise<readonly FeedTimer[]>;
}

/** Asks the product in a tab for its report, again and again. The log of a tab goes on through its pages. */
export function feedOf(page: Page): Feed {
  let seen = -1;
  const request = packMessage({ kind: 'request' });
  const report = async (): Promise<TabReport | null> => {
    const answer = page.evaluate(askForReport, { name: CHANNEL, request }).catch(() => null);
    const message = readMessage(await Promise.race([answer, pause(PATIENCE)]));
    return message?.kind === 'report' ? message : null;
  };
  return {
    async forget() {
      seen = -1;
      await page.evaluate(() => sessionStorage.removeItem('chart_tab'));
    },
    async next() {
      const end = performance.now() + TIMEOUT;
      for (;;) {
        const entry = (await report())?.log.find(({ seq }) => seq > seen);
        if (entry !== undefined) seen = entry.seq;
        if (entry !== undefined || performance.now() > end) return entry ?? null;
        await pause(POLL_INTERVAL);
      }
    },
    timers: async () => (await report())?.timers ?? [],
  };
}

/** Runs in the page. */
function askForReport({ name, request }: { name: string; request: object }): Promise<unknown> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      const isOwn = data?.tab === document.documentElement.dataset.chartTab;
      if (data?.kind !== 'report' || !isOwn) return;
      channel.close();
      resolve(data);
    };
    channel.postMessage(request);
    // An open channel keeps a page out of the back/forward cache.
    window.addEventListener('pagehide', () => channel.close());
  });
}
