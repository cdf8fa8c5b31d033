import { type AuthSimulationState, authCases } from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { TICK } from '#statechart/explore/stepper.ts';
import { type ModelStep, stepKind, stepName } from '#statechart/explore/steps.ts';
import { isMenuOpen } from '../hidden-controls.ts';
import {
  authStepper,
  CLOSED,
  createAuthModel,
  inputNamed,
  type ModelState,
} from '../support/auth-model.ts';
import { isPerformable } from './is-performable.ts';

/** A path through the product in a fresh browser. */
export interface Tour {
  readonly input: StartInput;
  /** The state after the start, and after each step. */
  readonly states: readonly ModelState[];
}

/** A longer tour saves the start of another, but its failure is harder to understand. */
const MAX_STEPS = 15;

/** The auth machine with the starts and steps of a browser. An open menu tells two states apart, too. */
const model = createAuthModel({
  stepper: {
    ...authStepper,
    cases: { ...authCases, inputs: START_INPUTS.filter((input) => !input.isOfMachineOnly) },
  },
  stepsFrom,
  detailOf: (state) => `${isMenuOpen(state)} ${state.snapshot.context.callback}`,
});

type Edge = ReturnType<typeof model.edges>[number];
type Edges = ReadonlyMap<string, readonly Edge[]>;

/** A tour in one line. */
export function tourName({ input, states }: Tour): string {
  const steps = states.flatMap(({ lastStep }) => (lastStep ? stepName(lastStep) : []));
  return [input.name, ...steps].join(' -> ').replaceAll('xstate.', '');
}

/** Every transition that a tour takes. */
export function takenIn({ states }: Tour): readonly string[] {
  return states.flatMap(({ taken }) => taken);
}

/** Whether a page leaves a state at once, by itself. */
export function isPassing(state: AuthSimulationState): boolean {
  const [first] = authStepper.steps(state);
  const due = state.timers.get(first?.type ?? '') ?? Number.POSITIVE_INFINITY;
  return state.path === 'signingOut' || due <= state.clock + TICK;
}

/** The steps that a browser can perform in a state. */
function stepsFrom(state: AuthSimulationState): readonly ModelStep[] {
  const steps = authStepper.steps(state);
  // The provider's edge gives up a call that is held while time passes.
  const isCalling = steps.some(({ type }) => stepKind(type) === 'done');
  return steps
    .filter(({ type }) => !isCalling || ['event', 'done'].includes(stepKind(type)))
    .filter((step) => isPerformable(step, state));
}

/**
 * Tours that together take every transition a browser can take, the same at every call: each continues to the nearest
 * transition that no tour has taken (greedy).
 */
export function browserTours(): readonly Tour[] {
  const edges = new Map<string, Edge[]>();
  for (const edge of model.edges())
    edges.set(edge.state.node, [...(edges.get(edge.state.node) ?? []), edge]);
  const untaken = new Set([...edges.values()].flat().flatMap(({ nextState }) => nextState.taken));
  const tours: Tour[] = [];
  while (untaken.size > 0) {
    const before = untaken.size;
    const tour = performed(planned(edges, untaken));
    for (const id of takenIn(tour)) untaken.delete(id);
    if (untaken.size === before) throw new Error(`No tour reaches ${[...untaken].join(', ')}.`);
    tours.push(tour);
  }
  return tours;
}

/** The steps of a tour: to the nearest untaken transition, from there to the next one, until none is near enough. */
function planned(edges: Edges, untaken: Iterable<string>): readonly ModelStep[] {
  const left = new Set(untaken);
  const plan: Edge[] = [];
  for (;;) {
    const from = plan.at(-1)?.nextState ?? CLOSED;
    const path = pathToUntaken(edges, from.node, left, MAX_STEPS - plan.length);
    if (path.length === 0) return plan.map(({ event }) => event);
    plan.push(...path);
    for (const id of path.flatMap(({ nextState }) => nextState.taken)) left.delete(id);
  }
}

/** The shortest path to an untaken transition; empty when none is within `maxSteps` steps. */
function pathToUntaken(
  edges: Edges,
  from: string,
  untaken: ReadonlySet<string>,
  maxSteps: number,
): readonly Edge[] {
  const seen = new Set([from]);
  const queue: { readonly node: string; readonly path: readonly Edge[] }[] = [
    { node: from, path: [] },
  ];
  for (const { node, path } of queue) {
    if (path.length >= maxSteps) return [];
    for (const edge of edges.get(node) ?? []) {
      const { taken, node: to } = edge.nextState;
      if (taken.some((id) => untaken.has(id))) return [...path, edge];
      if (seen.has(to)) continue;
      seen.add(to);
      queue.push({ node: to, path: [...path, edge] });
    }
  }
  return [];
}

/**
 * Performs a plan. The model keeps one state per node, and two paths to a node may differ in what no guard reads: the
 * tour ends at a step that cannot be performed there.
 */
function performed(steps: readonly ModelStep[]): Tour {
  const states = model.replay(steps).steps.slice(1);
  const end = states.findIndex(({ state }, index) => {
    const next = steps[index + 1];
    return next && !stepsFrom(state).some((step) => stepName(step) === stepName(next));
  });
  const made = states.slice(0, end < 0 ? undefined : end + 1).map(({ state }) => state);
  return { input: inputNamed(steps[0]?.case ?? ''), states: made };
}
