import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { type AuthSimulationState, createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { TICK } from '#statechart/explore/stepper.ts';
import { type ModelStep, stepKind, stepName } from '#statechart/explore/steps.ts';
import { isPerformable } from './is-performable.ts';

/** A step of a tour, the state after it, and the transitions it takes. */
export interface TourStep {
  readonly event: ModelStep;
  readonly state: AuthSnapshot;
  readonly taken: readonly string[];
  /** Whether a timer takes it that is due as soon as it starts: the page takes it by itself. */
  readonly isImmediate: boolean;
}

/** A path through the product in a fresh browser. */
export interface Tour {
  readonly input: StartInput;
  readonly start: AuthSnapshot;
  /** The transitions taken before the first step. */
  readonly taken: readonly string[];
  readonly steps: readonly TourStep[];
}

/** A longer tour saves the start of another, but its failure is harder to understand. */
const MAX_STEPS = 14;

/** The cost of a start in a fresh browser, in steps. */
const START_COST = 4;

const stepper = createAuthStepper();

/** A tour in one line. */
export function tourName({ input, steps }: Tour): string {
  return [input.name, ...steps.map((step) => nameOf(step).replace('xstate.', ''))].join(' -> ');
}

/** Every transition that a tour takes. */
export function takenIn({ taken, steps }: Tour): readonly string[] {
  return [...taken, ...steps.flatMap((step) => step.taken)];
}

function nameOf({ event }: { readonly event: ModelStep }): string {
  return stepName(event);
}

/** A step from one node of the graph to another. */
interface Edge {
  readonly event: ModelStep;
  readonly to: string;
  readonly taken: readonly string[];
}

interface Start {
  readonly input: string;
  readonly key: string;
  readonly taken: readonly string[];
}

/** The steps that a browser can perform in a state, each with the next state. */
function stepsFrom(state: AuthSimulationState) {
  const steps = stepper.steps(state);
  // The provider's edge gives up a call that is held while time passes.
  const isCalling = steps.some(({ type }) => stepKind(type) === 'done');
  return steps
    .filter(({ type }) => !isCalling || ['event', 'done'].includes(stepKind(type)))
    .filter((step) => isPerformable({ step, state }))
    .map((event) => {
      const after = stepper.step(state, event);
      return { event, after, to: keyOf(after), taken: after.taken };
    });
}

/** The key of a state: what guards can read, what can be dismissed, and the last step. */
function keyOf(state: AuthSimulationState): string {
  const { callback, linkSentAt, personNotice } = state.snapshot.context;
  const last = state.lastStep === null ? 'the start' : stepName(state.lastStep);
  return [state.key, last, callback, linkSentAt === null, personNotice === null].join(' ');
}

/** The graph of the steps that a browser can perform. Each node is expanded once, on the shortest path to it. */
function createGraph() {
  const names = START_INPUTS.flatMap(({ name, isOfMachineOnly }) =>
    isOfMachineOnly ? [] : [name],
  );
  const queue = names.map(stepper.start);
  const starts = queue.map((state, index): Start => {
    return { input: names[index] ?? '', key: keyOf(state), taken: state.taken };
  });
  const edges = new Map<string, readonly Edge[]>();
  for (const state of queue) {
    const key = keyOf(state);
    if (edges.has(key)) continue;
    const steps = stepsFrom(state);
    edges.set(
      key,
      steps.map(({ event, to, taken }) => ({ event, to, taken })),
    );
    queue.push(...steps.filter(({ to }) => !edges.has(to)).map(({ after }) => after));
  }
  return { starts, edges };
}

/**
 * Tours that together take every transition a browser can take, the same at every call: each continues to the nearest
 * transition that no tour has taken (greedy).
 */
export function browserTours(): readonly Tour[] {
  const { starts, edges } = createGraph();
  const all = [...edges.values()].flat();
  const untaken = new Set([...starts, ...all].flatMap(({ taken }) => taken));
  const tours: Tour[] = [];
  while (untaken.size > 0) {
    const [best] = starts
      .map((start) => extended(edges, start, new Set(untaken)))
      .sort((a, b) => b.gain - a.gain);
    const tour = best && replayed(best.start.input, best.path.map(nameOf));
    const before = untaken.size;
    for (const id of tour === undefined ? [] : takenIn(tour)) untaken.delete(id);
    if (tour === undefined || untaken.size === before) {
      throw new Error(`No tour reaches ${[...untaken].join(', ')}.`);
    }
    tours.push(tour);
  }
  return tours;
}

type Edges = ReadonlyMap<string, readonly Edge[]>;

/**
 * Extends a tour by the nearest untaken transition until none is near enough.
 *
 * @returns also how many untaken transitions it takes, divided by its cost
 */
function extended(edges: Edges, start: Start, untaken: Set<string>) {
  const before = untaken.size;
  const path: Edge[] = [];
  for (const id of start.taken) untaken.delete(id);
  for (;;) {
    const from = path.at(-1)?.to ?? start.key;
    const next = pathToUntaken(edges, from, untaken, MAX_STEPS - path.length);
    if (next === null) break;
    path.push(...next);
    for (const id of next.flatMap(({ taken }) => taken)) untaken.delete(id);
  }
  return { start, path, gain: (before - untaken.size) / (path.length + START_COST) };
}

/** The shortest path to an untaken transition; `null` when none is within `maxSteps` steps. */
function pathToUntaken(edges: Edges, from: string, untaken: ReadonlySet<string>, maxSteps: number) {
  const seen = new Set([from]);
  const queue: { readonly key: string; readonly path: readonly Edge[] }[] = [
    { key: from, path: [] },
  ];
  for (const { key, path } of queue) {
    if (path.length >= maxSteps) return null;
    for (const edge of edges.get(key) ?? []) {
      if (edge.taken.some((id) => untaken.has(id))) return [...path, edge];
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      queue.push({ key: edge.to, path: [...path, edge] });
    }
  }
  return null;
}

/**
 * Replays a plan, given by the names of its steps. The graph keeps one state per node, and two paths to a node may
 * differ in what no guard reads: the tour ends at a step that cannot be performed there.
 */
function replayed(input: string, names: readonly string[]): Tour {
  const found = START_INPUTS.find(({ name }) => name === input);
  if (found === undefined) throw new Error(`There is no start "${input}".`);
  let state = stepper.start(input);
  const { snapshot, taken } = state;
  const steps: TourStep[] = [];
  for (const name of names) {
    const next = stepsFrom(state).find((each) => nameOf(each) === name);
    if (next === undefined) break;
    const { clock, timers } = state;
    const isImmediate = (timers.get(next.event.type) ?? Number.POSITIVE_INFINITY) <= clock + TICK;
    state = next.after;
    steps.push({ event: next.event, state: state.snapshot, taken: next.taken, isImmediate });
  }
  return { input: found, start: snapshot, taken, steps };
}
