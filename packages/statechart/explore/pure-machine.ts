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
import { definedTransitions } from './machine-graph.ts';
import { isDefined, transitionId } from './transition-id.ts';

/** How many transitions one event may take: a loop of `always` has no end. */
const MAX_MICROSTEPS = 1_000;

/** The result of a pure transition. */
export interface Planned {
  readonly snapshot: AnyMachineSnapshot;
  /** What would be executed. */
  readonly actions: readonly ExecutableActionObject[];
  /** The ids of the transitions taken, in order, `always` included. */
  readonly taken: readonly string[];
}

/** A machine as pure functions: nothing is executed. */
interface PureMachine {
  /** @param wanted the ids of transitions that are taken whatever their guards return */
  readonly start: (input: unknown, wanted?: readonly string[]) => Planned;
  readonly step: (
    snapshot: AnyMachineSnapshot,
    event: EventObject,
    wanted?: readonly string[],
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
  let forced: readonly ForcedBranch[] = [];
  const inspect = (event: InspectionEvent) => {
    if (event.type !== '@xstate.microstep') return;
    taken.push(...event._transitions);
    // A transition without an event would be taken again and again.
    for (const branch of forced) if (taken.includes(branch.chosen)) branch.restore();
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
  const plan = (wanted: readonly string[], transition: () => AnyMachineSnapshot): Planned => {
    actions = [];
    taken = [];
    microsteps = 0;
    forced = wanted.length === 0 ? [] : forcedBranches(machine, wanted);
    try {
      const snapshot = transition();
      return { snapshot, actions, taken: taken.filter(isDefined).map(idOf) };
    } finally {
      for (const branch of forced) branch.restore();
    }
  };
  return {
    start: (own, wanted = []) => {
      const planned = plan(wanted, () => machine.getInitialSnapshot(scope, own));
      // XState keeps what fails before the first state as the state of the actor.
      if (planned.snapshot.status === 'error') throw planned.snapshot.error;
      return planned;
    },
    step: (snapshot, event, wanted = []) =>
      plan(wanted, () => machine.transition(snapshot, event, scope)),
  };
}

/** A transition whose guard passes, while those of the branches before it fail. */
interface ForcedBranch {
  readonly chosen: AnyTransitionDefinition;
  /** Gives all of them their own guards back. */
  readonly restore: () => void;
}

function forcedBranches(
  machine: AnyStateMachine,
  wanted: readonly string[],
): readonly ForcedBranch[] {
  const all = definedTransitions(machine);
  return all
    .filter(({ id }) => wanted.includes(id))
    .map(({ definition: chosen, source, event, index }) => {
      const changed = all
        .filter((each) => each.source === source && each.event === event && each.index <= index)
        .map(({ definition }) => ({ definition, guard: definition.guard }));
      for (const { definition } of changed) definition.guard = () => definition === chosen;
      const restore = () => {
        for (const { definition, guard } of changed) Object.assign(definition, { guard });
      };
      return { chosen, restore };
    });
}

const ids = new WeakMap<AnyTransitionDefinition, string>();

function idOf(definition: AnyTransitionDefinition): string {
  const id = ids.get(definition) ?? transitionId(definition);
  ids.set(definition, id);
  return id;
}
