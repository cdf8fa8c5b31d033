import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventObject,
  getNextTransitions,
} from 'xstate';
import { type Effects, effectsOf } from './effects.ts';
import { createPureMachine, type Planned } from './pure-machine.ts';
import { statePath } from './state-path.ts';
import {
  ELAPSED,
  eventOf,
  eventSteps,
  inputCase,
  invokeIdOf,
  type ModelStep,
  type PayloadCases,
  resultSteps,
  stepKind,
  timerStep,
  typedCaseOf,
} from './steps.ts';
import { transitionId } from './transition-id.ts';
import { errorText, valueText } from './values.ts';

/** When every simulation starts, in epoch milliseconds. */
export const START = Date.UTC(2030, 0, 1);

/** Milliseconds between two steps, so that no two timers are ever due in the same millisecond. */
export const TICK = 1;

/** The event with which a transition that needs none is simulated when its guard is to pass. */
const ALWAYS = 'model.always';

/** The state of a simulated machine after a step. */
export interface SimulationState<Snapshot = AnyMachineSnapshot> {
  readonly snapshot: Snapshot;
  readonly path: string;
  /** What guards can read of the snapshot: two states with the same key react alike. */
  readonly key: string;
  /** Milliseconds on the clock of the timers since the start. */
  readonly clock: number;
  /** Milliseconds the computer slept: the time of day is ahead of the clock by these. */
  readonly slept: number;
  /** The time of day, in epoch milliseconds. */
  readonly now: number;
  /** When each running delayed transition is due on the clock, by its event. */
  readonly timers: ReadonlyMap<string, number>;
  /** The ids of the invokes that may still resolve. */
  readonly pending: readonly string[];
  /** The step that led here; `null` at the start. */
  readonly lastStep: ModelStep | null;
  /** The ids of the transitions that step took, in order, `always` included. */
  readonly taken: readonly string[];
  readonly effects: Effects;
}

/** A step in which only time passes, offered where that changes what a guard returns. */
export interface TimeStep {
  readonly step: ModelStep;
  /** Until when on the clock, if it is more than a tick. */
  readonly clock?: number;
  /** How many milliseconds the computer sleeps. */
  readonly sleeps?: number;
}

/** A way that an event can take, whatever the guards return. */
interface PossibleWay {
  /** The transition of the event, and those without an event that follow at once. */
  readonly ids: readonly string[];
  readonly type: string;
}

export interface StepperOptions {
  readonly machine: AnyStateMachine;
  readonly cases: PayloadCases;
  /** The machine's input: the value of an input case, and the simulated time of day. */
  readonly inputOf?: (value: unknown, now: () => number) => unknown;
  /** What guards can read of a snapshot, and nothing else; by default, its whole context. */
  readonly stateKey?: (snapshot: AnyMachineSnapshot, now: number) => string;
  readonly timeStepsOf?: (state: SimulationState) => readonly TimeStep[];
}

/** A machine as a pure function of steps: pure transitions, and a simulated clock with its timers. */
export interface Stepper<Snapshot = AnyMachineSnapshot> {
  readonly machine: AnyStateMachine;
  readonly cases: PayloadCases;
  /**
   * @param input the name of an input case
   * @throws when there is no such case
   */
  readonly start: (input: string) => SimulationState<Snapshot>;
  /** The state after a step. An event that the machine does not handle here only lets a tick pass. */
  readonly step: (state: SimulationState<Snapshot>, step: ModelStep) => SimulationState<Snapshot>;
  /**
   * Every step that takes a transition here, one for each payload case; before a timer that is due, only the timer.
   */
  readonly steps: (state: SimulationState<Snapshot>) => readonly ModelStep[];
  /** The ways that lead from a state, or through the first states at the start: for these, `null`. */
  readonly possible: (state: SimulationState<Snapshot> | null) => readonly PossibleWay[];
  /**
   * The states of a sequence, the start first, up to a step that fails: it has no payload case, or a guard or an action
   * needs data that its case does not have.
   */
  readonly replay: (
    input: string,
    steps: readonly ModelStep[],
  ) => {
    readonly states: readonly SimulationState<Snapshot>[];
    /** Why it ends early; empty when it does not. */
    readonly error: string;
  };
  /** Reads a snapshot while the machine's time of day is that of its state. */
  readonly readAt: <Result>(
    state: SimulationState<Snapshot>,
    read: (snapshot: Snapshot) => Result,
  ) => Result;
}

