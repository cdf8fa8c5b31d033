import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import type { KeptCoverage } from '#chart/model/chart.types.ts';
import {
  type DefinedTransition,
  definitionsOf,
  machineGraph,
} from '#statechart/explore/machine-graph.ts';

/** How often each transition definition of a machine was taken. */
export interface Coverage {
  readonly machine: AnyStateMachine;
  readonly definitions: readonly DefinedTransition[];
  /** @param test the title of the test that took them */
  readonly record: (taken: readonly AnyTransitionDefinition[], test?: string) => void;
  readonly hitsOf: (definition: DefinedTransition) => number;
  /** The titles of the tests that took a definition. */
  readonly testsOf: (definition: DefinedTransition) => readonly string[];
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
  const tests = new Map<DefinedTransition, Set<string>>();
  let unknownCount = 0;
  const hitsOf = (definition: DefinedTransition) => hits.get(definition) ?? 0;
  return {
    machine,
    definitions,
    hitsOf,
    testsOf: (definition) => [...(tests.get(definition) ?? [])],
    record: (taken, test) => {
      for (const transition of taken) {
        const definition = byTransition.get(transition);
        if (definition === undefined) {
          unknownCount += 1;
          continue;
        }
        hits.set(definition, hitsOf(definition) + 1);
        if (test !== undefined) {
          tests.set(definition, (tests.get(definition) ?? new Set()).add(test));
        }
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
    readonly tests: readonly string[];
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
      tests: coverage.testsOf(definition),
    })),
  };
}

/** The part of a report that is the same in every run, as the chart shows it, in few lines. */
export function keptCoverage(report: CoverageReport): KeptCoverage {
  const { machine, paths, steps, transitions } = report;
  const hits = Object.fromEntries(transitions.map(({ id, hits: count }) => [id, count]));
  const tests = [...new Set(transitions.flatMap((transition) => transition.tests))];
  const takenBy = Object.fromEntries(
    transitions.map(({ id, tests: own }) => [id, own.map((test) => tests.indexOf(test)).join(' ')]),
  );
  return { machine, paths, steps, hits, tests, takenBy };
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
