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
import { isDefined, transitionId } from './transition-id.ts';

/** The result of a pure transition. */
interface Planned {
  readonly snapshot: AnyMachineSnapshot;
  /** What would be executed. */
  readonly actions: readonly ExecutableActionObject[];
  /** The ids of the transitions taken, in order, `always` included. */
  readonly taken: readonly string[];
}

/** A machine as pure functions: nothing is executed. */
interface PureMachine {
  readonly start: (input: unknown) => Planned;
  readonly step: (snapshot: AnyMachineSnapshot, event: EventObject) => Planned;
}

/**
 * XState's `initialTransition` and `transition` with one idle actor for all calls: those two create an actor
 * for each, which takes longer than the transition. They do not tell which transitions were taken either.
 *
 * @param input any valid input, for the idle actor
 */
export function createPureMachine(machine: AnyStateMachine, input: unknown): PureMachine {
  let actions: ExecutableActionObject[] = [];
  let taken: AnyTransitionDefinition[] = [];
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.microstep') taken.push(...event._transitions);
  };
  const idle = createActor(machine, { input, inspect });
  const noop = () => undefined;
  const scope: AnyActorScope = {
    self: idle,
    system: idle.system,
    id: '',
    sessionId: '',
    logger: noop,
    defer: noop,
    emit: noop,
    stopChild: noop,
    actionExecutor: (action) => {
      actions.push(action);
    },
  };
  const plan = (transition: () => AnyMachineSnapshot): Planned => {
    actions = [];
    taken = [];
    const snapshot = transition();
    return { snapshot, actions, taken: taken.filter(isDefined).map(idOf) };
  };
  return {
    start: (own) => plan(() => machine.getInitialSnapshot(scope, own)),
    step: (snapshot, event) => plan(() => machine.transition(snapshot, event, scope)),
  };
}

const ids = new WeakMap<AnyTransitionDefinition, string>();

function idOf(definition: AnyTransitionDefinition): string {
  const id = ids.get(definition) ?? transitionId(definition);
  ids.set(definition, id);
  return id;
}
