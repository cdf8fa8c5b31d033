import { getShortestPaths, type StatePath } from '@xstate/graph';
import { TestModel, type TestPath } from '@xstate/test';
import type { ActorLogic } from 'xstate';
import {
  type AuthSimulationState,
  type AuthStepper,
  createAuthStepper,
} from '#machines/auth-cases/auth-stepper.ts';
import { MAIN_INPUT, START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { keyWithTimers } from '#statechart/explore/shortest-paths.ts';
import { type ModelStep, stepName } from '#statechart/explore/steps.ts';

const ACTIVE = { status: 'active', output: undefined, error: undefined } as const;

/** A state of the model, in the shape that `@xstate/graph` requires. */
export type ModelState = AuthSimulationState &
  typeof ACTIVE & {
    /** The same for two states from which the same steps are possible and lead to the same. */
    readonly node: string;
  };

export type ModelPath = TestPath<ModelState, ModelStep>;
type ReplayedPath = StatePath<ModelState, ModelStep>;

interface ModelOptions {
  readonly stepper?: AuthStepper;
  /** The steps to take from a state; all that the stepper offers by default. */
  readonly stepsFrom?: (state: AuthSimulationState) => readonly ModelStep[];
  /** What else tells two states apart. */
  readonly detailOf?: (state: AuthSimulationState) => string;
}

/** The step that opens the product in a tab; its case is the name of a start input. */
const OPEN = 'model.open';

/** The one stepper of all tests. */
export const authStepper = createAuthStepper();

/** A tab in which the product is not open yet: the one state in which every path starts. */
export const CLOSED: ModelState = { ...authStepper.start(MAIN_INPUT.name), ...ACTIVE, node: OPEN };

/** @throws when there is no input of that name */
export function inputNamed(name: string): StartInput {
  const input = START_INPUTS.find((each) => each.name === name);
  if (input === undefined) throw new Error(`No start input "${name}".`);
  return input;
}

/**
 * The auth machine on a simulated clock as a model of `@xstate/test`: a tab is opened with each start input, and then
 * takes every step that is possible.
 */
export function createAuthModel({
  stepper = authStepper,
  stepsFrom = stepper.steps,
  detailOf = () => '',
}: ModelOptions = {}) {
  const starts = stepper.cases.inputs.map(({ name }) => ({ type: OPEN, case: name }));
  /** What the exploration has found, for the search for paths. */
  const known = new WeakMap<ModelState, Map<string, ModelState>>();
  const stepsOf = new WeakMap<ModelState, readonly ModelStep[]>([[CLOSED, starts]]);
  const transition = (from: ModelState, step: ModelStep): ModelState => {
    const next = known.get(from) ?? new Map<string, ModelState>();
    known.set(from, next);
    const found = next.get(stepName(step));
    if (found !== undefined) return found;
    const after = from === CLOSED ? stepper.start(step.case) : stepper.step(from, step);
    const state = { ...after, ...ACTIVE, node: `${nodeOf(after)} ${detailOf(after)}` };
    next.set(stepName(step), state);
    return state;
  };
  const events = (state: ModelState) => {
    const steps = stepsOf.get(state) ?? stepsFrom(state);
    stepsOf.set(state, steps);
    return steps;
  };
  const logic: ActorLogic<ModelState, ModelStep, undefined> = {
    getInitialSnapshot: () => CLOSED,
    transition,
    getPersistedSnapshot: (state) => state,
  };
  const traversal = {
    events,
    serializeState: ({ node }: ModelState) => node,
    serializeEvent: stepName,
    stateMatcher: (_state: ModelState, name: string) => name === '*',
  };
  const model = new TestModel<ModelState, ModelStep, undefined>(logic, traversal);

  /** Two paths to a node may differ in what no guard reads: the states of a path are those of its own steps. */
  const replay = (steps: readonly ModelStep[]): ReplayedPath => {
    const states = [{ event: { type: 'xstate.init', case: '' }, state: CLOSED }];
    let state = CLOSED;
    for (const event of steps) {
      state = transition(state, event);
      states.push({ event, state });
    }
    return { state, steps: states, weight: steps.length };
  };

  /** A shortest path to each transition that can be taken, and no path that takes nothing new. */
  const coverTransitions = (): ReplayedPath[] => {
    const taken = new Set<string>();
    const isNew = (id: string) => !taken.has(id);
    const toNode = new Map(
      getShortestPaths(logic, traversal).map((path) => [path.state.node, path]),
    );
    return model.getAdjacencyList().flatMap(({ state: { node }, event, nextState }) => {
      if (!nextState.taken.some(isNew)) return [];
      const before = toNode.get(node)?.steps.slice(1) ?? [];
      const path = replay([...before.map((step) => step.event), event]);
      if (!path.state.taken.some(isNew)) return [];
      for (const { state } of path.steps) for (const id of state.taken) taken.add(id);
      return [path];
    });
  };

  return {
    /** Every step from every state that can be reached, the nearest first. */
    edges: () => model.getAdjacencyList(),
    /** Paths that together take every transition. */
    paths: (): readonly ModelPath[] => model.getPaths(coverTransitions),
    /** The path of some steps, the first of which opens the product. */
    replay,
  };
}

/**
 * What tells two states apart: all that guards read, in which order delays end, whether a sentence is shown, and the
 * chosen organization.
 */
function nodeOf(state: AuthSimulationState): string {
  const { notice, personNotice, selectedOrganization } = state.snapshot.context;
  // One state is enough to see that it can be dismissed.
  const isTold =
    state.snapshot.matches({ signedIn: { session: 'authenticated' } }) && personNotice !== null;
  return `${keyWithTimers(state)} ${notice !== null} ${isTold} ${selectedOrganization?.id}`;
}
