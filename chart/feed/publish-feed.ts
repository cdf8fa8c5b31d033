import type {
  Actor,
  AnyEventObject,
  AnyStateMachine,
  AnyTransitionDefinition,
  StateValue,
} from 'xstate';
import type { FeedConfig } from '../config.types.ts';
import type { FeedMessage } from './feed.types.ts';
import type { LoggedStep, Reporter } from './feed-reporter.ts';
import { redactEvent } from './redact-event.ts';

/** How many log entries a tab keeps for a chart that is opened later. */
const MAX_ENTRIES = 100;

/** An event that the actor has received. */
interface PublishedStep {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: AnyEventObject;
  readonly snapshot: { readonly value: StateValue };
  readonly taken: readonly AnyTransitionDefinition[];
}

/**
 * Publishes the state, the timers and the event log of this tab's machine to charts in any tab of the browser.
 * Every value is reduced to its kind before it leaves the tab, and nothing is sent until a chart requests it.
 *
 * @returns a function that logs a step of the actor. Call it for each of them, so that the log is complete.
 */
export function publishFeed(
  actor: Actor<AnyStateMachine>,
  { channelName, statePath, redaction }: FeedConfig,
): (step: PublishedStep) => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const tab = crypto.randomUUID().slice(0, 8);
  const log: LoggedStep[] = [];
  let state = '';
  let seq = 0;
  let isRequested = false;
  let isPageHidden = false;
  let reporter: Reporter | null = null;
  let channel = openChannel();

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
    else post({ kind: 'report', tab, state, ...reporter(log) });
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
    log.push({
      seq,
      at,
      ...redactEvent(event, redaction),
      before,
      after: state,
      taken,
    });
    if (log.length > MAX_ENTRIES) log.shift();
    seq += 1;
    // XState starts the timers of a step after it has inspected the step's snapshot.
    queueMicrotask(report);
  }

  document.documentElement.dataset.chartTab = tab;
  window.addEventListener('pagehide', () => {
    if (isRequested) post({ kind: 'closed', tab });
    // An open channel keeps the page out of the back/forward cache.
    channel.close();
    isPageHidden = true;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    channel = openChannel();
    isPageHidden = false;
    report();
  });
  return publish;
}
