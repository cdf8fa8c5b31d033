import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, emit } from 'xstate';
import type { CallbackKind } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { authCases } from '#machines/auth-cases/auth-stepper.ts';
import { SECRETS } from '#machines/auth-cases/fixtures.ts';
import type { StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import {
  eventSteps,
  type ModelStep,
  payloadOf,
  resultSteps,
  stepKind,
  UNEXPECTED,
} from '#statechart/explore/steps.ts';
import { mayHandle } from '../specification/oracle.ts';
import { expectedScreens } from '../specification/table.ts';
import { machineExecutors, performStep, sendEvent } from '../support/executors.ts';
import { personViolations, violations } from '../support/invariants.ts';
import { type AuthPath, inputNamed, leavesOfSnapshot, statePaths } from '../support/paths.ts';
import { printReport } from '../support/print-report.ts';
import { inputAfterReload } from '../support/reload.ts';
import { soakRuns } from '../support/soak-runs.ts';
import {
  createTestMachine,
  settleCall,
  type TestMachine,
  type TestRun,
} from '../support/test-machine.ts';

/** A million steps with `npm run soak`. */
const RUNS = soakRuns(2_000);
const STEPS = 500;

/** Milliseconds that may pass in one step: around every limit of the machine, and a night. */
const SPANS = [1, 500, 2_000, 14_999, 15_000, 30_000, 180_000, 300_000, 600_000, 28_800_000];

const paths = statePaths();
const allEvents = eventSteps(authCases);
const visited = new Set<string>();
let performed = 0;
const eventsByLeaves = new Map<string, readonly ModelStep[]>();

/**
 * Performs random steps until an invariant is violated.
 *
 * @param path where the run starts
 * @param numbers a random number below 0x10000 for each step
 * @returns the violations of the last step
 */
async function fuzz(
  testMachine: TestMachine,
  path: AuthPath,
  numbers: readonly number[],
): Promise<readonly string[]> {
  const random = () => (numbers[0] ?? 0) / 0x10000;
  const start = (data: StartInputData) => testMachine.start(data, { random, isRecording: false });
  let run = start(inputNamed(path.input).value);
  await followPath(path, run);
  let check = createCheck(run);
  let violated = check();
  for (const number of numbers) {
    if (violated.length > 0) break;
    const before = run.actor.getSnapshot();
    if (number % 100 === 99) {
      run.actor.stop();
      run = start(inputAfterReload(before, run.now(), callbackAfterReload(before)));
      check = createCheck(run);
    } else await performRandomStep(run, number);
    violated = [...check(), ...personViolations(before, run.actor.getSnapshot())];
    performed += 1;
  }
  run.actor.stop();
  return violated;
}

async function followPath({ steps }: AuthPath, run: TestRun): Promise<void> {
  for (const { event, state } of steps.slice(1)) {
    await performStep(machineExecutors, { run, step: event, clock: state.clock });
  }
}

/** The callback of the next page of a tab: one that had left for Google comes back from there. */
function callbackAfterReload(snapshot: AuthSnapshot): CallbackKind | null {
  const hasLeft =
    snapshot.matches({ signedOut: { default: 'starting' } }) ||
    snapshot.matches({ signedOut: { selecting: 'starting' } });
  if (hasLeft) return 'discovery_oauth';
  return snapshot.matches({ signedOut: { default: 'continuing' } }) ? 'oauth' : null;
}

/** Lets time pass, settles a call (in time, late or twice), or sends an event, whose type it returns. */
async function performRandomStep(run: TestRun, number: number): Promise<string> {
  const choice = number % 100;
  const detail = Math.floor(number / 100);
  if (choice < 12) run.clock.advance(pick(SPANS, detail));
  else if (choice < 14) run.sleep(pick(SPANS, detail));
  else if (choice < 50) await settleAnyCall(run, detail, choice < 18);
  else {
    const step = pick(choice < 65 ? allEvents : handledHere(run), detail);
    sendEvent(run, step);
    return step.type;
  }
  return '';
}

/** The events that the active states handle: events of all states alone would rarely leave the first screens. */
function handledHere(run: TestRun): readonly ModelStep[] {
  const leaves = leavesOfSnapshot(run.actor.getSnapshot());
  const key = leaves.join(' ');
  const known = eventsByLeaves.get(key);
  if (known !== undefined) return known;
  const steps = allEvents.filter(({ type }) => leaves.some((leaf) => mayHandle(leaf, type)));
  eventsByLeaves.set(key, steps);
  return steps;
}

/** Settles the newest pending call; with `late`, any call of the run, even one that is settled or aborted. */
async function settleAnyCall(run: TestRun, detail: number, late: boolean): Promise<void> {
  const calls = late ? run.calls : [...run.pending];
  const call = late ? calls[detail % Math.max(calls.length, 1)] : calls.at(-1);
  if (call === undefined) return;
  const step = pick(resultSteps(authCases, call.id), detail);
  const settlement =
    stepKind(step.type) === 'done'
      ? { output: payloadOf(authCases, step, run.now()) }
      : { error: UNEXPECTED };
  await settleCall(call, settlement);
}

/** A function that returns what is violated since it was called last. */
function createCheck(run: TestRun): () => readonly string[] {
  let checked: AuthSnapshot | null = null;
  let emitted = 0;
  let busySince = run.clock.now();
  return () => {
    const snapshot = run.actor.getSnapshot();
    const now = run.clock.now();
    const pending = [...run.pending];
    if (!snapshot.hasTag('busy') || pending.length > 0 || snapshot.value !== checked?.value) {
      busySince = now;
    }
    const overdue = pending.filter(({ madeAt }) => now - madeAt >= BUSY_TIMEOUT);
    const violated =
      snapshot === checked ? [] : violations({ ...run, emitted: run.emitted.slice(emitted) });
    if (snapshot !== checked) for (const leaf of leavesOfSnapshot(snapshot)) visited.add(leaf);
    emitted = run.emitted.length;
    checked = snapshot;
    return [
      ...violated,
      ...overdue.map(({ id }) => `${id} is pending for longer than BUSY_TIMEOUT`),
      ...(now - busySince >= BUSY_TIMEOUT && snapshot.hasTag('busy') ? ['busy for too long'] : []),
    ];
  };
}

function pick<Item>(items: readonly Item[], detail: number): Item {
  const item = items[detail % items.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

/** Runs that start in any state of the machine, so that rare states are not left to chance. */
function runsOf(testMachine: TestMachine, steps: number) {
  return fc.asyncProperty(
    fc.nat(paths.length - 1),
    fc.array(fc.nat(0xffff), { minLength: steps, maxLength: steps }),
    async (start, numbers) => {
      expect(await fuzz(testMachine, pick(paths, start), numbers)).toEqual([]);
    },
  );
}

/** One run that starts in each leaf: among a tenth of the runs, chance alone may miss one. */
const runPerLeaf = Object.keys(expectedScreens).map((leaf, run): [number, number[]] => [
  paths.findIndex(({ state }) => state.path.split(' ').includes(leaf)),
  Array.from({ length: STEPS }, (_, step) => (step * 7_919 + run * 104_729) % 0x10000),
]);

describe('the machine under random steps', () => {
  test(`keeps every invariant in ${RUNS} runs of ${STEPS} steps [R10.8, R13.9, R21.2, R22.1, R22.11]`, {
    timeout: 600_000,
  }, async () => {
    const options = { numRuns: RUNS, examples: runPerLeaf };
    await fc.assert(runsOf(createTestMachine(), STEPS), options);
    expect(performed).toBe(RUNS * STEPS);
    printReport(`${performed} random steps in ${RUNS} runs`);
  });

  test('was in every state', () => {
    expect([...visited].sort()).toEqual(Object.keys(expectedScreens).sort());
  });
});

describe('the invariants are violated by a machine that', () => {
  const noop = () => undefined;
  const machine: AnyStateMachine = authMachine;

  test.each([
    ['does not assign the session', { actions: { startSession: noop } }],
    ['keeps the session in its context after it ended', { actions: { endSession: noop } }],
    ['keeps the secrets of an enrolment', { actions: { clearEnrolment: noop } }],
    ['keeps a session that needs verification', { actions: { askForVerification: noop } }],
    ['stores a code', { actions: { clearNotice: assign({ typedName: JSON.stringify }) } }],
    ['follows the session of another tab', { guards: { isAnotherPerson: () => false } }],
    ['emits a secret', { actions: { rememberEnrolment: emit({ type: SECRETS.enrolmentSecret }) } }],
    ['waits for a call without a limit', { delays: { BUSY_TIMEOUT: 10 * BUSY_TIMEOUT } }],
  ])('%s', { timeout: 60_000 }, async (_, flaw) => {
    const flawed = runsOf(createTestMachine(machine.provide(flaw)), 100);
    const { failed } = await fc.check(flawed, { numRuns: 1_000, endOnFailure: true });
    expect(failed).toBe(true);
  });
});
