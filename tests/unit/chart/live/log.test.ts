import { expect, test } from 'vitest';
import type { FeedEntry } from '#chart/feed/feed.types.ts';
import { redactEvent } from '#chart/feed/redact-event.ts';
import { feedConfig } from '#chart/feed.config.ts';
import { filteredSteps, logJson, logSteps } from '#chart/page/live/log.ts';
import { sequenceOfLog } from '#chart/page/live/sequence-of-log.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { eventOf, type ModelStep, type StepSequence } from '#statechart/explore/steps.ts';

const graph = machineGraph(authMachine);
const stepper = createAuthStepper();

const step = (type: string, name: string): ModelStep => ({ type, case: name });

const SIGN_IN: StepSequence = {
  input: 'back from Google',
  steps: [
    step('xstate.done.actor.redeem', 'listed'),
    step('organization.choose', 'listed'),
    step('xstate.done.actor.exchange', 'verify e-mail'),
    step('code.send', 'pressed'),
    step('xstate.done.actor.sendCode', 'sent'),
    step('code.verify', 'six digits'),
    step('xstate.done.actor.verifyCode', 'failed'),
  ],
};

/** What the feed would log of a sequence. */
function logOf({ input, steps }: StepSequence): FeedEntry[] {
  const states = stepper.replay(input, steps);
  return states.map((state, index): FeedEntry => {
    const taken = steps[index - 1];
    const event =
      taken === undefined ? { type: 'xstate.init' } : eventOf(stepper.cases, taken, state.now);
    return {
      seq: index,
      at: state.now,
      ...redactEvent(event, feedConfig.redaction),
      before: states[index - 1]?.path ?? '',
      after: state.path,
      taken: [...state.taken],
    };
  });
}

const log = logOf(SIGN_IN);
const steps = logSteps(graph, log);

test('a step has the time since the step before, its guards, its actions and only the regions that changed', () => {
  const [start, , chosen, , sending] = steps;
  expect(start?.since).toBeNull();
  expect(chosen?.since).toBeGreaterThan(0);
  expect(chosen?.guards).toContainEqual({ guard: 'willExchange', passed: true });
  expect(chosen?.actions).toContain('choose');
  expect(sending?.left).toEqual(['signedOut.stepUp.otp.idle']);
  expect(sending?.entered).toEqual(['signedOut.stepUp.otp.sending']);
});

test('a filter finds the steps that contain every word, take a transition and are not cleared', () => {
  const find = (query: string, onlyTaken = false, from = 0) =>
    filteredSteps(steps, { query, onlyTaken, from }).map(({ entry }) => entry.seq);
  expect(find('CODE.verify')).toEqual([6]);
  expect(find('stepUp code.send')).toEqual([4]);
  expect(find('nothing like it')).toEqual([]);
  expect(find('', false, 6)).toEqual([6, 7]);
  const ignored = { ...log[7], seq: 8, before: log[7]?.after ?? '', taken: [] } as FeedEntry;
  const all = logSteps(graph, [...log, ignored]);
  expect(filteredSteps(all, { query: '', onlyTaken: true, from: 7 })).toHaveLength(1);
});

test('exports the listed steps as JSON', () => {
  const tab = { fingerprint: graph.fingerprint } as Parameters<typeof logJson>[0];
  const exported = JSON.parse(logJson(tab, steps.slice(2, 3)));
  expect(exported.machine).toBe(graph.fingerprint);
  expect(exported.steps).toMatchObject([
    { seq: 2, event: 'organization.choose', payload: [['organization', 'record']] },
  ]);
});

test('continues a log in the simulation: the same steps take the same transitions', () => {
  for (const length of [1, 3, log.length]) {
    const found = sequenceOfLog(stepper, { shortestPaths: {} }, log.slice(0, length));
    if (found === null) throw new Error('No sequence was found.');
    const states = stepper.replay(found.input, found.steps);
    expect(states.map(({ path }) => path)).toEqual(log.slice(0, length).map(({ after }) => after));
    expect(states.at(-1)?.taken).toEqual(log[length - 1]?.taken);
  }
});

test('continues only the last page of a log, and a log without its start from the shortest path', () => {
  const afterReload = [...log, ...logOf({ input: 'reload in step-up', steps: [] })];
  expect(sequenceOfLog(stepper, { shortestPaths: {} }, afterReload)?.steps).toEqual([]);
  const shortestPaths = {
    'signedOut.selecting.browsing': { input: SIGN_IN.input, steps: SIGN_IN.steps.slice(0, 1) },
  };
  const found = sequenceOfLog(stepper, { shortestPaths }, log.slice(2, 4));
  expect(found?.steps).toEqual(SIGN_IN.steps.slice(0, 3));
});

test('finds no sequence for steps that no payload case takes', () => {
  const [start] = log;
  const impossible = { ...log[1], event: 'codes.saved' } as FeedEntry;
  expect(
    sequenceOfLog(stepper, { shortestPaths: {} }, [start as FeedEntry, impossible]),
  ).toBeNull();
});
