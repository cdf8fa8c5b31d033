import { mkdirSync, writeFileSync } from 'node:fs';
import type { AnyStateMachine } from 'xstate';
import { machineGraph } from '#statechart/explore/machine-graph.ts';

/** How much a suite of model tests has walked. */
interface Walk {
  /** `machine`, `views` or `browser`. */
  readonly suite: string;
  readonly paths: number;
  readonly steps: number;
}

/**
 * Counts the transitions of a machine that are taken.
 *
 * @param machine gives the ids; any copy of it may run
 */
export function createCoverage(machine: AnyStateMachine) {
  const { transitions, fingerprint } = machineGraph(machine);
  const tests = new Map(transitions.map(({ id }) => [id, new Set<string>()]));
  const hits = new Map(transitions.map(({ id }) => [id, 0]));
  return {
    /**
     * @param test the title of the test that took them
     * @throws when a transition is not the machine's
     */
    record: (taken: readonly string[], test: string) => {
      for (const id of taken) {
        const before = hits.get(id);
        if (before === undefined) throw new Error(`The machine has no transition "${id}".`);
        hits.set(id, before + 1);
        tests.get(id)?.add(test);
      }
    },
    /** The ids of the transitions that were never taken. */
    untaken: () => [...hits].filter(([, count]) => count === 0).map(([id]) => id),
    /** Writes `coverage/model-SUITE.json`, which the chart shows. It is not kept. */
    write: (walk: Walk) => {
      const counted = transitions.map(({ id }) => ({
        id,
        hits: hits.get(id),
        tests: [...(tests.get(id) ?? [])],
      }));
      const report = { machine: fingerprint, ...walk, transitions: counted };
      mkdirSync('coverage', { recursive: true });
      writeFileSync(`coverage/model-${walk.suite}.json`, `${JSON.stringify(report, null, 2)}\n`);
    },
  };
}
