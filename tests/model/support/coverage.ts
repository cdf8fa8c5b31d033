import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import type { ChartCoverage } from '#chart/model/chart.types.ts';
import {
  type DefinedTransition,
  definitionsOf,
  machineGraph,
} from '#machines/explore/machine-graph.ts';

/** How often each transition definition of a machine was taken. */
export interface Coverage {
  readonly machine: AnyStateMachine;
  readonly definitions: readonly DefinedTransition[];
  readonly record: (taken: readonly AnyTransitionDefinition[]) => void;
  readonly hitsOf: (definition: DefinedTransition) => number;
  /** Definitions that were never taken. */
  readonly untaken: () => readonly DefinedTransition[];
  /** How many recorded transitions are not definitions of this machine: they came from another copy of it. */
  readonly unknownCount: () => number;
}

/**
 * Counts the transitions taken of one machine.
 *
 * @param machine the copy that runs: definitions are compared by identity
 */
export function createCoverage(machine: AnyStateMachine): Coverage {
  const definitions = definitionsOf(machine);
  const byTransition = new Map(
    definitions.map((definition) => [definition.definition, definition]),
  );
  const hits = new Map<DefinedTransition, number>();
  let unknownCount = 0;
  const hitsOf = (definition: DefinedTransition) => hits.get(definition) ?? 0;
  return {
    machine,
    definitions,
    hitsOf,
    record: (taken) => {
      for (const transition of taken) {
        const definition = byTransition.get(transition);
        if (definition === undefined) unknownCount += 1;
        else hits.set(definition, hitsOf(definition) + 1);
      }
    },
    untaken: () => definitions.filter((definition) => hitsOf(definition) === 0),
    unknownCount: () => unknownCount,
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

/** The transition coverage of one suite of model tests. */
export interface CoverageReport {
  /** The fingerprint of the machine that ran. */
  readonly machine: string;
  readonly suite: string;
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

export function coverageReport(
  coverage: Coverage,
  walk: Pick<CoverageReport, 'suite' | 'paths' | 'steps' | 'seconds'>,
): CoverageReport {
  return {
    machine: machineGraph(coverage.machine).fingerprint,
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

/** The part of a report that is the same in every run, as the chart shows it. */
export function chartCoverage(report: CoverageReport): ChartCoverage {
  const { machine, paths, steps, transitions } = report;
  const hits = Object.fromEntries(transitions.map(({ id, hits: count }) => [id, count]));
  return { machine, paths, steps, hits };
}

/** A report in one line. */
export function coverageSummary(report: CoverageReport): string {
  const taken = report.transitions.filter(({ hits }) => hits > 0).length;
  const branches = report.transitions.filter(({ guard }) => guard !== null);
  const takenBranches = branches.filter(({ hits }) => hits > 0).length;
  return [
    `${report.suite}: ${taken} of ${report.transitions.length} transitions taken,`,
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
