import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type EventObject,
  type ExecutableActionObject,
  type InspectionEvent,
} from 'xstate';

/** What a step of a machine comes to. */
interface Planned {
  readonly snapshot: AnyMachineSnapshot;
  /** What would be executed. */
  readonly actions: readonly ExecutableActionObject[];
  /** The transition definitions taken, in order, `always` included. */
  readonly taken: readonly AnyTransitionDefinition[];
}

/** A machine as pure functions: nothing is run, everything planned is handed out. */
export interface PureMachine {
  readonly start: () => Planned;
  readonly step: (snapshot: AnyMachineSnapshot, event: EventObject) => Planned;
}

/**
 * What XState's `initialTransition` and `transition` do, with one idle actor for all steps: those two make an
 * actor for each, which takes longer than the step.
 *
 * @param input what the machine starts from
 */
export function createPureMachine(machine: AnyStateMachine, input: unknown): PureMachine {
  let actions: ExecutableActionObject[] = [];
  let taken: AnyTransitionDefinition[] = [];
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.microstep') taken.push(...event._transitions);
  };
  const idle = createActor(machine, { input, inspect });
  const nothing = () => undefined;
  const scope: AnyActorScope = {
    self: idle,
    system: idle.system,
    id: '',
    sessionId: '',
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: (action) => {
      actions.push(action);
    },
  };
  const plan = (look: () => AnyMachineSnapshot): Planned => {
    actions = [];
    taken = [];
    const snapshot = look();
    return { snapshot, actions, taken };
  };
  return {
    start: () => plan(() => machine.getInitialSnapshot(scope, input)),
    step: (snapshot, event) => plan(() => machine.transition(snapshot, event, scope)),
  };
}
