import { expect, test } from 'vitest';
import { authCases } from '#machines/auth-cases/auth-stepper.ts';
import { eventSteps, stepName } from '#statechart/explore/steps.ts';
import { machineExecutors, sendEvent } from '../support/executors.ts';
import { authStepper, inputNamed, statePaths } from '../support/paths.ts';
import { printReport } from '../support/print-report.ts';
import { createTestMachine, type TestRun } from '../support/test-machine.ts';
import { walkPath } from '../support/walk-path.ts';

const testMachine = createTestMachine();

function lengthsOf({ taken, emitted, calls, actions }: TestRun): readonly number[] {
  return [taken.length, emitted.length, calls.length, actions.length];
}

test('an event that a state does not handle changes nothing [R21.3]', {
  timeout: 120_000,
}, async () => {
  const paths = statePaths();
  let ignored = 0;
  for (const path of paths) {
    const run = testMachine.start(inputNamed(path.input).value);
    await walkPath({ path, run, executors: machineExecutors });
    const steps = authStepper.steps(path.state).map(stepName);
    for (const step of eventSteps(authCases)) {
      if (steps.includes(stepName(step))) continue;
      const name = `${stepName(step)} in ${path.state.path}`;
      const before = run.actor.getSnapshot();
      const lengths = lengthsOf(run);
      sendEvent(run, step);
      expect(lengthsOf(run), name).toEqual(lengths);
      expect(run.actor.getSnapshot().context).toBe(before.context);
      expect(run.actor.getSnapshot().value).toBe(before.value);
      ignored += 1;
    }
    run.actor.stop();
  }
  expect(ignored).toBeGreaterThan(0);
  printReport(`${paths.length} states ignored ${ignored} events`);
});
