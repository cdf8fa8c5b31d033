import { useEffect, useState } from 'react';
import { feedConfig } from '#chart/chart.config.ts';
import { type FeedMessage, readMessage } from '#chart/feed/feed.types.ts';

/** What one tab shows of its machine. */
export type TabReport = Extract<FeedMessage, { kind: 'report' }>;

/** Milliseconds between two questions: at first, when this tab's own machine may be starting, and later. */
const EAGER = { times: 20, pause: 200 } as const;
const PAUSE = 2_000;

/**
 * The machines of this browser's tabs, as they show themselves.
 *
 * @returns every tab that answered, the id of the one the chart is in, and whether they all had the time to
 */
export function useLive(): {
  readonly tabs: readonly TabReport[];
  readonly own: string | null;
  readonly isAsked: boolean;
} {
  const [isAsked, setAsked] = useState(false);
  const [tabs, setTabs] = useState<ReadonlyMap<string, TabReport>>(new Map());
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return undefined;
    const channel = new BroadcastChannel(feedConfig.channelName);
    channel.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message === null || message.kind === 'request') return;
      setTabs((before) => {
        const after = new Map(before);
        if (message.kind === 'closed') after.delete(message.tab);
        else after.set(message.tab, message);
        return after;
      });
    };
    let asked = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A tab that was opened later does not know that it is watched; this one may still be starting.
    const ask = () => {
      channel.postMessage({ kind: 'request' } satisfies FeedMessage);
      asked += 1;
      timer = setTimeout(ask, asked < EAGER.times ? EAGER.pause : PAUSE);
      if (asked === EAGER.times) setAsked(true);
    };
    ask();
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, []);
  return {
    tabs: [...tabs.values()],
    own: document.documentElement.dataset.chartTab ?? null,
    isAsked,
  };
}
