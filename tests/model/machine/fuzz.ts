import fc from 'fast-check';
import { expect } from 'vitest';
import type { CallbackKind } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { authCases } from '#machines/auth-cases/auth-stepper.ts';
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
import { inputNamed, type ModelPath } from '../support/auth-model.ts';
import { personViolations, violations } from '../support/invariants.ts';
import { inputAfterReload } from '../support/reload.ts';
import { settleCall, type TestMachine, type TestRun } from '../support/test-machine.ts';
import { machineExecutors, sendEvent } from '../support/walker.ts';

/** Milliseconds that may pass in one step: around every limit of the machine, and a night. */
const SPANS = [1, 500, 2_000, 14_999, 15_000, 30_000, 180_000, 300_000, 600_000, 28_800_000];

const allEvents = eventSteps(authCases);

/**
 * Random runs of the real actor, each from the end of a path. After every step all invariants hold, and nothing waits
 * longer than `BUSY_TIMEOUT`.
 *
 * @param steps how many random steps a run makes
 */
export function randomRuns(
  testMachine: TestMachine,
  paths: readonly ModelPath[],
  steps: number,
): fc.IAsyncProperty<[number, number[]]> {
  return fc.asyncProperty(
    fc.nat(paths.length - 1),
    fc.array(fc.nat(0xffff), { minLength: steps, maxLength: steps }),
    async (start, numbers) => {
      expect(await violatedIn(testMachine, pick(paths, start), numbers)).toEqual([]);
    },
  );
}

/** The violations of the first step that has any. `numbers`: one below 0x10000 for each step. */
async function violatedIn(
  testMachine: TestMachine,
  path: ModelPath,
  numbers: readonly number[],
): Promise<readonly string[]> {
  const random = () => (numbers[0] ?? 0) / 0x10000;
  const options = { random, isRecording: false };
  let run = testMachine.start(inputNamed(path.steps[1]?.event.case ?? '').value, options);
  for (const { event, state } of path.steps.slice(2))
    await machineExecutors[stepKind(event.type)]({ run, step: event, clock: state.clock });
  let check = createCheck(run);
  let violated = check();
  for (const number of numbers) {
    if (violated.length > 0) break;
    const before = run.actor.getSnapshot();
    if (number % 100 === 99) {
      run.actor.stop();
      const input = inputAfterReload(before, run.now(), callbackAfterReload(before));
      run = testMachine.start(input, options);
      check = createCheck(run);
    } else await performRandomStep(run, number);
    violated = [...check(), ...personViolations(before, run.actor.getSnapshot())];
  }
  run.actor.stop();
  return violated;
}

/** The callback of the next page of a tab: one that had left for Google comes back from there. */
function callbackAfterReload(snapshot: AuthSnapshot): CallbackKind | null {
  const path = statePath(snapshot.value);
  if (path.endsWith('.starting')) return 'discovery_oauth';
  return path.endsWith('.continuing') ? 'oauth' : null;
}

/** Lets time pass, settles a call (in time, late or twice), or sends an event. */
async function performRandomStep(run: TestRun, number: number): Promise<void> {
  const choice = number % 100;
  const detail = Math.floor(number / 100);
  if (choice < 12) run.clock.advance(pick(SPANS, detail));
  else if (choice < 14) run.sleep(pick(SPANS, detail));
  else if (choice < 50) await settleAnyCall(run, detail, choice < 18);
  // Events of all states alone would rarely leave the first screens.
  else sendEvent(run, pick(choice < 65 ? allEvents : handledHere(run), detail));
}

const eventsByPath = new Map<string, readonly ModelStep[]>();

/** The events that the active states handle. */
function handledHere(run: TestRun): readonly ModelStep[] {
  const path = statePath(run.actor.getSnapshot().value);
  const leaves = path.split(' ');
  const steps =
    eventsByPath.get(path) ??
    allEvents.filter(({ type }) => leaves.some((leaf) => mayHandle(leaf, type)));
  eventsByPath.set(path, steps);
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
    if (!snapshot.hasTag('busy') || pending.length > 0 || snapshot.value !== checked?.value)
      busySince = now;
    const overdue = pending.filter(({ madeAt }) => now - madeAt >= BUSY_TIMEOUT);
    const violated =
      snapshot === checked ? [] : violations({ ...run, emitted: run.emitted.slice(emitted) });
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
