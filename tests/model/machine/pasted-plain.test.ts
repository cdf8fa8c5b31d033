// To be saved in tests/model/machine/.
import { expect, test } from 'vitest';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { statePath } from '#machines/auth/auth.view.ts';
import { START_INPUTS } from '#machines/explore/start-inputs.ts';
import { withGuardOverrides } from '#machines/explore/stepper.ts';
import { machineExecutors, performStep } from '#tests/model/support/executors.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';

let guardOverrides: Readonly<Record<string, boolean>> = {};
const testMachine = createTestMachine(
  withGuardOverrides(authMachine, (guard) => guardOverrides[guard]),
);

test('back from Google: to signedOut.selecting.browsing', async () => {
  const start = START_INPUTS.find(({ name }) => name === 'back from Google');
  if (start === undefined) throw new Error('There is no such start input.');
  const run = testMachine.start(start.value);
  const state = () => statePath(run.actor.getSnapshot().value);
  const step = async (type: string, name: string, clock: number, overrides = {}) => {
    guardOverrides = overrides;
    await performStep(machineExecutors, { run, step: { type, case: name }, clock });
  };

  expect(state()).toBe('signedOut.redeeming');
  await step('xstate.done.actor.redeem', 'listed', 1);
  expect(state()).toBe('signedOut.selecting.browsing');
  run.actor.stop();
});
