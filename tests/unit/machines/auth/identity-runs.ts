/** What the tests about the person of a tab share: sign-ins of Ada, results of Dora, and the question. */
import { expect } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { ActorResult, Discovered } from '#machines/auth/auth.types.ts';
import { authView } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import {
  BIRCH,
  DISCOVERY,
  DORAS_DISCOVERY,
  DORAS_SESSION,
  NEW_INTERMEDIATE,
  STORED_INTERMEDIATE,
  secondFactorFor,
  stepUpFor,
} from '#machines/explore/fixtures.ts';
import { NEW_TAB, type StartInputData } from '#machines/explore/start-inputs.ts';
import { createTestMachine, settleCall, type TestRun } from '#tests/model/support/test-machine.ts';

export const DORA = DORAS_SESSION.emailAddress;
export const testMachine = createTestMachine();

/** Ada's list of organizations, read with the intermediate session in the cookie. */
export const ADAS_LIST: StartInputData = {
  ...NEW_TAB,
  hasIntermediateCookie: true,
  storedSignIn: {
    ...NO_STORED_SIGN_IN,
    ...DISCOVERY,
    hasIntermediateSession: true,
    intermediateDigest: STORED_INTERMEDIATE,
  },
};
export const ADAS_STEP_UP: StartInputData = {
  ...ADAS_LIST,
  storedSignIn: { ...ADAS_LIST.storedSignIn, stepUp: stepUpFor(BIRCH, 'email_otp', 'magic_link') },
};

export const ADAS_SECOND_FACTOR: StartInputData = {
  ...ADAS_LIST,
  storedSignIn: {
    ...ADAS_LIST.storedSignIn,
    organizations: [],
    secondFactor: secondFactorFor('totp'),
  },
};

/** A list of Dora's organizations, for any address. */
export const found = (emailAddress: string | null, requestedHere?: boolean): Discovered => ({
  kind: 'discovered',
  discovery: { ...DORAS_DISCOVERY, emailAddress },
  intermediateDigest: NEW_INTERMEDIATE,
  at: 0,
  ...(requestedHere === undefined ? {} : { requestedHere }),
});
export const dorasSession: ActorResult = { kind: 'authenticated', session: DORAS_SESSION, at: 0 };

/** Resolves the only pending call of a run. */
export async function settle(run: TestRun, output: ActorResult): Promise<void> {
  const [call] = run.pending;
  if (call === undefined) throw new Error('No call is pending.');
  await settleCall(call, { output });
}

/** The active states of a run, as the chart writes them. */
export const pathOf = (run: TestRun) => statePath(run.actor.getSnapshot().value);

/** Expects that a run asks whether its person continues as another one, and shows no session. */
export function expectQuestion(
  run: TestRun,
  emailAddress: string | null,
  current: string | null,
): void {
  expect(pathOf(run)).toBe('signedOut.confirmingIdentity');
  expect(authView(run.actor.getSnapshot())).toMatchObject({
    screen: 'confirmIdentity',
    emailAddress,
    currentEmailAddress: current,
  });
  expect(run.actor.getSnapshot().context.session).toBeNull();
}
