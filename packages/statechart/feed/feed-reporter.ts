import type { Actor, AnyActorRef, AnyStateMachine } from 'xstate';
import { isMachine } from '../explore/is-machine.ts';
import { definedTransitions, machineGraph } from '../explore/machine-graph.ts';
import { statePath } from '../explore/state-path.ts';
import type { FeedActor, FeedTimer } from './feed.types.ts';
import { eventTypesOf } from './redact-event.ts';

/** Makes the part of a report that depends on the machine's graph. */
export type Reporter = ReturnType<typeof createReporter>;

/** Creates the reporter of an actor. */
export function createReporter(actor: Actor<AnyStateMachine>) {
  const { fingerprint } = machineGraph(actor.logic);
  return () => ({ fingerprint, timers: timersOf(actor), actors: actorsOf(actor, 0) });
}

/** The actors that an actor has started, those that each of them has started below it. */
function actorsOf(actor: AnyActorRef, depth: number): FeedActor[] {
  const logic = 'logic' in actor ? actor.logic : null;
  const types = isMachine(logic) ? eventTypesOf(logic) : new Set<string>();
  const children: readonly AnyActorRef[] = Object.values(actor.getSnapshot()?.children ?? {});
  return children.flatMap((child) => {
    const { status, value } = child.getSnapshot() ?? {};
    // The id of an actor that is spawned may hold data.
    const isKnown = types.has(`xstate.done.actor.${child.id}`);
    const state = value === undefined ? String(status) : statePath(value);
    const own = { id: isKnown ? child.id : '(spawned)', depth, state };
    return [own, ...actorsOf(child, depth + 1)];
  });
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
