import type { AnyStateMachine } from 'xstate';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import type { BuildConfig } from './config.types.ts';

/*
 * With `feed.config.ts`, everything in `chart/` that is about this product's machine. The rest of the folder works
 * for any XState machine; a lint rule keeps it from importing this product's machine, rules and payload cases.
 */

export const machine: AnyStateMachine = authMachine;

export const buildConfig: BuildConfig = {
  stepper: { path: 'machines/auth-cases/auth-stepper.ts', name: 'createAuthStepper' },
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
  mapNotes: {
    'signedOut.stepUp': 'e-mail code or link',
    'signedOut.secondFactor': 'authenticator app',
  },
  eventTypes: 'machines/auth/auth.types.ts',
  synonyms: [
    'lost lose loses losing gone missing expired ended ends',
    'wrong incorrect invalid rejected rejects',
    'cancelled denied declined refused',
    'fails failure error',
    'sends sent resend',
    'shown show',
    'chooses chosen selects picks',
    'person member user people',
    'log sign',
    'other another elsewhere two different',
    'create creation creating',
    'tab window',
    'login signin',
    'logout signout',
    'otp code',
    'totp mfa 2fa factor authenticator',
    'company team workspace organization',
    'mail email',
    'offline online network connection reached unreachable',
    'retry again attempt',
  ],
  // The last run on this computer, and the report that the model tests keep up to date.
  coverageReports: ['coverage/model-machine.json'],
  testTemplate: `// To be saved in tests/model/machine/.
import { expect, test } from 'vitest';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { START_INPUTS } from '#machines/auth-cases/start-inputs.ts';
import { withGuardOverrides } from '#statechart/explore/stepper.ts';
import { machineExecutors, performStep } from '#tests/model/support/executors.ts';
import { createTestMachine } from '#tests/model/support/test-machine.ts';

let guardOverrides: Readonly<Record<string, boolean>> = {};
const testMachine = createTestMachine(
  withGuardOverrides(authMachine, (guard) => guardOverrides[guard]),
);

test({{title}}, async () => {
  const start = START_INPUTS.find(({ name }) => name === {{input}});
  if (start === undefined) throw new Error('There is no such start input.');
  const run = testMachine.start(start.value);
  const state = () => statePath(run.actor.getSnapshot().value);
  const step = async (type: string, name: string, clock: number, overrides = {}) => {
    guardOverrides = overrides;
    await performStep(machineExecutors, { run, step: { type, case: name }, clock });
  };

{{steps}}
  run.actor.stop();
});
`,
};
