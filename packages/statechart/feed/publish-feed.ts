import type {
  Actor,
  AnyEventObject,
  AnyStateMachine,
  AnyTransitionDefinition,
  StateValue,
} from 'xstate';
import { statePath } from '../explore/state-path.ts';
import { isDefined, transitionId } from '../explore/transition-id.ts';
import { type FeedEntry, packMessage, readMessage } from './feed.types.ts';
import type { Reporter } from './feed-reporter.ts';
import { eventTypesOf, type Redaction, redactEvent } from './redact-event.ts';

/** How many log entries a tab keeps for a chart that is opened later. */
const MAX_ENTRIES = 100;

/** How a tab publishes its machine to charts. */
export interface FeedConfig {
  /** The `BroadcastChannel` between the tabs and the charts of one machine in one browser. */
  readonly channelName: string;
  readonly redaction: Redaction;
}

/** An event that the actor has received. */
interface PublishedStep {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: AnyEventObject;
  readonly snapshot: { readonly value: StateValue };
  readonly taken: readonly AnyTransitionDefinition[];
}

/** What the feed needs to know about its tab. */
export interface TabAccess {
  /** Session storage. */
  readonly storage: {
    readonly read: (key: string) => string | null;
    readonly write: (key: string, text: string) => void;
    readonly remove: (key: string) => void;
  };
  /** The pattern of the current route, which contains nothing personal. */
  readonly route: () => string;
}

/** What a tab keeps from one page to the next. */
interface TabLog {
  readonly tab: string;
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
  config: FeedConfig,
  { storage, route }: TabAccess,
): (step: PublishedStep) => void {
  const { channelName } = config;
  const toEntry = entryOf(config, eventTypesOf(actor.logic));
  /** In session storage: a page may have several machines. */
  const key = `chart_tab_${actor.logic.id}`;
  let tabLog = takeTabLog() ?? { tab: crypto.randomUUID().slice(0, 8), log: [] };
  let activeAt = Date.now();
  let state = '';
  let isRequested = false;
  let isPageHidden = false;
  let reporter: Reporter | null = null;
  let channel = openChannel();

  /** Returns `null` for a new tab. */
  function takeTabLog(): TabLog | null {
    const text = storage.read(key);
    storage.remove(key);
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
      if (readMessage(data)?.kind !== 'request') return;
      isRequested = true;
      report();
    };
    return opened;
  }

  function report(): void {
    if (!isRequested || isPageHidden) return;
    if (reporter === null) loadReporter();
    else {
      const own = { activeAt, route: route(), state };
      channel.postMessage(packMessage({ kind: 'report', ...tabLog, ...own, ...reporter() }));
    }
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

  /** Ends a stay in the back/forward cache: a listener of the app may take a step before the one of the feed. */
  function resume(): void {
    if (!isPageHidden) return;
    // The log then has the steps of the pages that the tab has shown since.
    tabLog = takeTabLog() ?? tabLog;
    activeAt = Date.now();
    channel = openChannel();
    isPageHidden = false;
    report();
  }

  function publish(step: PublishedStep): void {
    resume();
    const { log } = tabLog;
    const entry = toEntry(step, (log.at(-1)?.seq ?? -1) + 1);
    log.push(entry);
    state = entry.after;
    if (log.length > MAX_ENTRIES) log.shift();
    if (document.hasFocus()) activeAt = entry.at;
    // XState starts the timers of a step after it has inspected the step's snapshot.
    queueMicrotask(report);
  }

  document.documentElement.dataset.chartTab = tabLog.tab;
  window.addEventListener('pagehide', () => {
    if (isPageHidden) return;
    storage.write(key, JSON.stringify(tabLog));
    // An open channel keeps the page out of the back/forward cache.
    channel.close();
    isPageHidden = true;
  });
  window.addEventListener('pageshow', resume);
  return publish;
}

/** Makes the entries of a log, with every value reduced to its kind. Call it for each step of an actor, in their order. */
export function entryOf(
  { redaction }: Pick<FeedConfig, 'redaction'>,
  types: ReadonlySet<string>,
): (step: PublishedStep, seq: number) => FeedEntry {
  let state = '';
  return ({ at, event, snapshot, taken }, seq) => {
    const after = statePath(snapshot.value);
    const entry = {
      seq,
      at,
      ...redactEvent(event, redaction, types),
      before: state,
      after,
      taken: taken.filter(isDefined).map(transitionId),
    };
    state = after;
    return entry;
  };
}
