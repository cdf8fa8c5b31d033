import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { type AuthSimulationState, createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { type ModelStep, stepKind, stepName } from '#statechart/explore/steps.ts';
import {
  isPerformable,
  NEW_PAGE_STATUS,
  type PageStatus,
  pageStatusAfter,
} from './is-performable.ts';

/** A step of a tour, the state after it, and the transitions it takes. */
export interface TourStep {
  readonly event: ModelStep;
  readonly state: AuthSnapshot;
  readonly taken: readonly string[];
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

/** What the first process of a run has found, which takes seconds. */
const FOUND = 'reports/model-tours.json';

const foundSchema = v.object({
  run: v.string(),
  tours: v.array(v.object({ input: v.string(), steps: v.array(v.string()) })),
});

const stepper = createAuthStepper();

/** Tours that together take every transition a browser can take, the same at every call. */
export function browserTours(): readonly Tour[] {
  const run = process.env.MODEL_RUN ?? '';
  const found = existsSync(FOUND)
    ? v.parse(foundSchema, JSON.parse(readFileSync(FOUND, 'utf8')))
    : null;
  if (found?.run === run) return found.tours.map(({ input, steps }) => replayed(input, steps));
  const tours = findTours();
  const plans = tours.map(({ input, steps }) => ({ input: input.name, steps: steps.map(nameOf) }));
  mkdirSync('reports', { recursive: true });
  writeFileSync(FOUND, JSON.stringify({ run, tours: plans }));
  return tours;
}

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

/** A state of the model, and of the page that shows it. */
interface Node {
  readonly state: AuthSimulationState;
  readonly pageStatus: PageStatus;
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

function startNode(input: string): Node {
  return { state: stepper.start(input), pageStatus: NEW_PAGE_STATUS };
}

/** The steps that a browser can perform from a node, each with the next node. */
function stepsFrom({ state, pageStatus }: Node): readonly (Edge & { readonly node: Node })[] {
  const steps = stepper.steps(state);
  // The provider's edge gives up a call that is held while time passes.
  const isCalling = steps.some(({ type }) => stepKind(type) === 'done');
  return steps
    .filter(({ type }) => !isCalling || ['event', 'done'].includes(stepKind(type)))
    .filter((step) => isPerformable({ step, state, pageStatus }))
    .map((event) => {
      const after = stepper.step(state, event);
      const node = { state: after, pageStatus: pageStatusAfter(pageStatus, event) };
      return { event, node, to: keyOf(node), taken: after.taken };
    });
}

/** The key of a node: what guards can read, the last step, and the status of the page. */
function keyOf({ state, pageStatus }: Node): string {
  const { callback, linkSentAt } = state.snapshot.context;
  const last = state.lastStep === null ? 'the start' : stepName(state.lastStep);
  const status = Object.values(pageStatus);
  return [state.key, last, callback, linkSentAt === null, ...status].join(' ');
}

/** The graph of the steps that a browser can perform. Each node is expanded once, on the shortest path to it. */
function createGraph() {
  const names = START_INPUTS.flatMap(({ name, isOfMachineOnly }) =>
    isOfMachineOnly ? [] : [name],
  );
  const queue = names.map(startNode);
  const starts = queue.map((node, index): Start => {
    return { input: names[index] ?? '', key: keyOf(node), taken: node.state.taken };
  });
  const edges = new Map<string, readonly Edge[]>();
  for (const node of queue) {
    const key = keyOf(node);
    if (edges.has(key)) continue;
    const steps = stepsFrom(node);
    edges.set(
      key,
      steps.map(({ event, to, taken }) => ({ event, to, taken })),
    );
    queue.push(...steps.filter(({ to }) => !edges.has(to)).map((next) => next.node));
  }
  return { starts, edges };
}

/** Finds the tours: each continues to the nearest transition that no tour has taken (greedy). */
function findTours(): readonly Tour[] {
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
  let node = startNode(input);
  const { snapshot, taken } = node.state;
  const steps: TourStep[] = [];
  for (const name of names) {
    const next = stepsFrom(node).find((each) => nameOf(each) === name);
    if (next === undefined) break;
    node = next.node;
    steps.push({ event: next.event, state: node.state.snapshot, taken: next.taken });
  }
  return { input: found, start: snapshot, taken, steps };
}
