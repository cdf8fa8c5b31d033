import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { createAuthStepper } from '../../machines/explore/auth-stepper.ts';
import type { ChartGraph } from '../../machines/explore/machine-graph.ts';
import { chartGraph } from '../../machines/explore/machine-graph.ts';
import {
  keyWithTimers,
  shortestPaths,
  shortestSequences,
} from '../../machines/explore/shortest-paths.ts';
import type { ChartCoverage, ChartData, ChartLayouts, Direction } from '../model/chart.types.ts';
import { layOutDetails } from './details-layout.ts';
import { layOutOverview } from './overview-layout.ts';

const walked = { machine: v.string(), paths: v.number(), steps: v.number() };

/** A run's own report, and what is kept of one. */
const Report = v.union([
  v.object({
    ...walked,
    transitions: v.array(v.object({ id: v.string(), hits: v.number() })),
  }),
  v.object({ ...walked, hits: v.record(v.string(), v.number()) }),
]);

/** Tells this machine from others. */
export const chartFingerprint = chartGraph(authMachine).fingerprint;

/** What the build works out about the machine itself, whatever the model has walked of it. */
export async function chartData(): Promise<Omit<ChartData, 'coverage'>> {
  const graph = chartGraph(authMachine);
  return {
    fingerprint: graph.fingerprint,
    layouts: await layouts(graph),
    ways: shortestSequences(shortestPaths(createAuthStepper(), { key: keyWithTimers }).paths),
  };
}

/**
 * The coverage to show: of the model's last run, or, when that is missing or was of another machine, the one
 * that is kept in the repository and held in step with the machine by the model's own tests.
 *
 * @param paths of the reports, the best first
 * @param fingerprint of the machine
 * @returns the first of this machine, else the first there is, else `null`
 */
export function coverageOf(paths: readonly string[], fingerprint: string): ChartCoverage | null {
  const reports = paths.flatMap((path) => readCoverage(path) ?? []);
  return reports.find(({ machine }) => machine === fingerprint) ?? reports[0] ?? null;
}

/** A report of the model; `null` when there is none, or it cannot be read. */
export function readCoverage(path: string): ChartCoverage | null {
  if (!existsSync(path)) return null;
  const report = v.safeParse(Report, parsed(readFileSync(path, 'utf8')));
  if (!report.success) return null;
  const { machine, paths, steps } = report.output;
  const hits =
    'hits' in report.output
      ? report.output.hits
      : Object.fromEntries(report.output.transitions.map((one) => [one.id, one.hits]));
  return { machine, paths, steps, hits };
}

/** A chart without places is drawn as a table; a layout that fails must not stop a build. */
async function layouts(graph: ChartGraph): Promise<ChartLayouts | null> {
  const both = async (direction: Direction) => ({
    overview: await layOutOverview(graph, direction),
    details: await layOutDetails(graph, direction),
  });
  try {
    return { right: await both('right'), down: await both('down') };
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
