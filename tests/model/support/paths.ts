import type { StatePath } from '@xstate/graph';
import { TestModel } from '@xstate/test';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { type AuthSimulationState, createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { MAIN_INPUT, START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { type StepPath, shortestPaths } from '#statechart/explore/shortest-paths.ts';
import { type ModelStep, stepName } from '#statechart/explore/steps.ts';
import { expectedScreens } from '../specification/table.ts';

/** More visits of states than the search from one input needs; reaching it throws. */
const VISIT_LIMIT = 200_000;

/** More paths than one input needs; reaching it throws. */
const PATH_LIMIT = 20_000;

/** The one stepper of all tests. */
export const authStepper = createAuthStepper();

/** What `@xstate/graph` requires of a state. */
const ACTIVE = { status: 'active', output: undefined, error: undefined } as const;

type TestState = AuthSimulationState & typeof ACTIVE;
type AuthTestModel = TestModel<TestState, ModelStep, undefined>;

export type AuthPath = StepPath<AuthSnapshot>;

export interface PathOptions {
  /** Whether a step can be performed where the path is walked; every step can unless given. */
  readonly isPerformable?: (step: ModelStep, state: AuthSimulationState) => boolean;
  readonly visitLimit?: number;
  readonly pathLimit?: number;
}

/** @throws when there is no input of that name */
export function inputNamed(name: string): StartInput {
  const input = START_INPUTS.find((each) => each.name === name);
  if (input === undefined) throw new Error(`No start input "${name}".`);
  return input;
}

/** The full paths of the active leaves of a snapshot. */
export function leavesOfSnapshot(snapshot: AuthSnapshot): readonly string[] {
  return statePath(snapshot.value).split(' ');
}

/**
 * Paths from one input over every step from every state, where a state is what its guards can read, the step
 * that led there and the state before.
 *
 * @throws when the search reaches one of its limits
 */
export function edgeCover(input: StartInput, options: PathOptions = {}): readonly AuthPath[] {
  const { pathLimit = PATH_LIMIT } = options;
  const replay = createReplay(input);
  const paths = testModelOf(input, options).getShortestPaths().map(replay);
  if (paths.length >= pathLimit)
    throw new Error(`"${input.name}" reached its limit of ${pathLimit} paths.`);
  return paths;
}

/** A path without a step. */
export function startPath({ name }: { readonly name: string }): AuthPath {
  const state = authStepper.start(name);
  return { input: name, steps: [{ event: { type: 'xstate.init', case: name }, state }], state };
}

/** A path after one more step. */
export function extendedPath({ input, steps, state: from }: AuthPath, event: ModelStep): AuthPath {
  const state = authStepper.step(from, event);
  return { input, steps: [...steps, { event, state }], state };
}

let byInput: readonly ReturnType<typeof reachableStates>[] | null = null;

/** The shortest path to every state from each input, and every step from there; computed once. */
export function shortestPathsByInput() {
  byInput ??= START_INPUTS.map(reachableStates);
  return byInput;
}

/** The shortest path to every state, from the first input that leads there. */
export function statePaths(): readonly AuthPath[] {
  const all = shortestPathsByInput().flatMap(({ shortest }) => [...shortest]);
  const first = new Map<string, AuthPath>();
  for (const [key, path] of all) if (!first.has(key)) first.set(key, path);
  return [...first.values()];
}

/** The shortest path to every state from one input, and every step from there. */
export function reachableStates(input: StartInput) {
  return shortestPaths(authStepper, {
    inputs: [input.name],
    steps: (state) => stepsAlong(input, state),
  });
}

interface PathCallbacks {
  /** Performs a step, by its position in the path. */
  readonly perform: () => Promise<void>;
  /** Called in every state with each of its leaves. */
  readonly check: (leaf: string, expected: AuthSimulationState) => void;
}

/** Runs a path by `TestModel`: performs each of its steps, and checks each of its states. */
export async function testPath({ steps }: AuthPath, { perform, check }: PathCallbacks) {
  const states = steps.map(({ event, state }) => ({ event, state: { ...state, ...ACTIVE } }));
  const end = states.at(-1)?.state;
  if (end === undefined) throw new Error('A path has no state.');
  const types = new Set(steps.slice(1).map(({ event }) => event.type));
  const leaves = Object.keys(expectedScreens);
  await testModelOf(MAIN_INPUT).testPath(
    { steps: states, state: end, weight: steps.length - 1 },
    {
      events: Object.fromEntries([...types].map((type) => [type, perform])),
      states: Object.fromEntries(
        leaves.map((leaf) => [leaf, (expected: TestState) => check(leaf, expected)]),
      ),
    },
  );
}

/** A path in one line. */
export function pathName({ steps }: AuthPath): string {
  return steps
    .slice(1)
    .map(({ event }) => stepName(event))
    .join(' -> ');
}

function testModelOf(
  input: StartInput,
  { isPerformable, visitLimit = VISIT_LIMIT }: PathOptions = {},
): AuthTestModel {
  const traversal = {
    events: (state: TestState) => [...stepsAlong(input, state, isPerformable)],
    serializeState: edgeKey,
    serializeEvent: stepName,
    limit: visitLimit,
    // Without a matcher, no assertion about a state would run.
    stateMatcher: ({ path }: TestState, leaf: string) => path.split(' ').includes(leaf),
  };
  return new TestModel<TestState, ModelStep, undefined>(
    {
      getInitialSnapshot: () => ({ ...authStepper.start(input.name), ...ACTIVE }),
      transition: (state, step) => ({ ...authStepper.step(state, step), ...ACTIVE }),
      getPersistedSnapshot: (state) => state,
    },
    traversal,
  );
}

/** The steps that extend a path: none at its maximum length, and none after a step that left the key unchanged. */
function stepsAlong(
  { maxSteps }: StartInput,
  state: AuthSimulationState,
  isPerformable: PathOptions['isPerformable'] = () => true,
): readonly ModelStep[] {
  if (state.depth >= maxSteps || !state.keyChanged) return [];
  return authStepper.steps(state).filter((step) => isPerformable(step, state));
}

function edgeKey({ key }: TestState, step?: ModelStep, before?: TestState): string {
  return `${key} via ${step ? stepName(step) : 'the start'} from ${before?.path ?? 'nowhere'}`;
}

/**
 * Replays paths of the search. The search keeps one state for each key, and two paths to a key may differ in
 * what no guard reads (a message, a time): a walk is checked against the states of its own path.
 */
function createReplay(input: StartInput): (path: StatePath<TestState, ModelStep>) => AuthPath {
  const start = authStepper.start(input.name);
  const known = new Map<AuthSimulationState, Map<string, AuthSimulationState>>();
  /** Each step is made once: the paths of a cover start alike. */
  const stepFrom = (from: AuthSimulationState, event: ModelStep): AuthSimulationState => {
    const next = known.get(from) ?? new Map<string, AuthSimulationState>();
    const state = next.get(stepName(event)) ?? authStepper.step(from, event);
    known.set(from, next.set(stepName(event), state));
    return state;
  };
  return ({ steps: searched }) => {
    let state = start;
    const steps = searched.map(({ event, state: { key } }, index) => {
      if (index > 0) state = stepFrom(state, event);
      if (state.key !== key) throw new Error(`A replayed path differs after ${stepName(event)}.`);
      return { event, state };
    });
    return { input: input.name, steps, state };
  };
}
