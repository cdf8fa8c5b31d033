import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, emit } from 'xstate';
import { memoryOf } from '#machines/auth/auth.context.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { authCases } from '#machines/explore/auth-stepper.ts';
import { SECRETS } from '#machines/explore/fixtures.ts';
import { withAbsoluteTimes } from '#machines/explore/relative-times.ts';
import type { StartInputData } from '#machines/explore/start-inputs.ts';
import {
  eventSteps,
  type ModelStep,
  payloadOf,
  resultSteps,
  stepKind,
  UNEXPECTED,
} from '#machines/explore/steps.ts';
import { BUSY_TIMEOUT } from '#machines/rules/limits.ts';
import { machineExecutors, performStep, sendEvent } from '../support/executors.ts';
import { handledEvents } from '../support/handled-events.ts';
import { violations } from '../support/invariants.ts';
import { type AuthPath, inputNamed, leavesOfSnapshot, statePaths } from '../support/paths.ts';
import { printReport } from '../support/print-report.ts';
import {
  createTestMachine,
  settleCall,
  type TestMachine,
  type TestRun,
} from '../support/test-machine.ts';

/** 2,000 lives of 500 moments each are a million; both can be set for a longer search. */
const LIVES = Number(process.env.LIVES ?? 2_000);
const MOMENTS = Number(process.env.MOMENTS ?? 500);

/** Milliseconds that may pass in one moment: around every limit of the machine, and a night. */
const SPANS = [1, 500, 2_000, 14_999, 15_000, 30_000, 180_000, 300_000, 600_000, 28_800_000];

const paths = statePaths();
const EVENT_STEPS = eventSteps(authCases);
const visited = new Set<string>();
let lived = 0;
const stepsIn = new Map<string, readonly ModelStep[]>();

/** Lives one life of random moments, and says the first thing that must not have been. */
async function live(
  testMachine: TestMachine,
  path: AuthPath,
  moments: readonly number[],
): Promise<readonly string[]> {
  const random = () => (moments[0] ?? 0) / 0x10000;
  const begin = (data: StartInputData) => testMachine.start(data, { random, isRecording: false });
  let run = begin(inputNamed(path.input).value);
  await goTo(path, run);
  let watch = watcher(run);
  let broken = watch();
  for (const moment of moments) {
    if (broken.length > 0) break;
    if (moment % 100 === 99) {
      run.actor.stop();
      run = begin(afterReload(run));
      watch = watcher(run);
    } else await happen(run, moment);
    broken = watch();
    lived += 1;
  }
  run.actor.stop();
  return broken;
}

/** Brings a new life to where it is to begin in earnest. */
async function goTo({ steps }: AuthPath, run: TestRun): Promise<void> {
  for (const { event, state } of steps.slice(1)) {
    await performStep(machineExecutors, { run, step: event, clock: state.clock });
  }
}

/** What a page finds when it is loaded again; one that had left for Google comes back from there. */
function afterReload(run: TestRun): StartInputData {
  const snapshot = run.actor.getSnapshot();
  const { context } = snapshot;
  const left =
    snapshot.matches({ signedOut: { default: 'starting' } }) ||
    snapshot.matches({ signedOut: { selecting: 'starting' } });
  const session = snapshot.matches('signedIn') ? context.session : null;
  const found: StartInputData = {
    memory: memoryOf(context),
    callback: left ? 'discovery_oauth' : null,
    linkWasRequestedHere: false,
    session,
    hasSessionCookie: session !== null,
    hasIntermediateCookie: context.hasIntermediateSession,
  };
  // Inputs are told from their start, and every life starts at the same time.
  return withAbsoluteTimes(found, -run.now());
}

/** One random moment: time passes, a call is answered (in time, late or twice), or an event comes. */
async function happen(run: TestRun, moment: number): Promise<void> {
  const choice = moment % 100;
  const detail = Math.floor(moment / 100);
  if (choice < 12) run.clock.advance(pick(SPANS, detail));
  else if (choice < 14) run.sleep(pick(SPANS, detail));
  else if (choice < 50) await answerAny(run, detail, choice < 18);
  else sendEvent(run, pick(choice < 65 ? EVENT_STEPS : stepsHere(run), detail));
}

