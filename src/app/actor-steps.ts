import type { AnyEventObject, AnyTransitionDefinition, InspectionEvent } from 'xstate';

/** One event that an actor has received, even if it changed nothing. */
export interface ActorStep<Snapshot> {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: AnyEventObject;
  /** The snapshot after the event. */
  readonly snapshot: Snapshot;
  /** The transitions that were taken; with the first event, those of the actor's creation. */
  readonly taken: readonly AnyTransitionDefinition[];
}

/**
 * Returns the `inspect` option of an actor, which calls `onStep` after each of its steps.
 *
 * @param actorOf returns the actor, once it is created
 * @param now epoch milliseconds
 */
export function inspectSteps<Snapshot>(
  actorOf: () => { readonly getSnapshot: () => Snapshot },
  now: () => number,
  onStep: (step: ActorStep<Snapshot>) => void,
): (inspected: InspectionEvent) => void {
  let taken: AnyTransitionDefinition[] = [];
  return (inspected) => {
    // The steps of the actors that it invokes do not count.
    if (inspected.actorRef?.sessionId !== inspected.rootId) return;
    // XState has no public name for them.
    if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions);
    if (inspected.type !== '@xstate.snapshot') return;
    const step = { at: now(), event: inspected.event, snapshot: actorOf().getSnapshot(), taken };
    taken = [];
    onStep(step);
  };
}
