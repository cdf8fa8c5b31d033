import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import type { ChartConfig } from '#statechart/chart.types.ts';

/** What the statechart page draws: the auth machine, and how the model tests walk it. */
export const chart: ChartConfig = {
  machine: stubbedAuthMachine,
  createStepper: () => createAuthStepper(),
  // A sign-in with Google, an organization that asks for a code, and a sign-out.
  mainWalks: [
    { input: 'new tab', steps: [{ type: 'google.start', case: 'pressed' }] },
    {
      input: 'back from Google',
      steps: [
        { type: 'xstate.done.actor.redeem', case: 'listed' },
        { type: 'organization.choose', case: 'listed' },
        { type: 'xstate.done.actor.exchange', case: 'verify e-mail' },
        { type: 'code.send', case: 'pressed' },
        { type: 'xstate.done.actor.sendCode', case: 'sent' },
        { type: 'code.verify', case: 'six digits' },
        { type: 'xstate.done.actor.verifyCode', case: 'listed' },
        { type: 'xstate.done.actor.exchange', case: 'authenticated' },
        { type: 'signOut', case: 'pressed' },
      ],
    },
  ],
  testTemplate: `// To be saved in tests/model/machine/.
import { expect, test } from 'vitest';
import { statePath } from '#machines/auth/state-path.ts';
import { START_INPUTS } from '#machines/auth-cases/start-inputs.ts';
import { stepKind } from '#statechart/explore/steps.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';
import { machineExecutors } from '#tests/model/support/walker.ts';

const testMachine = createTestMachine();

test({{title}}, async () => {
  const start = START_INPUTS.find(({ name }) => name === {{input}});
  if (start === undefined) throw new Error('There is no such start input.');
  const run = testMachine.start(start.value);
  const state = () => statePath(run.actor.getSnapshot().value);
  const step = async (type: string, name: string, clock: number) => {
    await machineExecutors[stepKind(type)]({ run, step: { type, case: name }, clock });
  };

{{steps}}
  run.actor.stop();
});
`,
};
