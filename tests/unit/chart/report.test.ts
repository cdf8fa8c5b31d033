import { expect, test } from 'vitest';
import { packPaths, unpackPaths } from '#chart/model/packed-paths.ts';
import { assumptionsOf, parseReport, sequenceOfReport } from '#chart/model/report.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { findSequence, type ObservedStep } from '#statechart/explore/find-sequence.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import {
  keyWithTimers,
  shortestPaths,
  shortestSequences,
} from '#statechart/explore/shortest-paths.ts';

const graph = machineGraph(authMachine);
const stepper = createAuthStepper();
const WALKS = 40;
const LENGTH = 12;

/** Numbers in [0, 1) that a seed determines. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The states of a walk that random choices decide. */
function randomWalk(random: () => number): AuthSimulationState[] {
  const { inputs } = stepper.cases;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const states = [stepper.start(pick(inputs)?.name ?? '')];
  for (let index = 0; index < LENGTH; index += 1) {
    const state = states.at(-1);
    const step = state && pick(stepper.steps(state));
    if (state === undefined || step === undefined) break;
    states.push(stepper.step(state, step));
  }
  return states;
}

/** What an error report contains of a walk. A pause (`model.…`) is no step of the machine. */
function observed(states: readonly AuthSimulationState[]): ObservedStep[] {
  return states.flatMap(({ path, lastStep }, index) => {
    const event = lastStep?.type ?? 'xstate.init';
    const from = states[index - 1]?.path ?? '';
    return event.startsWith('model.') ? [] : [{ event, from, to: path }];
  });
}

test('finds a consistent history for random walks from nothing but their events and states', () => {
  const random = randomFrom(20);
  const lost = Array.from({ length: WALKS }, () => observed(randomWalk(random))).filter(
    (history) => {
      const found = findSequence(stepper, history);
      if (found === null) return true;
      const states = stepper.replay(found.input, found.steps);
      const paths = states.map(({ path }) => path).join('\n');
      return !history.every(({ to }) => paths.includes(to));
    },
  );
  expect(lost).toEqual([]);
}, 60_000);

const STEPS = [
  { from: 'restoring', event: 'xstate.init', to: 'signedOut.redeeming' },
  {
    from: 'signedOut.redeeming',
    event: 'xstate.done.actor.redeem',
    to: 'signedOut.selecting.browsing',
  },
] as const;

test('reads an error report, analytics, a saved log and a list of steps, from the last start on [R18.8]', () => {
  const read = [{ ...STEPS[0], from: '' }, STEPS[1]];
  const breadcrumbs = STEPS.map(({ from, event, to }) => ({
    category: 'auth',
    message: to,
    data: { from, event },
    timestamp: 1,
  }));
  const log = STEPS.map(({ from, event, to }) => ({ seq: 1, event, before: from, after: to }));
  const report = { release: '1', tags: { route: '/', machine: 'abc' }, breadcrumbs };
  expect(parseReport(JSON.stringify(report))).toEqual({ machine: 'abc', steps: read });
  const envelope = [{ event_id: '1' }, { type: 'event' }, report].map((line) =>
    JSON.stringify(line),
  );
  expect(parseReport(envelope.join('\n'))).toEqual({ machine: 'abc', steps: read });
  const batch = STEPS.map((properties) => ({
    event: 'auth transition',
    properties: { ...properties, milliseconds: 1, machine: 'abc' },
  }));
  expect(parseReport(JSON.stringify({ batch }))).toEqual({ machine: 'abc', steps: read });
  expect(parseReport(JSON.stringify({ machine: 'abc', steps: log }))).toEqual({
    machine: 'abc',
    steps: read,
  });
  expect(parseReport(JSON.stringify([...STEPS, ...STEPS]))?.steps).toEqual(read);
  for (const text of ['', '{', '[]', '{"steps":[{"event":"a"}]}', 'null']) {
    expect(parseReport(text)).toBeNull();
  }
});

