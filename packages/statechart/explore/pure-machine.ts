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
import { definitionsOf } from './machine-graph.ts';
import { isDefined, transitionId } from './transition-id.ts';

/** How many transitions one event may take: a loop of `always` has no end. */
const MAX_MICROSTEPS = 1_000;

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
  /** @param wanted the id of a transition that is taken whatever its guard returns; `null` for what the guards allow */
  readonly step: (
    snapshot: AnyMachineSnapshot,
    event: EventObject,
    wanted: string | null,
  ) => Planned;
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
  let microsteps = 0;
  const inspect = (event: InspectionEvent) => {
    if (event.type !== '@xstate.microstep') return;
    taken.push(...event._transitions);
    microsteps += 1;
    if (microsteps > MAX_MICROSTEPS) {
      throw new Error('Its transitions without an event lead from state to state without end.');
    }
  };
  const idle = createActor(machine, { input, inspect });
  const noop = () => undefined;
  // The idle actor has started what has a name in the system; each simulated start does so again.
  Object.assign(idle.system, { _set: noop });
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
    microsteps = 0;
    const snapshot = transition();
    return { snapshot, actions, taken: taken.filter(isDefined).map(idOf) };
  };
  return {
    start: (own) => {
      const planned = plan(() => machine.getInitialSnapshot(scope, own));
      // XState keeps what fails before the first state as the state of the actor.
      if (planned.snapshot.status === 'error') throw planned.snapshot.error;
      return planned;
    },
    step: (snapshot, event, wanted) =>
      withGuards(machine, wanted, () => plan(() => machine.transition(snapshot, event, scope))),
  };
}

/** Runs a function while the guard of one transition passes, and those of the branches before it fail. */
function withGuards<Result>(
  machine: AnyStateMachine,
  wanted: string | null,
  run: () => Result,
): Result {
  if (wanted === null) return run();
  const all = definitionsOf(machine);
  const chosen = all.find(({ id }) => id === wanted);
  const changed = all
    .filter(
      ({ source, event, index }) =>
        source === chosen?.source && event === chosen.event && index <= chosen.index,
    )
    .map(({ id, definition }) => ({ id, definition, guard: definition.guard }));
  for (const { id, definition } of changed) definition.guard = () => id === wanted;
  try {
    return run();
  } finally {
    for (const { definition, guard } of changed) Object.assign(definition, { guard });
  }
}

const ids = new WeakMap<AnyTransitionDefinition, string>();

function idOf(definition: AnyTransitionDefinition): string {
  const id = ids.get(definition) ?? transitionId(definition);
  ids.set(definition, id);
  return id;
}
