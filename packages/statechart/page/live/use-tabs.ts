import { useEffect, useState } from 'react';
import { packMessage, readMessage, type TabReport } from '../../feed/feed.types.ts';

/** A tab of this browser. */
export interface LiveTab extends TabReport {
  /** How many requests it has not answered since its last report. */
  readonly unanswered: number;
}

/** Milliseconds between two requests. Each tab answers at once. */
const REQUEST_INTERVAL = 1_000;

/** A tab that has left this many requests unanswered has no page: it is closed, or at another site. */
const MAX_UNANSWERED = 2;

/** After this many, it is not listed. One that comes back later brings its log. */
const MAX_AWAY = 120;

/** Whether a tab has no page of the app at present. */
export function isAway({ unanswered }: LiveTab): boolean {
  return unanswered > MAX_UNANSWERED;
}

/**
 * Collects the reports of all tabs of this browser.
 *
 * @param channelName of their feed; `null` without one
 * @returns the tabs, the most recently active one first; the id of this tab; whether every tab has had the time to report
 */
export function useTabs(channelName: string | null): {
  readonly tabs: readonly LiveTab[];
  readonly ownTab: string | null;
  readonly hasSearched: boolean;
} {
  const [requests, setRequests] = useState(0);
  const [tabs, setTabs] = useState<ReadonlyMap<string, LiveTab>>(new Map());
  useEffect(() => {
    if (channelName === null) return undefined;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message?.kind !== 'report') return;
      setTabs((before) => new Map(before).set(message.tab, { ...message, unanswered: 0 }));
    };
    // Repeated, because a tab that is opened later has not received the earlier requests.
    const request = () => {
      setRequests((before) => before + 1);
      setTabs(afterRequest);
      channel.postMessage(packMessage({ kind: 'request' }));
    };
    request();
    const timer = setInterval(request, REQUEST_INTERVAL);
    return () => {
      clearInterval(timer);
      channel.close();
    };
  }, [channelName]);
  return {
    tabs: [...tabs.values()].sort((a, b) => b.activeAt - a.activeAt),
    ownTab: document.documentElement.dataset.chartTab ?? null,
    hasSearched: requests > MAX_UNANSWERED,
  };
}

/**
 * The tab to watch: the chosen one, or the most recently active one. A tab that shows a chart is watched only when it is
 * chosen or there is no other, because no sign-in happens on the chart's own page.
 *
 * @param tabs the most recently active one first
 */
export function watchedTab(
  tabs: readonly LiveTab[],
  ownTab: string | null,
  chosen: string | null,
): LiveTab | null {
  const others = tabs.filter(({ tab }) => tab !== ownTab);
  return (
    tabs.find(({ tab }) => tab === chosen) ??
    others.find(({ route }) => route !== window.location.pathname) ??
    tabs.find(({ tab }) => tab === ownTab) ??
    others[0] ??
    null
  );
}

function afterRequest(before: ReadonlyMap<string, LiveTab>): ReadonlyMap<string, LiveTab> {
  const asked = [...before].map(
    ([id, tab]) => [id, { ...tab, unanswered: tab.unanswered + 1 }] as const,
  );
  return new Map(asked.filter(([, { unanswered }]) => unanswered <= MAX_AWAY));
}