test("reads a dump of the emulator's collector: of several error reports the last one, else the analytics [R18.8]", () => {
  const read = [{ ...STEPS[0], from: '' }, STEPS[1]];
  const request = (path: string, body: string) => ({
    ...{ id: path, at: '2026-01-01T00:00:00.000Z', method: 'POST', query: '' },
    ...{ path: `/_emulator/telemetry/${path}`, headers: { origin: 'http://localhost' }, body },
  });
  const analytics = STEPS.map((step) =>
    request(
      'posthog/e/',
      JSON.stringify({ event: 'auth transition', properties: { ...step, machine: 'abc' } }),
    ),
  );
  const pageview = request('posthog/e/', JSON.stringify({ event: '$pageview', properties: {} }));
  const dump = (...requests: object[]) => JSON.stringify(requests, null, 2);
  expect(parseReport(dump(pageview, ...analytics))).toEqual({ machine: 'abc', steps: read });
  const envelope = (steps: readonly (typeof STEPS)[number][]) => {
    const breadcrumbs = steps.map(({ from, event, to }) => ({
      ...{ category: 'auth', message: to, data: { from, event } },
    }));
    const lines = [{ event_id: '1' }, { type: 'event' }, { tags: { machine: 'def' }, breadcrumbs }];
    return request('1/envelope/', lines.map((line) => JSON.stringify(line)).join('\n'));
  };
  const all = dump(...analytics, envelope([STEPS[0]]), envelope([]), envelope(STEPS), ...analytics);
  expect(parseReport(all)).toEqual({ machine: 'def', steps: read });
  // Its state contains the same requests.
  expect(parseReport(JSON.stringify({ version: 1, telemetry: JSON.parse(all) }))?.steps).toEqual(
    read,
  );
  expect(parseReport(dump(pageview, envelope([])))).toBeNull();
});

test('of the analytics of several pages, those of the page with the most steps are read [R18.8]', () => {
  const other = { from: 'restoring', event: 'xstate.init', to: 'signedOut.default.idle' };
  const found = { from: other.to, event: 'session.found', to: 'signedIn.authenticated' };
  const written = [
    { ...other, $window_id: 'chart' },
    { ...STEPS[0], $window_id: 'app' },
    { ...found, $window_id: 'chart' },
    { ...STEPS[1], $window_id: 'app' },
    { from: STEPS[1].to, event: 'back', to: other.to, $window_id: 'app' },
  ];
  const batch = written.map((properties) => ({ event: 'auth transition', properties }));
  const events = parseReport(JSON.stringify({ batch }))?.steps.map(({ event }) => event);
  expect(events).toEqual(['xstate.init', 'xstate.done.actor.redeem', 'back']);
});

test('a report becomes a sequence, also when it does not contain the start', () => {
  const report = parseReport(JSON.stringify(STEPS));
  if (report === null) throw new Error('The report was not read.');
  const sequence = sequenceOfReport(stepper, {}, report);
  expect(sequence?.input).toContain('back from Google');
  const { paths } = shortestPaths(stepper, { inputs: ['back from Google'] });
  const shortest = shortestSequences(paths.slice(0, 300));
  expect(unpackPaths(graph, packPaths(graph, shortest))).toEqual(shortest);
  const later = { ...report, steps: report.steps.slice(1) };
  expect(sequenceOfReport(stepper, shortest, later)?.steps).toHaveLength(1);
  expect(sequenceOfReport(stepper, {}, later)).toBeNull();
});

test('a report of one step is found also inside parallel regions, whose other one is elsewhere on the shortest path', () => {
  const { paths } = shortestPaths(stepper, { key: keyWithTimers });
  const shortest = shortestSequences(paths);
  const other = 'signedOut.stepUp.magicLink.idle';
  const rejected = {
    from: `signedOut.stepUp.otp.verifying ${other}`,
    event: 'xstate.done.actor.verifyCode',
    to: `signedOut.stepUp.otp.awaitingCode ${other}`,
  };
  const report = parseReport(JSON.stringify(rejected));
  const sequence = report && sequenceOfReport(stepper, shortest, report);
  if (report === null || sequence === null) throw new Error('No history was found.');
  expect(stepper.replay(sequence.input, sequence.steps).at(-1)?.path).toBe(rejected.to);
  expect(assumptionsOf(stepper, report, sequence).added).toBe(sequence.steps.length - 1);
}, 60_000);

test('a history tells what it adds to its report: steps before it, and results that could be others [R18.8]', () => {
  const report = parseReport(
    JSON.stringify({ from: STEPS[1].from, event: STEPS[1].event, to: STEPS[1].to }),
  );
  if (report === null) throw new Error('The report was not read.');
  const { paths } = shortestPaths(stepper, { inputs: ['back from Google'] });
  const shortest = shortestSequences(paths.slice(0, 300));
  const sequence = sequenceOfReport(stepper, shortest, report);
  if (sequence === null) throw new Error('No history was found.');
  const { added, chosen } = assumptionsOf(stepper, report, sequence);
  expect(added).toBe(sequence.steps.length - 1);
  expect(chosen).toEqual(sequence.steps.slice(-1));
  const whole = parseReport(JSON.stringify(STEPS));
  expect(whole && assumptionsOf(stepper, whole, sequence).added).toBe(0);
});
