import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import type { StartInput } from '#machines/auth-cases/start-inputs.ts';
import { type ModelStep, stepName } from '#statechart/explore/steps.ts';
import { judgeStep } from '#tests/model/specification/oracle.ts';
import { authStepper, inputNamed } from '#tests/model/support/auth-model.ts';
import { currentRun, readTours, writeTours } from '../tour-reports.ts';
import { createBrowserGraph, type Edge, type Graph, type Start, stepsFrom } from './graph.ts';
import { NEW_PAGE_STATUS } from './is-performable.ts';

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

/**
 * Tours that together take every transition a browser can take. The first process of a run finds them, which takes
 * seconds; the others replay what it has found.
 */
export function browserTours(): readonly Tour[] {
  const known = readTours();
  if (known !== null) return known.map(({ input, steps }) => replayed(inputNamed(input), steps));
  const tours = findTours();
  const plans = tours.map(({ input, steps }) => ({ input: input.name, steps: steps.map(nameOf) }));
  writeTours({ run: currentRun(), tours: plans });
  return tours;
}

/** Finds the tours, the same at every call: each continues to the nearest transition that no tour has taken (greedy). */
function findTours(): readonly Tour[] {
  const graph = createBrowserGraph();
  const untaken = new Set([
    ...graph.starts.flatMap(({ taken }) => taken),
    ...[...graph.edges.values()].flat().flatMap(({ taken }) => taken),
  ]);
  const tours: Tour[] = [];
  while (untaken.size > 0) {
    const [best] = graph.starts
      .map((start) => extended(graph, start, new Set(untaken)))
      .sort((a, b) => b.gain - a.gain);
    if (best === undefined || best.gain === 0)
      throw new Error('No tour reaches the remaining transitions.');
    const tour = replayed(best.start.input, best.edges.map(nameOf));
    const before = untaken.size;
    for (const id of takenIn(tour)) untaken.delete(id);
    if (untaken.size === before) throw new Error(`A tour takes nothing new: ${tourName(tour)}`);
    tours.push(tour);
  }
  return tours;
}

function takenIn(tour: Tour): readonly string[] {
  return [...tour.taken, ...tour.steps.flatMap(({ taken }) => taken)];
}

/** A tour in one line. */
export function tourName({ input, steps }: Tour): string {
  return [input.name, ...steps.map((step) => nameOf(step).replace('xstate.', ''))].join(' -> ');
}

function nameOf({ event }: { readonly event: ModelStep }): string {
  return stepName(event);
}

interface Plan {
  readonly start: Start;
  readonly edges: readonly Edge[];
  /** How many untaken transitions it takes, divided by its cost. */
  readonly gain: number;
}

/** Extends a tour by the nearest untaken transition until none is near enough. */
function extended(graph: Graph, start: Start, untaken: Set<string>): Plan {
  const before = untaken.size;
  const edges: Edge[] = [];
  for (const id of start.taken) untaken.delete(id);
  for (;;) {
    const from = edges.at(-1)?.to ?? start.key;
    const path = pathToUntaken(graph, from, untaken, MAX_STEPS - edges.length);
    if (path === null) break;
    edges.push(...path);
    for (const id of path.flatMap(({ taken }) => taken)) untaken.delete(id);
  }
  return { start, edges, gain: (before - untaken.size) / (edges.length + START_COST) };
}

/** The shortest path to an untaken transition; `null` when none is within `maxSteps` steps. */
function pathToUntaken(graph: Graph, from: string, untaken: ReadonlySet<string>, maxSteps: number) {
  const seen = new Set([from]);
  const queue: { readonly key: string; readonly path: readonly Edge[] }[] = [
    { key: from, path: [] },
  ];
  for (const { key, path } of queue) {
    if (path.length >= maxSteps) return null;
    for (const edge of graph.edges.get(key) ?? []) {
      if (edge.taken.some((id) => untaken.has(id))) return [...path, edge];
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      queue.push({ key: edge.to, path: [...path, edge] });
    }
  }
  return null;
}

/**
 * Replays a plan, given by the names of its steps, with the stepper. The graph keeps one state per node, and two paths
 * to a node may differ in what no guard reads. Each step is compared with the specification. The tour ends at a step
 * that cannot be performed there, because a timer is due earlier.
 */
function replayed(input: StartInput, names: readonly string[]): Tour {
  const start = authStepper.start(input.name);
  let node = { state: start, pageStatus: NEW_PAGE_STATUS };
  const steps: TourStep[] = [];
  for (const name of names) {
    const next = stepsFrom(node).find((each) => nameOf(each) === name);
    if (next === undefined) break;
    const { problems } = judgeStep(node.state, next.node.state);
    if (problems.length > 0) throw new Error(`Not as specified: ${problems.join('\n')}`);
    node = next.node;
    steps.push({ event: next.event, state: node.state.snapshot, taken: next.taken });
  }
  return { input, start: start.snapshot, taken: start.taken, steps };
}
