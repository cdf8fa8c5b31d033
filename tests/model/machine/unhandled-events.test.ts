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

describe('an event that a state does not take changes nothing', () => {
  /** leaf -> event type -> how many payloads did something there. */
  const taken = new Map<string, Map<string, number>>();

  test('in every state of the model, for every payload [R21.3]', { timeout: 120_000 }, async () => {
    let ignored = 0;
    for (const path of paths) {
      const run = testMachine.start(inputNamed(path.input).value);
      await walkPath({ path, run, executors: machineExecutors });
      const steps = authStepper.steps(path.state).map(stepName);
      for (const step of eventSteps(authCases)) {
        const handled = steps.includes(stepName(step));
        for (const leaf of path.state.path.split(' ')) count(taken, leaf, step.type, handled);
        if (handled) continue;
        const before = run.actor.getSnapshot();
        const marks = [run.taken.length, run.emitted.length, run.calls.length, run.actions.length];
        sendEvent(run, step);
        const after = [run.taken.length, run.emitted.length, run.calls.length, run.actions.length];
        expect(after, stepName(step)).toEqual(marks);
        expect(run.actor.getSnapshot().context).toBe(before.context);
        expect(run.actor.getSnapshot().value).toBe(before.value);
        ignored += 1;
      }
      run.actor.stop();
    }
    expect(ignored).toBeGreaterThan(0);
    printReport(`${paths.length} states of the model ignored ${ignored} events\n${table(taken)}`);
  });

  test.each(Object.entries(handledEvents))('%s takes exactly its own events', (leaf, types) => {
    const counts = taken.get(leaf) ?? new Map<string, number>();
    const does = [...counts].filter(([, hits]) => hits > 0).map(([type]) => type);
    const own = does.filter((type) => type !== 'notice.dismiss' && !isOfOtherRegion(leaf, type));
    expect(own.sort()).toEqual([...types].sort());
  });
});

/** state -> what it takes, and how many kinds of event it ignores. */
function table(rows: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const lines = [...rows].map(([leaf, counts]) => {
    const does = [...counts].filter(([, hits]) => hits > 0).map(([type]) => type);
    return `${leaf.padEnd(44)} ignores ${counts.size - does.length}, takes ${does.join(' ')}`;
  });
  return lines.sort().join('\n');
}

/** The two halves of the step-up are active together; what one takes is no event of the other. */
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
