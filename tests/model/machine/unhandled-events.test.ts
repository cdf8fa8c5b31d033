import { describe, expect, test } from 'vitest';
import { authCases } from '#machines/explore/auth-stepper.ts';
import { eventSteps, stepName } from '#machines/explore/steps.ts';
import { machineExecutors, sendEvent } from '../support/executors.ts';
import { handledEvents } from '../support/handled-events.ts';
import { authStepper, inputNamed, statePaths } from '../support/paths.ts';
import { printReport } from '../support/print-report.ts';
import { createTestMachine } from '../support/test-machine.ts';
import { walkPath } from '../support/walk-path.ts';

const testMachine = createTestMachine();
const paths = statePaths();

describe('an event that a state does not handle', () => {
  /** By leaf and event type: how many payload cases were handled. */
  const handledCounts = new Map<string, Map<string, number>>();

  test('changes nothing, in every state and with every payload case [R21.3]', {
    timeout: 120_000,
  }, async () => {
    let ignored = 0;
    for (const path of paths) {
      const run = testMachine.start(inputNamed(path.input).value);
      await walkPath({ path, run, executors: machineExecutors });
      const steps = authStepper.steps(path.state).map(stepName);
      for (const step of eventSteps(authCases)) {
        const handled = steps.includes(stepName(step));
        for (const leaf of path.state.path.split(' '))
          count(handledCounts, leaf, step.type, handled);
        if (handled) continue;
        const before = run.actor.getSnapshot();
        const lengths = [
          run.taken.length,
          run.emitted.length,
          run.calls.length,
          run.actions.length,
        ];
        sendEvent(run, step);
        const after = [run.taken.length, run.emitted.length, run.calls.length, run.actions.length];
        expect(after, stepName(step)).toEqual(lengths);
        expect(run.actor.getSnapshot().context).toBe(before.context);
        expect(run.actor.getSnapshot().value).toBe(before.value);
        ignored += 1;
      }
      run.actor.stop();
    }
    expect(ignored).toBeGreaterThan(0);
    printReport(`${paths.length} states ignored ${ignored} events\n${table(handledCounts)}`);
  });

  test.each(Object.entries(handledEvents))(
    '%s handles exactly the events of the table',
    (leaf, types) => {
      const counts = handledCounts.get(leaf) ?? new Map<string, number>();
      const handled = [...counts].filter(([, hits]) => hits > 0).map(([type]) => type);
      const own = handled.filter(
        (type) => type !== 'notice.dismiss' && !isOfOtherRegion(leaf, type),
      );
      expect(own.sort()).toEqual([...types].sort());
    },
  );
});

/** One line per state: the events it handles, and how many it ignores. */
function table(rows: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const lines = [...rows].map(([leaf, counts]) => {
    const types = [...counts].filter(([, hits]) => hits > 0).map(([type]) => type);
    return `${leaf.padEnd(44)} ignores ${counts.size - types.length}, handles ${types.join(' ')}`;
  });
  return lines.sort().join('\n');
}

/** Both regions of the step-up are active: an event that only the other region handles does not count. */
function isOfOtherRegion(leaf: string, type: string): boolean {
  const other = leaf.startsWith('signedOut.stepUp.otp') ? 'link.' : 'code.';
  return leaf.startsWith('signedOut.stepUp') && type.startsWith(other);
}

function count(
  table: Map<string, Map<string, number>>,
  leaf: string,
  type: string,
  handled: boolean,
): void {
  const row = table.get(leaf) ?? new Map<string, number>();
  row.set(type, (row.get(type) ?? 0) + (handled ? 1 : 0));
  table.set(leaf, row);
}
