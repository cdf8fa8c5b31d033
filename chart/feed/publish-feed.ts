import type {
  Actor,
  AnyEventObject,
  AnyStateMachine,
  AnyTransitionDefinition,
  StateValue,
} from 'xstate';
import { isDefined, transitionId } from '#statechart/explore/transition-id.ts';
import type { FeedConfig } from '../config.types.ts';
import type { FeedEntry, FeedMessage } from './feed.types.ts';
import type { Reporter } from './feed-reporter.ts';
import { redactEvent } from './redact-event.ts';

/** How many log entries a tab keeps for a chart that is opened later. */
const MAX_ENTRIES = 100;

/** The key in session storage under which a tab keeps its identity and its log from one page to the next. */
const TAB_KEY = 'chart_tab';

/** An event that the actor has received. */
interface PublishedStep {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: AnyEventObject;
  readonly snapshot: { readonly value: StateValue };
  readonly taken: readonly AnyTransitionDefinition[];
}

/** What the feed needs to know about its tab. */
export interface FeedTab {
  /** Session storage. */
  readonly storage: {
    readonly read: (key: string) => string | null;
    readonly write: (key: string, text: string) => boolean;
    readonly remove: (key: string) => void;
  };
  /** The pattern of the current route, which contains nothing personal. */
  readonly route: () => string;
}

/** What a tab keeps from one page to the next. */
interface Lane {
  readonly tab: string;
  readonly openedAt: number;
  readonly log: FeedEntry[];
}

/**
 * Publishes the state, the timers and the event log of this tab's machine to charts in any tab of the browser.
 * Every value is reduced to its kind before it leaves the tab, and nothing is sent until a chart requests it.
 *
 * A tab keeps its identity and its log through reloads and redirects. They are in session storage only between two
 * pages, because a browser copies that storage to a duplicate of the tab.
 *
 * @returns a function that logs a step of the actor. Call it for each of them, so that the log is complete.
 */
export function publishFeed(
  actor: Actor<AnyStateMachine>,
  { channelName, statePath, redaction }: FeedConfig,
  { storage, route }: FeedTab,
): (step: PublishedStep) => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  let lane = takeLane() ?? newLane();
  let activeAt = Date.now();
  let state = '';
  let isRequested = false;
  let isPageHidden = false;
  let reporter: Reporter | null = null;
  let channel = openChannel();

  /** Returns `null` for a new tab. */
  function takeLane(): Lane | null {
    const text = storage.read(TAB_KEY);
    storage.remove(TAB_KEY);
    try {
      const kept = text === null ? null : JSON.parse(text);
      return Array.isArray(kept?.log) ? kept : null;
    } catch {
      return null;
    }
  }

  function openChannel(): BroadcastChannel {
    const opened = new BroadcastChannel(channelName);
    opened.onmessage = ({ data }) => {
      if (data?.kind !== 'request') return;
      isRequested = true;
      report();
    };
    return opened;
  }

  function post(message: FeedMessage): void {
    channel.postMessage(message);
  }

  function report(): void {
    if (!isRequested || isPageHidden) return;
    if (reporter === null) loadReporter();
    else post({ kind: 'report', ...lane, activeAt, route: route(), state, ...reporter() });
  }

  /** Only a tab with a chart needs the graph. A tab whose build was removed by a deploy reports nothing. */
  function loadReporter(): void {
    import('./feed-reporter.ts').then(
      ({ createReporter }) => {
        reporter ??= createReporter(actor);
        report();
      },
      () => undefined,
    );
  }

  function publish({ at, event, snapshot, taken }: PublishedStep): void {
    const before = state;
    state = statePath(snapshot.value);
    const { log } = lane;
    log.push({
      seq: (log.at(-1)?.seq ?? -1) + 1,
      at,
      ...redactEvent(event, redaction),
      before,
      after: state,
      taken: taken.filter(isDefined).map(transitionId),
    });
    if (log.length > MAX_ENTRIES) log.shift();
    if (document.hasFocus()) activeAt = at;
    // XState starts the timers of a step after it has inspected the step's snapshot.
    queueMicrotask(report);
  }

  document.documentElement.dataset.chartTab = lane.tab;
  window.addEventListener('pagehide', () => {
    if (isPageHidden) return;
    storage.write(TAB_KEY, JSON.stringify(lane));
    if (isRequested) post({ kind: 'left', tab: lane.tab });
    // An open channel keeps the page out of the back/forward cache.
    channel.close();
    isPageHidden = true;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // With the steps of the pages that the tab has shown since.
    lane = takeLane() ?? lane;
    activeAt = Date.now();
    channel = openChannel();
    isPageHidden = false;
    report();
  });
  return publish;
}

function newLane(): Lane {
  return { tab: crypto.randomUUID().slice(0, 8), openedAt: Date.now(), log: [] };
}
