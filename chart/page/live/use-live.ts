import { useEffect, useState } from 'react';
import { type FeedMessage, parseFeedMessage } from '#chart/feed/feed.types.ts';
import { feedConfig } from '#chart/feed.config.ts';

/** The last report of a tab about its machine. */
export type TabReport = Extract<FeedMessage, { kind: 'report' }>;

/** Milliseconds between two requests: at first, while this tab's machine may be starting, and later. */
const INITIAL_REQUESTS = { count: 20, interval: 200 } as const;
const REQUEST_INTERVAL = 2_000;

/**
 * Collects the reports of all tabs of this browser.
 *
 * @returns the tabs, the id of this tab, and whether every tab has had the time to report
 */
export function useLive(): {
  readonly tabs: readonly TabReport[];
  readonly ownTab: string | null;
  readonly hasSearched: boolean;
} {
  const [hasSearched, setSearched] = useState(false);
  const [tabs, setTabs] = useState<ReadonlyMap<string, TabReport>>(new Map());
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return undefined;
    const channel = new BroadcastChannel(feedConfig.channelName);
    channel.onmessage = ({ data }) => {
      const message = parseFeedMessage(data);
      if (message === null || message.kind === 'request') return;
      setTabs((before) => {
        const after = new Map(before);
        if (message.kind === 'closed') after.delete(message.tab);
        else after.set(message.tab, message);
        return after;
      });
    };
    let requests = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Repeated, because a tab that is opened later has not received the earlier requests.
    const request = () => {
      channel.postMessage({ kind: 'request' } satisfies FeedMessage);
      requests += 1;
      const isInitial = requests < INITIAL_REQUESTS.count;
      timer = setTimeout(request, isInitial ? INITIAL_REQUESTS.interval : REQUEST_INTERVAL);
      if (requests === INITIAL_REQUESTS.count) setSearched(true);
    };
    request();
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, []);
  return {
    tabs: [...tabs.values()],
    ownTab: document.documentElement.dataset.chartTab ?? null,
    hasSearched,
  };
}
