import type { AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { FEED_CHANNEL, type FeedEntry, type FeedTimer } from '#chart/page/live/feed.types.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { statePath } from '#machines/auth/auth.view.ts';
import { chartGraph, transitionId } from '#machines/explore/machine-graph.ts';
import type { AuthActor } from './auth-actor.ts';
import { redactedEvent } from './redaction.ts';

/** Entries a tab keeps for a chart that is opened later. */
const KEPT = 100;

const AFTER = /^(xstate\.after\.[^.]+)\.auth\.?(.*)$/;

/**
 * Shows this tab's machine to the chart, in this tab and in others: its state, its timers and what happened,
 * with every value reduced to its kind before it leaves. Nothing is sent before a chart asks.
 *
 * To be called before the actor starts, so that nothing is missed.
 *
 * @param beginning the transitions the machine took while it was created
 */
export function feedChart(actor: AuthActor, beginning: readonly AnyTransitionDefinition[]): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const tab = crypto.randomUUID().slice(0, 8);
  const log: FeedEntry[] = [];
  let taken: AnyTransitionDefinition[] = [...beginning];
  let before = '';
  let seq = 0;
  let isWatched = false;
  let isAway = false;
  let machine = '';
  let channel = open();

  function open(): BroadcastChannel {
    const opened = new BroadcastChannel(FEED_CHANNEL);
    opened.onmessage = ({ data }) => {
      if (data?.kind !== 'ask') return;
      isWatched = true;
      show();
    };
    return opened;
  }

  function show(): void {
    if (!isWatched || isAway) return;
    machine ||= chartGraph(authMachine).fingerprint;
    channel.postMessage({ kind: 'here', tab, machine, path: before, timers: timersOf(actor), log });
  }

  function look(inspected: InspectionEvent): void {
    if (inspected.actorRef !== actor) return;
    if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions);
    if (inspected.type !== '@xstate.snapshot') return;
    const after = statePath(actor.getSnapshot().value);
    const ids = taken.filter(isOfTheMachine).map(transitionId);
    const event = redactedEvent(inspected.event);
    log.push({ seq, at: Date.now(), ...event, before, after, taken: ids });
    if (log.length > KEPT) log.shift();
    before = after;
    taken = [];
    seq += 1;
    // The timers of a step are started after its snapshot is told.
    queueMicrotask(show);
  }

  document.documentElement.dataset.chartTab = tab;
  actor.system.inspect(look);
  window.addEventListener('pagehide', () => {
    if (isWatched) channel.postMessage({ kind: 'gone', tab });
    channel.close();
    isAway = true;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    channel = open();
    isAway = false;
    show();
  });
}

/** The delayed transitions that are running, without the events they will raise. */
function timersOf(actor: AuthActor): FeedTimer[] {
  const scheduled = Object.values(actor.system.getSnapshot()._scheduledEvents);
  return scheduled.flatMap(({ id, startedAt, delay }) => {
    const [, event, source] = AFTER.exec(id) ?? [];
    return event === undefined || source === undefined ? [] : [{ event, source, startedAt, delay }];
  });
}

/** Entering the machine is a transition of XState's own. */
function isOfTheMachine({ source, eventType }: AnyTransitionDefinition): boolean {
  return eventType === '' || source.transitions.has(eventType);
}
