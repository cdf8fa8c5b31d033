import type { Actor, AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { definitionsOf, machineGraph, transitionId } from '#machines/explore/machine-graph.ts';
import type { FeedEntry, FeedTimer } from './feed.types.ts';

/** A log entry with the definitions of the taken transitions in place of their ids. */
export interface LoggedStep extends Omit<FeedEntry, 'taken'> {
  readonly taken: readonly AnyTransitionDefinition[];
}

/** Makes the part of a report that depends on the machine's graph. */
export type Reporter = ReturnType<typeof createReporter>;

/** Creates the reporter of an actor. */
export function createReporter(actor: Actor<AnyStateMachine>) {
  const { fingerprint } = machineGraph(actor.logic);
  return (log: readonly LoggedStep[]) => ({
    fingerprint,
    timers: timersOf(actor),
    log: log.map((step) => ({
      ...step,
      taken: step.taken.filter(isOwnTransition).map(transitionId),
    })),
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
