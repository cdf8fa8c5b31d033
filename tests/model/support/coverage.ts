import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import type { ChartCoverage } from '#chart/model/chart.types.ts';
import {
  chartGraph,
  type DefinedTransition,
  definitionsOf,
} from '#machines/explore/machine-graph.ts';

/** How often each transition definition of a machine was taken. */
export interface Coverage {
  readonly machine: AnyStateMachine;
  readonly definitions: readonly DefinedTransition[];
  readonly record: (taken: readonly AnyTransitionDefinition[]) => void;
  readonly hitsOf: (definition: DefinedTransition) => number;
  /** Definitions that were never taken. */
  readonly untaken: () => readonly DefinedTransition[];
  /** What was taken that no definition of this machine is: a machine was provided twice. */
  readonly strangers: () => number;
}

/** A counter for the definitions of one machine: the very one that runs, for they are told apart by identity. */
export function createCoverage(machine: AnyStateMachine): Coverage {
  const definitions = definitionsOf(machine);
  const byTransition = new Map(
    definitions.map((definition) => [definition.definition, definition]),
  );
  const hits = new Map<DefinedTransition, number>();
  let strangers = 0;
  const hitsOf = (definition: DefinedTransition) => hits.get(definition) ?? 0;
  return {
    machine,
    definitions,
    hitsOf,
    record: (taken) => {
      for (const transition of taken) {
        const definition = byTransition.get(transition);
        if (definition === undefined) strangers += 1;
        else hits.set(definition, hitsOf(definition) + 1);
      }
    },
    untaken: () => definitions.filter((definition) => hitsOf(definition) === 0),
    strangers: () => strangers,
  };
}

/** One line of a table: `state  event [guard] -> target  hits`. */
export function coverageTable(coverage: Coverage): string {
  const rows = coverage.definitions.map((definition) => [
    definition.source,
    definition.event + (definition.guard === null ? '' : ` [${definition.guard}]`),
    `-> ${definition.targets.join(', ') || '(stays)'}`,
    String(coverage.hitsOf(definition)),
  ]);
  return columns([['state', 'event', 'target', 'hits'], ...rows]);
}

/** What a level proved of a machine, as data for the chart page. */
export interface CoverageReport {
  /** Tells machines apart: a report of another machine says nothing about this one. */
  readonly machine: string;
  readonly level: string;
  readonly paths: number;
  readonly steps: number;
  readonly seconds: number;
  readonly transitions: readonly {
    readonly id: string;
    readonly source: string;
    readonly event: string;
    readonly guard: string | null;
    readonly targets: readonly string[];
    readonly hits: number;
  }[];
}

/** The report of one level. */
export function coverageReport(
  coverage: Coverage,
  walk: Pick<CoverageReport, 'level' | 'paths' | 'steps' | 'seconds'>,
): CoverageReport {
  return {
    machine: chartGraph(coverage.machine).fingerprint,
    ...walk,
    transitions: coverage.definitions.map((definition) => ({
      id: definition.id,
      source: definition.source,
      event: definition.event,
      guard: definition.guard,
      targets: definition.targets,
      hits: coverage.hitsOf(definition),
    })),
  };
}

/** What the chart page shows of a report: what is the same in every run of it. */
export function chartCoverage(report: CoverageReport): ChartCoverage {
  const { machine, paths, steps, transitions } = report;
  const hits = Object.fromEntries(transitions.map((one) => [one.id, one.hits]));
  return { machine, paths, steps, hits };
}

/** What a level has to say in the terminal, in a few lines. */
export function coverageSummary(report: CoverageReport): string {
  const taken = report.transitions.filter(({ hits }) => hits > 0).length;
  const branches = report.transitions.filter(({ guard }) => guard !== null);
  const takenBranches = branches.filter(({ hits }) => hits > 0).length;
  return [
    `${report.level}: ${taken} of ${report.transitions.length} transitions taken,`,
    `${takenBranches} of ${branches.length} guarded branches,`,
    `${report.paths} paths, ${report.steps} steps, ${report.seconds.toFixed(1)} s`,
  ].join(' ');
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
