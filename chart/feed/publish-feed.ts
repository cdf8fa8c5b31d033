import type { Actor, AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { definitionsOf, machineGraph, transitionId } from '#machines/explore/machine-graph.ts';
import type { FeedConfig } from '../config.types.ts';
import type { FeedEntry, FeedMessage, FeedTimer } from './feed.types.ts';
import { redactEvent } from './redact-event.ts';

/** How many log entries a tab keeps for a chart that is opened later. */
const MAX_ENTRIES = 100;

/**
 * Publishes the state, the timers and the event log of this tab's machine to charts in any tab of the browser.
 * Every value is reduced to its kind before it leaves the tab, and nothing is sent until a chart requests it.
 *
 * Call it before the actor starts, so that the log is complete.
 *
 * @param initialTransitions the transitions the machine took while the actor was created
 */
export function publishFeed(
  actor: Actor<AnyStateMachine>,
  initialTransitions: readonly AnyTransitionDefinition[],
  { channelName, statePath, redaction }: FeedConfig,
): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const tab = crypto.randomUUID().slice(0, 8);
  const log: FeedEntry[] = [];
  let taken: AnyTransitionDefinition[] = [...initialTransitions];
  let state = '';
  let seq = 0;
  let isRequested = false;
  let isPageHidden = false;
  let fingerprint = '';
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
    fingerprint ||= machineGraph(actor.logic).fingerprint;
    post({ kind: 'report', tab, fingerprint, state, timers: timersOf(actor), log });
  }

  function inspect(inspected: InspectionEvent): void {
    if (inspected.actorRef !== actor) return;
    if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions);
    if (inspected.type !== '@xstate.snapshot') return;
    const before = state;
    state = statePath(actor.getSnapshot().value);
    log.push({
      seq,
      at: Date.now(),
      ...redactEvent(inspected.event, redaction),
      before,
      after: state,
      taken: taken.filter(isOwnTransition).map(transitionId),
    });
    if (log.length > MAX_ENTRIES) log.shift();
    taken = [];
    seq += 1;
    // XState starts the timers of a step after it has inspected the step's snapshot.
    queueMicrotask(report);
  }

  document.documentElement.dataset.chartTab = tab;
  actor.system.inspect(inspect);
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
}

/** The running delayed transitions, without the events they will raise. */
function timersOf(actor: Actor<AnyStateMachine>): FeedTimer[] {
  const delayed = new Map(
    definitionsOf(actor.logic).map(({ definition, event, source }) => [
      definition.eventType,
      { event, source },
    ]),
  );
  const scheduled = Object.values(actor.system.getSnapshot()._scheduledEvents);
  return scheduled.flatMap(({ id, startedAt, delay }) => {
    const transition = delayed.get(id);
    return transition === undefined ? [] : [{ ...transition, startedAt, delay }];
  });
}

/** Whether the machine defines a transition; XState inspects a transition of its own when an actor starts. */
function isOwnTransition({ source, eventType }: AnyTransitionDefinition): boolean {
  return eventType === '' || source.transitions.has(eventType);
}
