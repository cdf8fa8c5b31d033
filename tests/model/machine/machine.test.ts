import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { AuthEvent } from '#machines/auth/auth.events.ts';
import { authView, type Screen } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import { type AuthSimulationState, authInput } from '#machines/auth-cases/auth-stepper.ts';
import { SESSION } from '#machines/auth-cases/fixtures.ts';
import { INVOKE_IDS, isExternalEvent } from '#machines/auth-cases/payload-cases.ts';
import { NEW_TAB, signedInTab } from '#machines/auth-cases/start-inputs.ts';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { sentenceOf } from '#src/features/sign-in/notices.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { createPureMachine } from '#statechart/explore/pure-machine.ts';
import { invokeIdOf, type ModelStep, stepKind, stepName } from '#statechart/explore/steps.ts';
import { transitionId } from '#statechart/explore/transition-id.ts';
import { changes } from '../specification/changes.ts';
import { conditions } from '../specification/conditions.ts';
import { appEffects, delays, emitted, inputs } from '../specification/effects.ts';
import { isPlain, notices } from '../specification/notices.ts';
import { judgedStepper } from '../specification/oracle.ts';
import { expectedScreens, OF_STEPS, rows, states } from '../specification/table.ts';
import { authStepper, CLOSED, createAuthModel } from '../support/auth-model.ts';
import { leakedSecrets } from '../support/invariants.ts';
import { isNightly } from '../support/nightly.ts';
import {
  exceptionOf,
  inputAfterReload,
  RELOAD_EXCEPTIONS,
  type ReloadException,
} from '../support/reload.ts';
import { createTestMachine } from '../support/test-machine.ts';
import { performWalk } from '../support/walker.ts';

/** More delays than end one after another until a session of a day has ended. */
const MANY_DELAYS = 1_000;

const problems = new Set<string>();
const takenRows = new Set<string>();
const stepper = judgedStepper(authStepper, (verdict) => {
  for (const problem of verdict.problems) problems.add(problem);
  for (const { at } of verdict.rows) takenRows.add(at);
});
const model = createAuthModel({
  stepper,
  // A mistake can lead to states without end.
  stepsFrom: (state) => (problems.size < 20 ? stepper.steps(state) : []),
});
const { states: reached, edges } = model;
/** Found in the tests: after a mistake there can be no walk. */
const findWalks = () => model.walks(15);
const steps = edges.filter(({ state }) => state !== CLOSED);

/** A step of time alone: a delay is over, or a call has taken too long. */
function isOfTime({ type, case: name }: ModelStep): boolean {
  return stepKind(type) === 'after' || (stepKind(type) === 'done' && name === 'timed out');
}

/** A step that needs neither the provider nor another tab. */
function isOfPersonOrTime(step: ModelStep): boolean {
  const isOfPerson = stepKind(step.type) === 'event' && !isExternalEvent(step.type);
  return isOfPerson || isOfTime(step);
}

/** The states from which no steps of a kind lead to one of the states that are wanted. */
function statesThatNeverReach(
  isWanted: (state: AuthSimulationState) => boolean,
  isAllowed: (step: ModelStep) => boolean,
): readonly string[] {
  const sources = new Map<string, string[]>();
  for (const { state, nextState } of steps.filter(({ event }) => isAllowed(event)))
    sources.set(nextState.node, [...(sources.get(nextState.node) ?? []), state.node]);
  const good = new Set(reached.filter(isWanted).map(({ node }) => node));
  for (const node of good) for (const source of sources.get(node) ?? []) good.add(source);
  return reached.filter(({ node }) => !good.has(node)).map(({ path }) => path);
}

/** The state after the calls that run have taken too long, else after the next delay; `null` when nothing runs. */
function afterTime(state: AuthSimulationState): AuthSimulationState | null {
  const [timedOut, delay] = ['done', 'after'].map((kind) =>
    authStepper.steps(state).find((step) => isOfTime(step) && stepKind(step.type) === kind),
  );
  const step = timedOut ?? delay;
  return step ? authStepper.step(state, step) : null;
}

test('the machine does what the specification says, and nothing on any other event [R21.3]', () => {
  expect([...problems]).toEqual([]);
  expect(reached.length).toBeGreaterThan(1_000);
});

// A mistake ends the exploration: what follows could only report it again.
const isExplored = problems.size === 0;

