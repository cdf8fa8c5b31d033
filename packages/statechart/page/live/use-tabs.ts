import { useEffect, useRef, useState } from 'react';
import {
  type FeedMessage,
  packMessage,
  readMessage,
  type TabReport,
} from '../../feed/feed.types.ts';

/** A tab of this browser. */
export interface LiveTab extends TabReport {
  /** Epoch milliseconds: when its page was unloaded; `null` while it has one. */
  readonly leftAt: number | null;
}

/** Milliseconds between two requests: at first, while this tab's machine may be starting, and later. */
const INITIAL_REQUESTS = { count: 20, interval: 200 } as const;
const REQUEST_INTERVAL = 2_000;

/** A tab that has left this many later requests unanswered has vanished: its browser did not tell. */
const MAX_UNANSWERED = 3;

/** Milliseconds for which a tab without a page is listed. One that comes back later brings its log. */
const MAX_AWAY = 120_000;

/**
 * Collects the reports of all tabs of this browser.
 *
 * @param channelName of their feed; `null` without one
 * @returns the tabs, the id of this tab, and whether every tab has had the time to report
 */
export function useTabs(channelName: string | null): {
  readonly tabs: readonly LiveTab[];
  readonly ownTab: string | null;
  readonly hasSearched: boolean;
} {
  const [hasSearched, setSearched] = useState(false);
  const [tabs, setTabs] = useState<ReadonlyMap<string, LiveTab>>(new Map());
  const unanswered = useRef(new Map<string, number>());
  useEffect(() => {
    if (channelName === null) return undefined;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message === null || message.kind === 'request') return;
      if (message.kind === 'report') unanswered.current.set(message.tab, 0);
      setTabs((before) => afterMessage(before, message));
    };
    let requests = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Repeated, because a tab that is opened later has not received the earlier requests.
    const request = () => {
      requests += 1;
      const isInitial = requests < INITIAL_REQUESTS.count;
      if (!isInitial) {
        setSearched(true);
        for (const [tab, count] of unanswered.current) unanswered.current.set(tab, count + 1);
        setTabs((before) => withoutVanished(before, unanswered.current));
      }
      channel.postMessage(packMessage({ kind: 'request' }));
      timer = setTimeout(request, isInitial ? INITIAL_REQUESTS.interval : REQUEST_INTERVAL);
    };
    request();
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, [channelName]);
  return {
    tabs: [...tabs.values()].sort((a, b) => b.activeAt - a.activeAt),
    ownTab: document.documentElement.dataset.chartTab ?? null,
    hasSearched,
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

function afterMessage(
  before: ReadonlyMap<string, LiveTab>,
  message: Extract<FeedMessage, { kind: 'report' | 'left' }>,
): ReadonlyMap<string, LiveTab> {
  const after = new Map(before);
  if (message.kind === 'report') return after.set(message.tab, { ...message, leftAt: null });
  const tab = before.get(message.tab);
  // Its timers ended with its page.
  return tab === undefined
    ? before
    : after.set(tab.tab, { ...tab, timers: [], leftAt: Date.now() });
}

/** Drops the tabs that have left too many requests unanswered, or are away for too long. */
function withoutVanished(
  before: ReadonlyMap<string, LiveTab>,
  unanswered: ReadonlyMap<string, number>,
): ReadonlyMap<string, LiveTab> {
  const kept = [...before].filter(([tab, { leftAt }]) =>
    leftAt === null ? (unanswered.get(tab) ?? 0) <= MAX_UNANSWERED : Date.now() - leftAt < MAX_AWAY,
  );
  return kept.length === before.size ? before : new Map(kept);
}