/** The events that mean something where this life is; by chance alone it would never get far. */
function stepsHere(run: TestRun): readonly ModelStep[] {
  const leaves = leavesOfSnapshot(run.actor.getSnapshot());
  const key = leaves.join(' ');
  const known = stepsIn.get(key);
  if (known !== undefined) return known;
  const types = leaves.flatMap((leaf) => handledEvents[leaf] ?? []);
  const steps = EVENT_STEPS.filter(({ type }) => types.some((taken) => taken === type));
  stepsIn.set(key, steps);
  return steps;
}

/** Answers the newest call; when `late`, any call of this life, whatever became of it. */
async function answerAny(run: TestRun, detail: number, late: boolean): Promise<void> {
  const calls = late ? run.calls : [...run.pending];
  const call = late ? calls[detail % Math.max(calls.length, 1)] : calls.at(-1);
  if (call === undefined) return;
  const step = pick(resultSteps(authCases, call.id), detail);
  const how =
    stepKind(step.type) === 'done'
      ? { output: payloadOf(authCases, step, run.now()) }
      : { error: UNEXPECTED };
  await settleCall(call, how);
}

/** Looks at a life after each moment; it says what must not be, once. */
function watcher(run: TestRun): () => readonly string[] {
  let seen: AuthSnapshot | null = null;
  let facts = 0;
  let busySince = run.clock.now();
  return () => {
    const snapshot = run.actor.getSnapshot();
    const now = run.clock.now();
    const pending = [...run.pending];
    if (!snapshot.hasTag('busy') || pending.length > 0 || snapshot.value !== seen?.value) {
      busySince = now;
    }
    const stuck = pending.filter(({ madeAt }) => now - madeAt >= BUSY_TIMEOUT);
    const news = snapshot === seen ? [] : violations({ ...run, emitted: run.emitted.slice(facts) });
    if (snapshot !== seen) for (const leaf of leavesOfSnapshot(snapshot)) visited.add(leaf);
    facts = run.emitted.length;
    seen = snapshot;
    return [
      ...news,
      ...stuck.map(({ id }) => `${id} is waited for longer than its time`),
      ...(now - busySince >= BUSY_TIMEOUT && snapshot.hasTag('busy') ? ['busy for too long'] : []),
    ];
  };
}

function pick<Item>(items: readonly Item[], detail: number): Item {
  const item = items[detail % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** Lives that begin in any state of the model, so that rare ones are not left to chance. */
function lives(testMachine: TestMachine, moments: number) {
  return fc.asyncProperty(
    fc.nat(paths.length - 1),
    fc.array(fc.nat(0xffff), { minLength: moments, maxLength: moments }),
    async (place, decisions) => {
      expect(await live(testMachine, pick(paths, place), decisions)).toEqual([]);
    },
  );
}

describe('a life of random moments', () => {
  test(`${LIVES} lives of ${MOMENTS} moments keep every invariant [R10.8, R13.9, R21.2]`, {
    timeout: 600_000,
  }, async () => {
    await fc.assert(lives(createTestMachine(), MOMENTS), { numRuns: LIVES });
    expect(lived).toBe(LIVES * MOMENTS);
    printReport(`${lived} moments in ${LIVES} lives`);
  });

  test('the lives went everywhere', () => {
    expect([...visited].sort()).toEqual(Object.keys(handledEvents).sort());
  });
});

describe('the invariants catch a machine that breaks them', () => {
  const nothing = () => undefined;
  const machine: AnyStateMachine = authMachine;

  test.each([
    ['forgets to admit', { actions: { startSession: nothing } }],
    ['keeps the session in its context after it ended', { actions: { endSession: nothing } }],
    ['keeps the secrets of an enrolment', { actions: { clearEnrolment: nothing } }],
    ['keeps a session that asked for more', { actions: { askForVerification: nothing } }],
    ['writes a code down', { actions: { clearNotice: assign({ typedName: JSON.stringify }) } }],
    ['tells a secret', { actions: { rememberEnrolment: emit({ type: SECRETS.enrolmentSecret }) } }],
    ['lets a call hang', { delays: { BUSY_TIMEOUT: 10 * BUSY_TIMEOUT } }],
  ])('%s', { timeout: 60_000 }, async (_, flaw) => {
    const flawed = lives(createTestMachine(machine.provide(flaw)), 100);
    const { failed } = await fc.check(flawed, { numRuns: 1_000, endOnFailure: true });
    expect(failed).toBe(true);
  });
});
