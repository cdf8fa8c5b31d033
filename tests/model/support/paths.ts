import type { StatePath } from '@xstate/graph';
import { TestModel } from '@xstate/test';
import { type AuthSnapshot, statePath } from '#machines/auth/auth.view.ts';
import { type ModelEvent, stepName } from '#machines/explore/model-events.ts';
import { ALL_INPUTS, type ModelInput } from '#machines/explore/start-inputs.ts';
import { createModel, type Model, type ModelOptions } from '#machines/explore/stepper.ts';

/** More visits than the graph of one input can need; reaching it is an error, never a shorter cover. */
const VISIT_LIMIT = 200_000;

/** More paths than one input can need; reaching it is an error, never a shorter cover. */
const PATH_LIMIT = 20_000;

export type AuthPath = StatePath<AuthSnapshot, ModelEvent>;

/** What the paths of one input are walked with. */
export interface Walkable {
  readonly input: ModelInput;
  readonly model: Model;
  readonly testModel: TestModel<AuthSnapshot, ModelEvent, undefined>;
}

/** The walks of one input: the pure model, the test model over it, and its edge cover. */
export interface Cover extends Walkable {
  readonly paths: readonly AuthPath[];
}

export interface CoverOptions extends ModelOptions {
  /** How many visits of the graph, and how many paths, are taken for a mistake. */
  readonly limit?: number;
  readonly most?: number;
}

const leavesSeen = new WeakMap<AuthSnapshot, readonly string[]>();

/** The leaves a snapshot is in, each by its full path. */
export function leavesOfSnapshot(snapshot: AuthSnapshot): readonly string[] {
  const known = leavesSeen.get(snapshot);
  if (known !== undefined) return known;
  const leaves = statePath(snapshot.value).split(' ');
  leavesSeen.set(snapshot, leaves);
  return leaves;
}

/** The pure model of one input, and the test model over it. */
export function walkableOf(
  input: ModelInput,
  { limit = VISIT_LIMIT, ...options }: ModelOptions & { readonly limit?: number } = {},
): Walkable {
  const model = createModel(input, options);
  const traversal = {
    events: (snapshot: AuthSnapshot) => [...model.stepsOfWalk(snapshot)],
    serializeState: (snapshot: AuthSnapshot, step?: ModelEvent, before?: AuthSnapshot) =>
      edgeKey(model, snapshot, step, before),
    serializeEvent: stepName,
    limit,
    // Without this, no assertion about a state would ever run.
    stateMatcher: (snapshot: AuthSnapshot, leaf: string) =>
      leavesOfSnapshot(snapshot).includes(leaf),
  };
  const testModel = new TestModel<AuthSnapshot, ModelEvent, undefined>(
    {
      getInitialSnapshot: () => model.start(),
      transition: (snapshot, step) => model.step(snapshot, step),
      getPersistedSnapshot: (snapshot) => snapshot,
    },
    traversal,
  );
  return { input, model, testModel };
}

/**
 * The edge cover of one input: a path for every step from every state of the model, where a state is what
 * its guards can read, the event that led there and the state before.
 */
export function coverOf(
  input: ModelInput,
  { most = PATH_LIMIT, ...options }: CoverOptions = {},
): Cover {
  const walkable = walkableOf(input, options);
  const step = remembering(walkable.model);
  const paths = walkable.testModel
    .getShortestPaths()
    .map((path) => exact(walkable.model, step, path));
  if (paths.length >= most) {
    throw new Error(`The cover of "${input.name}" hit its cap of ${most} paths.`);
  }
  return { ...walkable, paths };
}

/** What is near in one input's model: each state by its shortest way, and each step from there. */
export interface Nearest {
  /** The shortest way to every state, by what its guards can read. */
  readonly ways: ReadonlyMap<string, AuthPath>;
  /** Those ways, and each of them with one more step. */
  readonly paths: readonly AuthPath[];
}

/** The states of one input's model, and what every step from them does, by the shortest ways. */
export function nearest({ model, input }: Walkable): Nearest {
  const ways = new Map<string, AuthPath>();
  const start = model.start();
  const queue: AuthPath[] = [
    {
      state: start,
      steps: [{ event: { type: 'xstate.init', case: input.name }, state: start }],
      weight: 0,
    },
  ];
  for (const way of queue) {
    const key = model.keyOf(way.state);
    if (ways.has(key)) continue;
    ways.set(key, way);
    for (const event of model.stepsOfWalk(way.state)) {
      const state = model.step(way.state, event);
      queue.push({ state, steps: [...way.steps, { event, state }], weight: way.weight + 1 });
    }
  }
  return { ways, paths: queue };
}

/** A state of the model, and the shortest way there. */
export interface Place {
  readonly from: Walkable;
  readonly path: AuthPath;
}

let covered: readonly (Cover & Nearest)[] | null = null;

/** What is near in the model of every input; found once. */
export function allNearest(): readonly (Cover & Nearest)[] {
  covered ??= ALL_INPUTS.map((input) => {
    const walkable = walkableOf(input);
    return { ...walkable, ...nearest(walkable) };
  });
  return covered;
}

/** Every state of the model once, whichever input leads there. */
export function allPlaces(): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { ways, ...from } of allNearest()) {
    for (const [key, path] of ways) {
      if (!places.has(key)) places.set(key, { from, path });
    }
  }
  return [...places.values()];
}

function edgeKey(model: Model, snapshot: AuthSnapshot, step?: ModelEvent, before?: AuthSnapshot) {
  const via = step === undefined ? 'the start' : stepName(step);
  return `${model.keyOf(snapshot)} via ${via} from ${before ? statePath(before.value) : 'nowhere'}`;
}

/**
 * The same path with the snapshots of its own steps. The graph keeps one snapshot per key, and two ways to a
 * key may differ in what only shows (a sentence, a moment): asserting needs the way that is walked.
 */
function exact(model: Model, { start, step }: Steps, path: AuthPath): AuthPath {
  let state = start;
  const steps = path.steps.map(({ event, state: kept }, index) => {
    if (index > 0) state = step(state, event);
    if (model.keyOf(state) !== model.keyOf(kept)) {
      throw new Error(`A path of the model led elsewhere when it was walked: ${stepName(event)}`);
    }
    return { event, state };
  });
  return { ...path, steps, state };
}

/** A model's steps from one start. */
interface Steps {
  readonly start: AuthSnapshot;
  readonly step: Model['step'];
}

/** The same steps, each made once: the paths of a cover begin alike. */
function remembering(model: Model): Steps {
  const made = new Map<AuthSnapshot, Map<string, AuthSnapshot>>();
  const step = (from: AuthSnapshot, event: ModelEvent): AuthSnapshot => {
    const steps = made.get(from) ?? new Map<string, AuthSnapshot>();
    const next = steps.get(stepName(event)) ?? model.step(from, event);
    made.set(from, steps.set(stepName(event), next));
    return next;
  };
  return { start: model.start(), step };
}