/** A stepper for any machine. */
export function createStepper(options: StepperOptions): Stepper {
  const { cases, inputOf = (value) => value, timeStepsOf = () => [] } = options;
  const { stateKey = ({ value, context }) => valueText([value, context]) } = options;
  let now = START;
  const inputOfCase = (name: string) => {
    const found = inputCase(cases, name);
    if (found === undefined) throw new Error(`No input case "${name}".`);
    return inputOf(found.value, () => now);
  };
  let pureMachine: ReturnType<typeof createPureMachine> | null = null;
  /** Takes long the first time, and most visitors of the chart never take a step. */
  const pure = () => {
    pureMachine ??= createPureMachine(options.machine, inputOfCase(cases.inputs[0]?.name ?? ''));
    return pureMachine;
  };
  const allEvents = eventSteps(cases);
  const invokeIds = Object.keys(cases.results);
  /** The events of the timers that were started, by the ids that stop them. */
  const timerEvents = new Map<string, AnyEventObject>();
  const timersAfter = (
    before: ReadonlyMap<string, number>,
    { timers }: Effects,
    clock: number,
  ): ReadonlyMap<string, number> => {
    const running = new Map([...before].filter(([, due]) => due > clock));
    for (const { event, delay, raised = timerEvents.get(event) } of timers) {
      const type = raised?.type ?? event;
      if (raised !== undefined) timerEvents.set(event, raised);
      if (delay === null) running.delete(type);
      // Like in a browser, a delay that is over when it starts ends in a later task.
      else running.set(type, clock + Math.max(delay, TICK));
    }
    return running;
  };
  const eventOfStep = (state: SimulationState, next: ModelStep, time: number): AnyEventObject => {
    const raised = [...timerEvents.values()].find(({ type }) => type === next.type);
    return next.case === ELAPSED && state.timers.has(next.type) && raised !== undefined
      ? raised
      : eventOf(cases, next, time);
  };
  const pendingAfter = (
    before: readonly string[],
    { calls, stopped }: Effects,
    ended: string,
  ): readonly string[] => [
    ...before.filter((id) => id !== ended && !stopped.includes(id)),
    ...calls.flatMap(({ id }) => (Object.hasOwn(cases.results, id) ? [id] : [])),
  ];
  const resultsOf = new Map(invokeIds.map((id) => [id, resultSteps(cases, id)]));

  const canTake = (snapshot: AnyMachineSnapshot, event: EventObject, time: number): boolean => {
    now = START + time;
    try {
      // Also one that only keeps the event from the states around.
      return options.machine.getTransitionData(snapshot, event).length > 0;
    } catch {
      // The guard reads data that this case does not have.
      return false;
    }
  };

  /** The state after what a step has planned. */
  const stateAfter = (
    before: Pick<SimulationState, 'timers' | 'pending'>,
    lastStep: ModelStep | null,
    { snapshot, actions, taken }: Planned,
    times: Pick<SimulationState, 'clock' | 'slept'>,
  ): SimulationState => {
    const effects = effectsOf(actions);
    return {
      ...times,
      now,
      snapshot,
      path: statePath(snapshot.value),
      key: stateKey(snapshot, now),
      taken,
      effects,
      lastStep,
      timers: timersAfter(before.timers, effects, times.clock),
      pending: pendingAfter(before.pending, effects, invokeIdOf(lastStep?.type ?? '')),
    };
  };

  const start = (input: string): SimulationState => {
    now = START;
    const planned = pure().start(inputOfCase(input), typedCaseOf(input)?.transitions ?? []);
    return stateAfter({ timers: new Map(), pending: [] }, null, planned, { clock: 0, slept: 0 });
  };

  const step = (before: SimulationState, next: ModelStep): SimulationState => {
    const kind = stepKind(next.type);
    const isTimeStep = kind === 'wait' || kind === 'sleep';
    const timeStep = isTimeStep
      ? timeStepsOf(before).find((each) => each.step.type === next.type)
      : null;
    const clock = before.timers.get(next.type) ?? timeStep?.clock ?? before.clock + TICK;
    const slept = before.slept + (timeStep?.sleeps ?? 0);
    now = START + clock + slept;
    const planned = isTimeStep
      ? { snapshot: before.snapshot, actions: [], taken: [] }
      : pure().step(
          before.snapshot,
          eventOfStep(before, next, now),
          typedCaseOf(next.case)?.transitions ?? [],
        );
    return stateAfter(before, next, planned, { clock, slept });
  };

  const typesByPath = new Map<string, ReadonlySet<string>>();
  /** The event types that have a transition here, whatever its guard returns. */
  const typesIn = ({ path, snapshot }: SimulationState): ReadonlySet<string> => {
    const types =
      typesByPath.get(path) ??
      new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType));
    typesByPath.set(path, types);
    return types;
  };

  /** The next timer that takes a transition when it is due; the timers before it take none. */
  const nextTimer = (state: SimulationState) => {
    const { snapshot, timers, slept } = state;
    return [...timers]
      .sort(([, dueA], [, dueB]) => dueA - dueB)
      .find(([type, due]) =>
        canTake(snapshot, eventOfStep(state, timerStep(type), START + due + slept), due + slept),
      );
  };

  const steps = (state: SimulationState): readonly ModelStep[] => {
    const { snapshot, clock, slept } = state;
    if (snapshot.status !== 'active') return [];
    const [timer, due = Number.POSITIVE_INFINITY] = nextTimer(state) ?? [];
    const timerSteps = timer === undefined ? [] : [timerStep(timer)];
    if (due <= clock + TICK) return timerSteps;
    const types = typesIn(state);
    const events = allEvents.filter(({ type }) => types.has(type));
    const results = invokeIds
      .filter((id) => id in snapshot.children)
      .flatMap((id) => resultsOf.get(id) ?? []);
    const time = clock + slept + TICK;
    const own = [...events, ...results].filter((each) =>
      canTake(snapshot, eventOf(cases, each, START + time), time),
    );
    const timeSteps = timeStepsOf(state).filter(
      ({ clock: end = clock + TICK }) => end > clock && end < due,
    );
    return [...own, ...timerSteps, ...timeSteps.map((timeStep) => timeStep.step)];
  };

  const replay: Stepper['replay'] = (input, sequence) => {
    const states: SimulationState[] = [];
    try {
      let state = start(input);
      states.push(state);
      for (const next of sequence) {
        state = step(state, next);
        states.push(state);
      }
    } catch (error) {
      return { states, error: errorText(error) };
    }
    return { states, error: '' };
  };

  const readAt: Stepper['readAt'] = (state, read) => {
    now = state.now;
    return read(state.snapshot);
  };

  const possible: Stepper['possible'] = (state) => {
    if (state === null) {
      return waysFrom([options.machine.root]).map((ids) => ({ ids, type: 'xstate.init' }));
    }
    return state.snapshot.status === 'active'
      ? getNextTransitions(state.snapshot).flatMap((definition) =>
          [[], ...waysFrom(definition.target ?? [])].map((rest) => ({
            ids: [transitionId(definition), ...rest],
            type: definition.eventType || ALWAYS,
          })),
        )
      : [];
  };

  return { machine: options.machine, cases, start, step, steps, possible, replay, readAt };
}

/** The transitions without an event that can follow when states are entered: each way that has a guard. */
function waysFrom(
  nodes: readonly AnyStateNode[],
  before: readonly AnyStateNode[] = [],
): readonly (readonly string[])[] {
  return nodes.flatMap((node) => {
    if (before.includes(node)) return [];
    const path = [...before, node];
    const inner =
      node.type === 'parallel' ? Object.values(node.states) : (node.initial?.target ?? []);
    const own = (node.always ?? []).flatMap((branch) => {
      const rest = waysFrom(branch.target ?? [], path);
      const ways = branch.guard === undefined ? rest : [[], ...rest];
      return ways.map((way) => [transitionId(branch), ...way]);
    });
    return [...own, ...waysFrom(inner, path)];
  });
}
