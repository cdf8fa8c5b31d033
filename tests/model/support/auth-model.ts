import {
  type AuthSimulationState,
  type AuthStepper,
  createAuthStepper,
} from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { keyWithTimers } from '#statechart/explore/shortest-paths.ts';
import { type ModelStep, stepName } from '#statechart/explore/steps.ts';

/** A state of the model. */
export interface ModelState extends AuthSimulationState {
  /** The same for two states from which the same steps are possible and lead to the same. */
  readonly node: string;
}

interface Edge {
  /** Missing for a start. */
  readonly state?: ModelState;
  readonly step: ModelStep;
  readonly nextState: ModelState;
}

/** A way through the product, from a start input. */
export interface Walk {
  readonly input: StartInput;
  /** The state after the start, and after each step. */
  readonly states: readonly ModelState[];
}

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

/**
 * The auth machine on a simulated clock, explored: from each start input it takes every step that is possible, the
 * nearest first.
 */
export function createAuthModel({
  stepper = authStepper,
  stepsFrom = stepper.steps,
  detailOf = () => '',
}: ModelOptions = {}) {
  const withNode = (state: AuthSimulationState): ModelState => ({
    ...state,
    node: `${nodeOf(state)} ${detailOf(state)}`,
  });
  const starts = stepper.cases.inputs.map(({ name }) => {
    return { step: { type: OPEN, case: name }, nextState: withNode(stepper.start(name)) };
  });
  const edgesFrom = new Map<string, readonly Edge[]>([[OPEN, starts]]);
  const states: ModelState[] = [];
  const queue = starts.map(({ nextState }) => nextState);
  for (const state of queue) {
    if (edgesFrom.has(state.node)) continue;
    states.push(state);
    const edges = stepsFrom(state).map((step) => {
      return { state, step, nextState: withNode(stepper.step(state, step)) };
    });
    edgesFrom.set(state.node, edges);
    for (const { nextState } of edges) queue.push(nextState);
  }
  const edges = [...edgesFrom.values()].flat();

  /** The shortest path to an untaken transition; empty when none is within `length` steps. */
  const pathToUntaken = (from: string, untaken: ReadonlySet<string>, length: number) => {
    const seen = new Set([from]);
    const paths: (readonly Edge[])[] = [[]];
    for (const path of paths) {
      if (path.length >= length) return [];
      for (const edge of edgesFrom.get(path.at(-1)?.nextState.node ?? from) ?? []) {
        const { taken, node } = edge.nextState;
        if (taken.some((id) => untaken.has(id))) return [...path, edge];
        if (!seen.has(node)) paths.push([...path, edge]);
        seen.add(node);
      }
    }
    return [];
  };

  /** The edges to the nearest untaken transition, from there to the next one, until none is near enough. */
  const planned = (untaken: Iterable<string>, length: number): readonly Edge[] => {
    const left = new Set(untaken);
    const plan: Edge[] = [];
    for (;;) {
      const from = plan.at(-1)?.nextState.node ?? OPEN;
      const path = pathToUntaken(from, left, length - plan.length);
      if (path.length === 0) return plan;
      plan.push(...path);
      for (const id of path.flatMap(({ nextState }) => nextState.taken)) left.delete(id);
    }
  };

  /**
   * Performs a plan. The model keeps one state per node, and two paths to a node may differ in what no guard reads: the
   * walk ends at a step that is not possible there.
   */
  const performed = ([first, ...plan]: readonly Edge[]): Walk => {
    const input = inputNamed(first?.step.case ?? '');
    let state = withNode(stepper.start(input.name));
    const made = [state];
    for (const { step } of plan) {
      if (!stepsFrom(state).some((each) => stepName(each) === stepName(step))) break;
      state = withNode(stepper.step(state, step));
      made.push(state);
    }
    return { input, states: made };
  };

  /** Walks of at most `length` states that together take every transition, the same at every call (greedy). */
  const walks = (length: number): readonly Walk[] => {
    const untaken = new Set(edges.flatMap(({ nextState }) => nextState.taken));
    const found: Walk[] = [];
    while (untaken.size > 0) {
      const before = untaken.size;
      const walk = performed(planned(untaken, length));
      for (const id of takenIn(walk)) untaken.delete(id);
      if (untaken.size === before) throw new Error(`No walk takes ${[...untaken].join(', ')}.`);
      found.push(walk);
    }
    return found;
  };

  return {
    /** The first state of each node that can be reached. */
    states,
    /** Every start, and every step from each of them. */
    edges,
    walks,
  };
}

/** @throws when there is no input of that name */
function inputNamed(name: string): StartInput {
  const input = START_INPUTS.find((each) => each.name === name);
  if (input === undefined) throw new Error(`No start input "${name}".`);
  return input;
}

/** Every transition that a walk takes. */
export function takenIn({ states }: Walk): readonly string[] {
  return states.flatMap(({ taken }) => taken);
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
