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

/** Whether a tab has no page of the app at present. */
export function isAway({ unanswered }: LiveTab): boolean {
  return unanswered > MAX_UNANSWERED;
}

/**
 * Collects the reports of all tabs of this browser.
 *
 * @param channelName of their feed; `null` without one
 * @returns the tabs; the id of this tab; whether every tab has had the time to report
 */
export function useTabs(channelName: string | null) {
  const [requests, setRequests] = useState(0);
  const [tabs, setTabs] = useState<readonly LiveTab[]>([]);
  useEffect(() => {
    if (channelName === null) return undefined;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message?.kind !== 'report') return;
      const reported = { ...message, unanswered: 0 };
      setTabs((before) => [...before.filter(({ tab }) => tab !== message.tab), reported]);
    };
    // Repeated, because a tab that is opened later has not received the earlier requests.
    const request = () => {
      setRequests((before) => before + 1);
      setTabs((before) => before.map((tab) => ({ ...tab, unanswered: tab.unanswered + 1 })));
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
    tabs,
    ownTab: document.documentElement.dataset.chartTab ?? null,
    hasSearched: requests > MAX_UNANSWERED,
  };
}

/**
 * The tab to watch: the one that took the last step while it had the focus. One that shows a chart is watched only if it is
 * this tab and there is no other, because no sign-in happens on the chart's own page; one that is away, if no other has a
 * page.
 *
 * @param pinned the tab of the moment that is shown
 */
export function watchedTab(
  tabs: readonly LiveTab[],
  ownTab: string | null,
  pinned: string | null,
): LiveTab | null {
  const [recent] = tabs
    .filter(({ tab, route }) => tab !== ownTab && route !== window.location.pathname)
    .sort((a, b) => Number(isAway(a)) - Number(isAway(b)) || b.activeAt - a.activeAt);
  return (
    tabs.find(({ tab }) => tab === pinned) ??
    recent ??
    tabs.find(({ tab }) => tab === ownTab) ??
    null
  );
}
