import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { authMachine } from '../machines/auth/auth.machine.ts';
import type {
  ChartCases,
  ChartCoverage,
  ChartData,
  ChartGraph,
  ChartLayout,
  Direction,
} from '../src/features/chart/chart.types.ts';
import { chartGraph } from '../src/features/chart/graph.ts';
import { answerCases, eventCases } from '../tests/model/cases.ts';
import { ALL_INPUTS } from '../tests/model/inputs.ts';
import { layOut } from './chart-layout.ts';
import { shortestWays } from './chart-ways.ts';

const Report = v.object({
  machine: v.string(),
  paths: v.number(),
  steps: v.number(),
  transitions: v.array(v.object({ id: v.string(), hits: v.number() })),
});

/**
 * Everything the chart page shows that is worked out while the product is built.
 *
 * @param reportPath where the last run of the model left its report
 */
export async function chartData(reportPath: string): Promise<ChartData> {
  const graph = chartGraph(authMachine);
  const cases = chartCases();
  return {
    fingerprint: graph.fingerprint,
    layouts: await layouts(graph),
    cases,
    ways: shortestWays(cases),
    coverage: readCoverage(reportPath),
  };
}

/** The payloads of the model's tests, as plain data: the page simulates with what the tests walk with. */
export function chartCases(): ChartCases {
  return {
    events: mapValues(eventCases, (list) =>
      list.map(({ name, event }) => ({ name, value: event })),
    ),
    answers: mapValues(answerCases, (list) =>
      list.map(({ name, output }) => ({ name, value: output })),
    ),
    inputs: ALL_INPUTS.map(({ name, input }) => ({ name, value: input })),
  };
}

/** The report of the model's last run; `null` when there is none, or it cannot be read. */
export function readCoverage(path: string): ChartCoverage | null {
  if (!existsSync(path)) return null;
  const report = v.safeParse(Report, parsed(readFileSync(path, 'utf8')));
  if (!report.success) return null;
  const { machine, paths, steps, transitions } = report.output;
  const hits = Object.fromEntries(transitions.map((one) => [one.id, one.hits]));
  return { machine, paths, steps, hits };
}

/** A chart without places is drawn as a table; a layout that fails must not stop a build. */
async function layouts(graph: ChartGraph): Promise<Record<Direction, ChartLayout> | null> {
  try {
    return { right: await layOut(graph, 'right'), down: await layOut(graph, 'down') };
  } catch (error) {
    console.warn(`The chart has no layout: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function mapValues<Value, Result>(
  table: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, map(value)]));
}