describe.runIf(isExplored)(
  'the machine, in every state that can be reached and on every step from there,',
  () => {
    test('takes every row of the specification, and rests in every state [R21.1]', () => {
      const untaken = rows.filter(({ at }) => !takenRows.has(at));
      expect(untaken.map(({ at, on }) => `${at}: ${on}`)).toEqual([]);
      const restedIn = new Set(reached.flatMap(({ path }) => path.split(' ')));
      expect([...restedIn].sort()).toEqual(Object.keys(expectedScreens).sort());
    });

    test('shows a screen of its state, and the sentence of the notice [R15.1, R21.4]', () => {
      const sentences = new Set<string>();
      const screens = new Map<string, Set<string>>();
      for (const { snapshot, path } of reached) {
        const view = authView(snapshot);
        if ('notice' in view) expect(view.notice).toBe(snapshot.context.notice);
        const said = snapshot.context.notice;
        if (said !== null) sentences.add(sentenceOf(said));
        for (const leaf of path.split(' '))
          screens.set(leaf, (screens.get(leaf) ?? new Set()).add(view.screen));
      }
      const found = [...screens].map(([leaf, all]) => [leaf, [...all].sort()]);
      const expected = Object.entries(expectedScreens).map(([leaf, all]) => [
        leaf,
        [...all].sort(),
      ]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      // Each value is there.
      expect([...sentences].filter((each) => /[{}]|undefined|\u2068\u2069/.test(each))).toEqual([]);
      expect(sentences.size).toBeGreaterThan(20);
    });

    test('keeps no secret, and emits none [R13.9]', () => {
      const leaked = edges.flatMap(({ nextState: { snapshot, effects } }) =>
        leakedSecrets(snapshot, effects.emitted),
      );
      expect([...new Set(leaked)]).toEqual([]);
    });

    test('lets a person find the login screen, though no call ever ends [R15.7, R21.2]', () => {
      const isLogin = ({ path }: AuthSimulationState) => path === 'signedOut.default';
      expect(statesThatNeverReach(isLogin, isOfPersonOrTime)).toEqual([]);
      expect(statesThatNeverReach(isLogin, () => false).length).toBeGreaterThan(0);
    });

    test('leaves the state of a call after its time-out at the latest [R11.15]', () => {
      const calling = reached.filter(({ pending }) => pending.length > 0);
      expect(calling.length).toBeGreaterThan(100);
      expect(calling.filter((state) => afterTime(state)?.path === state.path)).toEqual([]);
    });

    test('continues when any call is rejected, and reports the error [R15.7]', () => {
      const rejected = steps.filter(({ event }) => stepKind(event.type) === 'error');
      const calls = new Set(rejected.map(({ event }) => invokeIdOf(event.type)));
      expect([...calls].sort()).toEqual([...INVOKE_IDS].sort());
      const ended = rejected.filter(
        ({ nextState: { snapshot, effects } }) =>
          snapshot.status !== 'active' || effects.emitted[0]?.type !== 'callRejected',
      );
      expect(ended.map(({ event, state }) => `${stepName(event)} in ${state.path}`)).toEqual([]);
    });

    test('ends a session by time alone, while no call ends [R11.19]', () => {
      const isMember = (state: AuthSimulationState | null) => state?.snapshot.matches('signedIn');
      // By a clock that is ahead, a session may be over already, and stays.
      const isAhead = ({ snapshot: { context } }: AuthSimulationState) =>
        (context.session?.expiresAt ?? 0) <= context.refresh.confirmedAt;
      const found = reached.filter((state) => isMember(state) && !isAhead(state));
      const members = new Map(found.map((state) => [state.path, state]));
      expect(members.size).toBeGreaterThan(4);
      for (const state of members.values()) {
        let at: AuthSimulationState | null = state;
        for (let count = 0; count < MANY_DELAYS && at && isMember(at); count += 1)
          at = afterTime(at);
        expect(at?.path, state.path).toBe('signedOut.default');
      }
    });

    test('returns to an equal screen after a reload, except where it is listed [R8.16, R11.14, R13.2]', () => {
      const clockAt = (time: number) => ({ now: () => time });
      const page = createPureMachine(stubbedAuthMachine, authInput(NEW_TAB, clockAt(0)));
      const unlisted = new Set<string>();
      const used = new Map<ReloadException, Set<Screen>>();
      for (const { snapshot, now, path } of reached) {
        const input = authInput(inputAfterReload(snapshot, now), clockAt(now));
        const { snapshot: reloaded } = page.start(input);
        const { screen } = authView(reloaded);
        if (screen === authView(snapshot).screen) {
          const { sent, lastShownEmail } = snapshot.context;
          expect(reloaded.context, path).toMatchObject({ sent, lastShownEmail });
          continue;
        }
        const exception = exceptionOf(snapshot);
        if (exception === undefined) unlisted.add(`${path} -> ${statePath(reloaded.value)}`);
        else used.set(exception, (used.get(exception) ?? new Set()).add(screen));
      }
      expect([...unlisted]).toEqual([]);
      const found = RELOAD_EXCEPTIONS.map((each) => ({
        ...each,
        to: [...(used.get(each) ?? [])].sort(),
      }));
      expect(found).toEqual(RELOAD_EXCEPTIONS);
    });
  },
);

describe.runIf(isExplored)('a real actor on a simulated clock', () => {
  const testMachine = createTestMachine();

  test('does on walks through every transition what the model does [R21.1]', async () => {
    const taken = new Set<string>();
    for (const walk of findWalks()) {
      const run = await performWalk(walk, testMachine);
      for (const each of run.taken) taken.add(transitionId(each));
    }
    const { transitions } = machineGraph(stubbedAuthMachine);
    expect(transitions.flatMap(({ id }) => (taken.has(id) ? [] : id))).toEqual([]);
  });
});

// A word can be told; a sentence can name a person.
test.each([
  [
    { name: 'TypeError', code: 'no_page' },
    { name: 'TypeError', code: 'no_page' },
  ],
  [
    { name: 'no page of a@b.test', code: 'a@b.test' },
    { name: 'Error', code: null },
  ],
])('a page goes on without its session monitor, and reports of %j %j [R15.7]', (words, told) => {
  const broken = fromCallback<AuthEvent>(() => {
    throw Object.assign(new Error('no page of a@b.test'), words);
  });
  const machine = stubbedAuthMachine.provide({ actors: { sessionMonitor: broken } });
  const input = authInput(signedInTab(SESSION), { now: () => 0 });
  const actor = createActor(machine, { input });
  const reported: unknown[] = [];
  actor.on('callRejected', (event) => reported.push(event));
  actor.start();
  expect(actor.getSnapshot().matches('signedIn')).toBe(true);
  actor.send({ type: 'signOut' });
  expect(statePath(actor.getSnapshot().value)).toBe('signingOut');
  expect(reported).toEqual([{ type: 'callRejected', call: 'sessionMonitor', ...told }]);
});

test.runIf(isExplored)(
  'random walks are as the specification says, whatever came before [R21.3]',
  {
    timeout: 600_000,
  },
  () => {
    const steps = 300;
    const starts = findWalks().flatMap((walk) => walk.states.at(-1) ?? []);
    const choices = fc.array(fc.nat(0xffff), { minLength: steps, maxLength: steps });
    // Walks with histories that the exploration treats as equal.
    const randomWalks = fc.property(fc.constantFrom(...starts), choices, (start, numbers) => {
      const found: string[] = [];
      const judged = judgedStepper(authStepper, (verdict) => found.push(...verdict.problems));
      let state: AuthSimulationState = start;
      for (const number of numbers) {
        const possible = judged.steps(state);
        const step = possible[number % possible.length];
        if (step === undefined) return;
        state = judged.step(state, step);
        found.push(...leakedSecrets(state.snapshot, state.effects.emitted));
        expect(found).toEqual([]);
      }
    });
    // A shorter walk takes minutes to find.
    fc.assert(randomWalks, { numRuns: isNightly ? 1_000 : 10, endOnFailure: true });
  },
);

describe('the tables of the specification', () => {
  test('use only words that exist, and use each of them', () => {
    const keys = (...tables: readonly object[]) => tables.flatMap(Object.keys).sort();
    const used = (words: readonly string[]) => [...new Set(words)].sort();
    const timed = rows.flatMap(({ on }) => on).filter((each) => each.startsWith('after '));
    const all = [...states.values()];
    expect(used(rows.flatMap((row) => row.if))).toEqual(keys(conditions));
    expect(used(rows.flatMap((row) => row.does))).toEqual(
      used([...OF_STEPS, ...keys(changes, appEffects, emitted)]),
    );
    expect(used(rows.flatMap(({ says }) => (says === '' || isPlain(says) ? [] : says)))).toEqual(
      keys(notices),
    );
    expect(used(timed.map((each) => each.slice('after '.length)))).toEqual(keys(delays));
    expect(used(all.flatMap(({ input }) => input))).toEqual(keys(inputs));
  });

  test('name a requirement in each row', () => {
    const bare = rows.filter(
      (row) => row.for.length === 0 || row.for.some((id) => !/^R\d+\.\d+$/.test(id)),
    );
    expect(bare.map(({ at }) => at)).toEqual([]);
  });
});
