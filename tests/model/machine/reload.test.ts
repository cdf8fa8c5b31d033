import { expect, test } from 'vitest';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import { type AuthSnapshot, authView } from '#machines/auth/auth.view.ts';
import type { Screen } from '#machines/auth/auth.view.types.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { authInput, RANDOM } from '#machines/auth-cases/auth-stepper.ts';
import { NEW_TAB } from '#machines/auth-cases/start-inputs.ts';
import { createPureMachine } from '#statechart/explore/pure-machine.ts';
import { reachedStates } from '../specification/explore.ts';
import { authStepper } from '../support/paths.ts';
import { inputAfterReload } from '../support/reload.ts';

const clockAt = (time: number) => ({ now: () => time, random: () => RANDOM });
const machine = createPureMachine(authMachine, authInput(NEW_TAB, clockAt(0)));

interface Exception {
  /** A state, and the states inside it. */
  readonly in: string;
  readonly if?: (context: AuthContext) => boolean;
  /** The screens that a reload leads to, each from some state. */
  readonly to: readonly Screen[];
  readonly why: string;
}

/** Where a reload leads to another screen. Of several that match, the first counts. */
const EXCEPTIONS: readonly Exception[] = [
  {
    in: 'signedOut.confirmingLink',
    to: ['login'],
    why: 'the token left the address, and is only in memory',
  },
  {
    in: 'signedOut.redeeming',
    to: ['login', 'selection'],
    why: 'the token left the address, is used once, and its person is unknown',
  },
  {
    in: 'signedOut.awaitingOtherTab',
    to: ['login', 'selection', 'stepUp'],
    why: 'the other tab goes on; this one shows what it stored',
  },
  {
    in: 'signedOut.secondFactor.savingCodes',
    to: ['login'],
    why: 'recovery codes are never stored',
  },
  {
    in: 'signingOut',
    to: ['login', 'selection'],
    why: 'the sign-out is sent, and its session is gone',
  },
  {
    in: 'signedOut.discovering',
    if: ({ stepUp }) => stepUp !== null,
    to: ['stepUp'],
    why: 'a verification that was stored goes on before the list',
  },
  {
    in: 'signedOut',
    if: ({ intermediateDigest }) => intermediateDigest === null,
    to: ['login', 'selection'],
    why: 'an intermediate session that cannot be recognized is not continued',
  },
];

function exceptionOf({ value, context }: AuthSnapshot): Exception | undefined {
  const path = `${statePath(value)}.`;
  return EXCEPTIONS.find(
    (exception) => path.startsWith(`${exception.in}.`) && exception.if?.(context) !== false,
  );
}

test('a reload returns to an equal screen in every state, except where it is listed [R11.14, R13.2]', {
  timeout: 120_000,
}, () => {
  const unlisted = new Set<string>();
  const used = new Map<Exception, Set<Screen>>();
  for (const { state } of reachedStates(authStepper)) {
    const { snapshot, now, path } = state;
    const input = authInput(inputAfterReload(snapshot, now), clockAt(now));
    const { snapshot: reloaded } = machine.start(input);
    const { screen } = authView(reloaded);
    if (screen === authView(snapshot).screen) continue;
    const exception = exceptionOf(snapshot);
    if (exception === undefined) unlisted.add(`${path} -> ${statePath(reloaded.value)}`);
    else used.set(exception, (used.get(exception) ?? new Set()).add(screen));
  }
  expect([...unlisted]).toEqual([]);
  const found = EXCEPTIONS.map((each) => ({ ...each, to: [...(used.get(each) ?? [])].sort() }));
  expect(found).toEqual(EXCEPTIONS);
});
