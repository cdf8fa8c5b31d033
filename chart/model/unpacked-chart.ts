import type { AnyStateMachine } from 'xstate';
import { type MachineGraph, machineGraph } from '../../machines/explore/machine-graph.ts';
import type { BuildData, ChartData, Details } from './chart.types.ts';
import { unpackLayouts } from './packed-layouts.ts';
import { unpackPaths } from './packed-paths.ts';

/** Before they are loaded. */
export const NO_DETAILS: Details = { sources: {}, texts: {}, takenBy: {}, synonyms: [] };

/** What the page shows: a machine, with the descriptions that only the build knows, and the build's data about it. */
export function unpackedChart(
  machine: AnyStateMachine,
  { layouts, shortestPaths, ...buildData }: BuildData,
): { readonly graph: MachineGraph; readonly data: ChartData } {
  const graph = machineGraph(machine);
  const data = {
    ...buildData,
    layouts: layouts === null ? null : unpackLayouts(graph, layouts, buildData.returns),
    shortestPaths: unpackPaths(graph, shortestPaths),
    details: NO_DETAILS,
  };
  const states = graph.states.map((state) => ({
    ...state,
    description: data.descriptions[state.id] ?? state.description,
  }));
  return { graph: { ...graph, states }, data };
}
