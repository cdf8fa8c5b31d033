import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type MachineGraph, machineGraph } from '#statechart/explore/machine-graph.ts';
import {
  keyWithTimers,
  shortestPaths,
  shortestSequences,
} from '#statechart/explore/shortest-paths.ts';
import type { SimulationState, Stepper } from '#statechart/explore/stepper.ts';
import type { ChartConfig } from '../config.types.ts';
import type {
  ChartCoverage,
  ChartLayouts,
  ComputedChart,
  KeptCoverage,
  LayoutDirection,
  PageReturn,
  TakenBy,
} from '../model/chart.types.ts';
import { closedNotes, mapGraph, RETURN } from '../model/map.ts';
import { edgeLabels } from '../model/overview.ts';
import { packGraph } from '../model/packed-chart.ts';
import { packLayouts } from '../model/packed-layouts.ts';
import { packPaths } from '../model/packed-paths.ts';
import { layOutDetails } from './details-layout.ts';
import { delaysOf, recordAssigns } from './observe-walks.ts';
import { layOutOverview, type MapOptions } from './overview-layout.ts';

const run = { machine: v.string(), paths: v.number(), steps: v.number() };

const tests = v.optional(v.array(v.string()), []);
const transition = v.object({ id: v.string(), hits: v.number(), tests });

/** A report as a run of the model tests writes it, and as the repository keeps it. */
const Report = v.union([
  v.object({ ...run, transitions: v.array(transition) }),
  v.object({
    ...run,
    hits: v.record(v.string(), v.number()),
    tests,
    takenBy: v.optional(v.record(v.string(), v.string()), {}),
  }),
]);

/** A coverage report with the titles of the tests. */
export interface Coverage extends ChartCoverage {
  readonly takenBy: TakenBy;
}

/** Computes the chart of a machine, except for its coverage. */
export async function computeChartData(
  { machine, buildConfig }: ChartConfig,
  createStepper: () => Stepper,
): Promise<ComputedChart> {
  const graph = machineGraph(machine);
  const stepperOfMachine = createStepper();
  const assigns = recordAssigns(stepperOfMachine);
  const walks = buildConfig.mainWalks.map(({ input, steps }) => ({
    input,
    states: stepperOfMachine.replay(input, steps),
  }));
  const returns = returnsBetween(walks);
  const { paths } = shortestPaths(stepperOfMachine, { key: keyWithTimers });
  const map = mapGraph(graph, returns);
  const mainPath = mainPathOf(map, walks);
  const mapNotes = closedNotes(graph, map, buildConfig.mapNotes);
  const layouts = await computeLayouts(graph, map, {
    labels: edgeLabels(map, mainPath),
    notes: mapNotes,
  });
  return {
    data: {
      graph: packGraph(graph),
      layouts: layouts === null ? null : packLayouts(graph, layouts, returns),
      mainPath,
      returns,
      mapNotes,
    },
    details: {
      shortestPaths: packPaths(graph, shortestSequences(paths)),
      assigns: assigns(),
      delays: delaysOf(paths),
      testTemplate: buildConfig.testTemplate,
    },
  };
}

interface Walk {
  readonly input: string;
  /** After the start and after each step. */
  readonly states: readonly SimulationState[];
}

/** Each walk after the first starts on the page that the walk before has left. */
export function returnsBetween(walks: readonly Walk[]): readonly PageReturn[] {
  return walks.slice(1).map(({ input, states }, index) => {
    const [started] = states[0]?.taken ?? [];
    const [target = ''] = (started ?? states[0]?.path ?? '').split(' ');
    const [source = ''] = (walks[index]?.states.at(-1)?.path ?? '').split(' ');
    return { source, target, label: input };
  });
}

/** The ids of the transitions of the walks, and of the returns between them. */
export function mainPathOf(map: MachineGraph, walks: readonly Walk[]): readonly string[] {
  const returning = map.transitions.filter(({ event }) => event === RETURN);
  const taken = walks.flatMap(({ states }) => states.flatMap((state) => state.taken));
  return [...taken, ...returning.map(({ id }) => id)];
}

/**
 * Selects the coverage to show.
 *
 * @param paths of the reports, the preferred one first
 * @param fingerprint of the machine
 * @returns the first report of this machine, else the first report, else `null`
 */
export function selectCoverage(paths: readonly string[], fingerprint: string): Coverage | null {
  const reports = paths.flatMap((path) => readCoverage(path) ?? []);
  return reports.find((report) => report.machine === fingerprint) ?? reports[0] ?? null;
}

/** @returns `null` when the report is missing or malformed */
export function readCoverage(path: string): Coverage | null {
  if (!existsSync(path)) return null;
  const report = v.safeParse(Report, parseJson(readFileSync(path, 'utf8')));
  if (!report.success) return null;
  const { machine: fingerprint, paths, steps } = report.output;
  const transitions =
    'hits' in report.output ? unpackedTransitions(report.output) : report.output.transitions;
  return {
    machine: fingerprint,
    paths,
    steps,
    hits: Object.fromEntries(transitions.map(({ id, hits }) => [id, hits])),
    takenBy: Object.fromEntries(transitions.map(({ id, tests: own }) => [id, own])),
  };
}

function unpackedTransitions({
  hits,
  tests: titles,
  takenBy,
}: Omit<KeptCoverage, keyof typeof run>) {
  return Object.entries(hits).map(([id, count]) => {
    const indexes = (takenBy[id] ?? '').split(' ').filter(Boolean);
    return { id, hits: count, tests: indexes.flatMap((index) => titles[Number(index)] ?? []) };
  });
}

/** @returns `null` when the layout engine fails: the page then shows a table, and the build goes on */
async function computeLayouts(
  graph: MachineGraph,
  map: MachineGraph,
  mapOptions: MapOptions,
): Promise<ChartLayouts | null> {
  const allLevels = async (direction: LayoutDirection) => ({
    map: await layOutOverview(map, direction, mapOptions),
    overview: await layOutOverview(graph, direction),
    details: await layOutDetails(graph, direction),
  });
  try {
    return { right: await allLevels('right'), down: await allLevels('down') };
  } catch (error) {
    console.warn(`The chart has no layout: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
