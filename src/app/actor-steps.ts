import type {
  Actor,
  AnyEventObject,
  AnyStateMachine,
  AnyTransitionDefinition,
  SnapshotFrom,
} from 'xstate';

/** One event that an actor has received, also one that changed nothing. */
export interface ActorStep<Machine extends AnyStateMachine> {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: AnyEventObject;
  /** The snapshot after the event. */
  readonly snapshot: SnapshotFrom<Machine>;
  /** The transitions that were taken. */
  readonly taken: readonly AnyTransitionDefinition[];
}

/**
 * Calls back after each step of an actor. Call it before the actor starts, so that no step is missed.
 *
 * @param initialTransitions the transitions that the machine took while the actor was created
 * @param now epoch milliseconds
 */
export function watchSteps<Machine extends AnyStateMachine>(
  actor: Actor<Machine>,
  initialTransitions: readonly AnyTransitionDefinition[],
  now: () => number,
  onStep: (step: ActorStep<Machine>) => void,
): void {
  let taken = [...initialTransitions];
  actor.system.inspect((inspected) => {
    if (inspected.actorRef !== actor) return;
    if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions);
    if (inspected.type !== '@xstate.snapshot') return;
    const step = { at: now(), event: inspected.event, snapshot: actor.getSnapshot(), taken };
    taken = [];
    onStep(step);
  });
}
