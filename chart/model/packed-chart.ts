import {
  eventLabel,
  type GraphState,
  type GraphTransition,
  type MachineGraph,
  transitionKind,
} from '../../packages/statechart/explore/machine-graph.ts';
import type { BuildData, BuildDetails, ChartData, Details } from './chart.types.ts';
import { unpackLayouts } from './packed-layouts.ts';
import { unpackPaths } from './packed-paths.ts';

/** A graph in few characters, because every visitor of the chart loads it: the rest follows from the ids. */
export interface PackedGraph {
  readonly fingerprint: string;
  readonly states: readonly GraphState[];
  readonly transitions: readonly (readonly [
    id: string,
    guard: string | null,
    targets: readonly string[],
    actions: readonly string[],
  ])[];
}

/** Before they are loaded. */
export const NO_DETAILS: Details = {
  sources: {},
  texts: {},
  takenBy: {},
  synonyms: [],
  shortestPaths: {},
  assigns: {},
  delays: {},
  testTemplate: '',
};

export function packGraph({ fingerprint, states, transitions }: MachineGraph): PackedGraph {
  return {
    fingerprint,
    states,
    transitions: transitions.map(({ id, guard, targets, actions }) => [
      id,
      guard,
      targets,
      actions,
    ]),
  };
}

/** What the page shows at once, of what the build knows about a machine. */
export function unpackChart({ graph: packed, layouts, ...buildData }: BuildData): {
  readonly graph: MachineGraph;
  readonly data: ChartData;
} {
  const graph = { ...packed, transitions: packed.transitions.map(unpackTransition) };
  return {
    graph,
    data: {
      ...buildData,
      fingerprint: graph.fingerprint,
      layouts: layouts === null ? null : unpackLayouts(graph, layouts, buildData.returns),
      details: NO_DETAILS,
    },
  };
}

/** What a panel or the simulation shows, of the same machine. */
export function unpackDetails(
  graph: MachineGraph,
  { shortestPaths, ...details }: BuildDetails,
): Details {
  return { ...details, shortestPaths: unpackPaths(graph, shortestPaths) };
}

function unpackTransition([
  id,
  guard,
  targets,
  actions,
]: PackedGraph['transitions'][number]): GraphTransition {
  const [source = '', event = '', index = ''] = id.split(' | ');
  const kind = transitionKind(event);
  const label = eventLabel(event);
  return { id, source, event, index: Number(index), kind, label, guard, targets, actions };
}
