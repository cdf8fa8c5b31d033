import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import type { StartInput } from '#machines/explore/start-inputs.ts';
import { type ModelStep, stepName } from '#machines/explore/steps.ts';
import { authStepper } from '#tests/model/support/paths.ts';
import { type Edge, type Graph, graphOfBrowser, onward, type Start } from './graph.ts';
import { BEGINNING } from './is-performable.ts';

/** One step of a tour: what happens, where it leads, and the definitions it takes. */
export interface TourStep {
  readonly event: ModelStep;
  readonly state: AuthSnapshot;
  readonly taken: readonly string[];
}

/** One walk through the product in a fresh browser. */
export interface Tour {
  readonly input: StartInput;
  readonly start: AuthSnapshot;
  /** What is taken before the first step. */
  readonly taken: readonly string[];
  readonly steps: readonly TourStep[];
}

/** The longest tour: a longer one saves a start, and is harder to understand when it fails. */
const MOST_STEPS = 14;

/** What a start in a fresh browser costs, in steps. */
const START_COST = 4;

/**
 * A greedy cover: tours that together take every definition a browser can reach, each going on to the nearest
 * definition that none has taken before.
 *
 * @returns the tours, the same at every call
 */
export function coverOfBrowser(): readonly Tour[] {
  const graph = graphOfBrowser();
  const left = new Set([
    ...graph.starts.flatMap(({ taken }) => taken),
    ...[...graph.edges.values()].flat().flatMap(({ taken }) => taken),
  ]);
  const tours: Tour[] = [];
  while (left.size > 0) {
    const [best] = graph.starts
      .map((start) => grown(graph, start, new Set(left)))
      .sort((one, other) => other.worth - one.worth);
    if (best === undefined || best.worth === 0) throw new Error('The cover cannot be completed.');
    const tour = walked(best);
    const before = left.size;
    for (const id of takenIn(tour)) left.delete(id);
    if (left.size === before) throw new Error(`A tour led elsewhere: ${nameOf(tour)}`);
    tours.push(tour);
  }
  return tours;
}

/** Every definition a tour takes. */
function takenIn(tour: Tour): readonly string[] {
  return [...tour.taken, ...tour.steps.flatMap(({ taken }) => taken)];
}

/** A tour in one line. */
export function nameOf({ input, steps }: Tour): string {
  return [input.name, ...steps.map(({ event }) => stepName(event).replace('xstate.', ''))].join(
    ' -> ',
  );
}

interface Plan {
  readonly start: Start;
  readonly edges: readonly Edge[];
  /** How much that is left it takes, for what it costs. */
  readonly worth: number;
}

/** Goes on to the nearest definition that is left, again and again. */
function grown(graph: Graph, start: Start, left: Set<string>): Plan {
  const before = left.size;
  const edges: Edge[] = [];
  for (const id of start.taken) left.delete(id);
  for (;;) {
    const from = edges.at(-1)?.to ?? start.key;
    const way = nearest(graph, from, left, MOST_STEPS - edges.length);
    if (way === null) break;
    edges.push(...way);
    for (const id of way.flatMap(({ taken }) => taken)) left.delete(id);
  }
  return { start, edges, worth: (before - left.size) / (edges.length + START_COST) };
}

/** The shortest way to something that is left; `null` when there is none near enough. */
function nearest(graph: Graph, from: string, left: ReadonlySet<string>, most: number) {
  const seen = new Set([from]);
  const queue: { readonly key: string; readonly way: readonly Edge[] }[] = [{ key: from, way: [] }];
  for (const { key, way } of queue) {
    if (way.length >= most) return null;
    for (const edge of graph.edges.get(key) ?? []) {
      if (edge.taken.some((id) => left.has(id))) return [...way, edge];
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      queue.push({ key: edge.to, way: [...way, edge] });
    }
  }
  return null;
}

/**
 * The same in the model itself, with the snapshots of its own steps: the graph keeps one snapshot per node,
 * and two ways to a node may differ in what only shows. It ends where its timers lead elsewhere.
 */
function walked({ start, edges }: Plan): Tour {
  const { input, taken } = start;
  let node = { state: authStepper.start(input.name), past: BEGINNING };
  const tour = { input, start: node.state.snapshot, taken };
  const steps: TourStep[] = [];
  for (const { event } of edges) {
    const way = onward(node).find((one) => stepName(one.event) === stepName(event));
    if (way === undefined) break;
    node = way.node;
    steps.push({ event, state: node.state.snapshot, taken: way.taken });
  }
  return { ...tour, steps };
}
