import { useEffect, useState } from 'react';
import { FEED_CHANNEL, type FeedMessage, readMessage } from './feed.types.ts';

/** What one tab shows of its machine. */
export type LiveTab = Extract<FeedMessage, { kind: 'here' }>;

/**
 * The machines of this browser's tabs, as they show themselves.
 *
 * @returns every tab that answered, and the id of the one the chart is in
 */
export function useLive(): { readonly tabs: readonly LiveTab[]; readonly own: string | null } {
  const [tabs, setTabs] = useState<ReadonlyMap<string, LiveTab>>(new Map());
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return undefined;
    const channel = new BroadcastChannel(FEED_CHANNEL);
    channel.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message === null || message.kind === 'ask') return;
      setTabs((before) => {
        const after = new Map(before);
        if (message.kind === 'gone') after.delete(message.tab);
        else after.set(message.tab, message);
        return after;
      });
    };
    const ask = () => channel.postMessage({ kind: 'ask' } satisfies FeedMessage);
    ask();
    // A tab that was opened later does not know that it is watched.
    const again = setInterval(ask, 2_000);
    return () => {
      clearInterval(again);
      channel.close();
    };
  }, []);
  return { tabs: [...tabs.values()], own: document.documentElement.dataset.chartTab ?? null };
}
