import type { Page } from '@playwright/test';
import {
  type FeedEntry,
  type FeedTimer,
  packMessage,
  readMessage,
} from '#statechart/feed/feed.types.ts';

/** The channel of `chart/feed.config.ts`, which only a build can read. */
const NAME = 'charter:chart';

/** What a page publishes about its machine, as the chart receives it. */
export interface Feed {
  /** The next step that the page has taken, or takes. */
  readonly next: () => Promise<FeedEntry>;
  /** The delayed transitions that are running. */
  readonly timers: () => Promise<readonly FeedTimer[]>;
}

/** Reads the feed of a page from its start. */
export function feedOf(page: Page): Feed {
  let lastSeq = -1;
  const reportAfter = async (seq: number) => {
    await page.waitForSelector('html[data-chart-tab]', { state: 'attached' });
    const request = packMessage({ kind: 'request' });
    const report = readMessage(await page.evaluate(receiveReport, { name: NAME, request, seq }));
    if (report?.kind !== 'report') throw new Error('The page speaks another version of the feed.');
    return report;
  };
  return {
    async next() {
      const { log } = await reportAfter(lastSeq);
      const [entry] = log.filter(({ seq }) => seq > lastSeq);
      if (entry === undefined) throw new Error('A report has no entry.');
      lastSeq = entry.seq;
      return entry;
    },
    timers: async () => (await reportAfter(lastSeq - 1)).timers,
  };
}

/** Runs in the page: the first report of its own machine that has an entry later than `seq`. */
function receiveReport({
  name,
  request,
  seq: last,
}: {
  name: string;
  request: object;
  seq: number;
}) {
  return new Promise<unknown>((resolve) => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      const isOwn =
        data.kind === 'report' && data.tab === document.documentElement.dataset.chartTab;
      if (!isOwn || !data.log.some(({ seq }: { seq: number }) => seq > last)) return;
      // An open channel keeps a page out of the back/forward cache.
      channel.close();
      resolve(data);
    };
    channel.postMessage(request);
  });
}
