import type { Actor, AnyStateMachine } from 'xstate';
import { definedTransitions, machineGraph } from '../explore/machine-graph.ts';
import type { FeedTimer } from './feed.types.ts';

/** Makes the part of a report that depends on the machine's graph. */
export type Reporter = ReturnType<typeof createReporter>;

/** Creates the reporter of an actor. */
export function createReporter(actor: Actor<AnyStateMachine>) {
  const { fingerprint } = machineGraph(actor.logic);
  return () => ({ fingerprint, timers: timersOf(actor) });
}

/** The running delayed transitions, without the events they will raise. */
function timersOf(actor: Actor<AnyStateMachine>): FeedTimer[] {
  const delayed = new Map(
    definedTransitions(actor.logic).map(({ definition, event, source }) => [
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
