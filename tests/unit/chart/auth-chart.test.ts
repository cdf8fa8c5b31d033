import { rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { startVitest } from 'vitest/node';
import type { AnyEventObject } from 'xstate';
import { chart } from '#chart/chart.config.ts';
import { feedConfig } from '#chart/feed.config.ts';
import { type AuthSimulationState, createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { ACME, EMAIL, SESSION, TYPED_IN_STEP_UP } from '#machines/auth-cases/fixtures.ts';
import { eventCases, resultCases } from '#machines/auth-cases/payload-cases.ts';
import * as secondFactor from '#machines/auth-cases/second-factor-cases.ts';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import type { ChartData } from '#statechart/chart.types.ts';
import { sourcesOf } from '#statechart/explore/codes.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import type { StepSequence } from '#statechart/explore/steps.ts';
import { eventTypesOf, redactEvent } from '#statechart/feed/redact-event.ts';
import { partsOf } from '#statechart/page/common/parts.ts';
import { computeChart } from '#statechart/plugin/chart-data.ts';
import { drawingProblems } from '#statechart/tests/drawing-problems.ts';
import { decodeSequence, encodeSequence } from '#statechart/walks/encode-sequence.ts';
import { findSequence, type ObservedStep } from '#statechart/walks/find-sequence.ts';
import { parseReport } from '#statechart/walks/report.ts';
import { testSourceOf } from '#statechart/walks/test-source.ts';

const graph = machineGraph(unprovidedAuthMachine);
const stepper = createAuthStepper();
const { fingerprint } = graph;

const SEQUENCE: StepSequence = chart.mainWalks?.[1] ?? { input: '', steps: [] };

describe('the drawing', () => {
  let data: ChartData;
  beforeAll(async () => {
    data = await computeChart(chart, stepper);
  }, 120_000);

  test('has a box for every state, and nothing lies on something else', () => {
    const { map, details } = data.layouts;
    expect(graph.states.filter(({ id }) => !(id in details.boxes))).toEqual([]);
    expect(drawingProblems(graph, map)).toEqual([]);
    expect(drawingProblems(graph, details)).toEqual([]);
    expect(map.notes.signedIn).toContain('← 7 more states'); // One is the second factor.
  });

  test('the map says what the main path is caused by, with its guards, also inside closed states', () => {
    const map = data.layouts.map;
    const onMain = map.edges.filter(({ transitions }) =>
      transitions.some((id) => data.main.includes(id)),
    );
    const labels = onMain.flatMap(({ label }) => (label?.box ? label.text : []));
    expect(labels).toEqual(
      expect.arrayContaining([
        'google.start',
        'exchange done [resultIs(primary_required)]',
        'signOut',
      ]),
    );
    expect(new Set(labels).size).toBe(labels.length);
    expect(map.edges.map(({ label }) => label?.text)).toContain('any call done');
    // The second factor makes the map so large that step-up is closed.
    expect(map.notes['signedOut.stepUp']?.join()).toMatch('9 states,code.send,code.verify'); // secondFactor
  });
});

test('every guard, delay and action of the machine is shown with its code', () => {
  const codes = sourcesOf(unprovidedAuthMachine);
  const named = [...partsOf(graph).keys()].filter((part) => /^(?:guard|delay|action) /.test(part));
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((part) => !codes[part])).toEqual([]);
  expect(codes['guard willExchange']).toMatch(/=>|function/);
});

describe('the feed', () => {
  const types = eventTypesOf(unprovidedAuthMachine);
  const redacted = (event: AnyEventObject) => redactEvent(event, feedConfig.redaction, types);
  const secrets = Object.values({
    ...TYPED_IN_STEP_UP,
    ...secondFactor.TYPED_IN_SECOND_FACTOR,
    ...secondFactor.ENROLMENT_SECRETS,
  }).flat();
  const canaries = [
    ...secrets,
    EMAIL,
    ACME.name,
    ACME.id,
    SESSION.sessionId,
    SESSION.memberId,
    SESSION.memberName.firstName,
    SESSION.memberName.lastName,
    'New Team',
    'The provider said no',
  ];
  const events = [
    ...Object.values(eventCases).flatMap((list) => list.map(({ value }) => value)),
    ...Object.entries(resultCases).flatMap(([id, list]) =>
      list.map(({ value }) => ({ type: `xstate.done.actor.${id}`, actorId: id, output: value })),
    ),
    {
      type: 'xstate.error.actor.exchange',
      error: new Error(`${EMAIL} ${TYPED_IN_STEP_UP.emailCode}`),
    },
  ];

  test.each(events)('has no value of $type', (event) => {
    const text = JSON.stringify(redacted(event));
    expect(canaries.filter((canary) => text.includes(canary.trim()))).toEqual([]);
    expect(text).toContain(event.type);
  });

  test('has the kind of each listed field and result, and drops everything else', () => {
    expect(redacted({ type: 'code.verify', code: '314159' })).toEqual({
      event: 'code.verify',
      payload: [['code', 'text']],
    });
    const failed = {
      type: 'xstate.done.actor.exchange',
      output: { kind: 'failed', message: EMAIL },
    };
    expect(redacted(failed).payload).toEqual([['output', 'failed']]);
    expect(redacted({ type: EMAIL, [EMAIL]: 'x', output: { kind: EMAIL } })).toEqual({
      event: '(unknown)',
      payload: [['output', 'record']],
    });
  });
});

test('a link has the sequence that was encoded, and another text has none', () => {
  const linked = { ...SEQUENCE, machine: fingerprint };
  expect(decodeSequence(encodeSequence(linked))).toEqual(linked);
  const texts = ['', 'rubbish', '{}', 'null', '{"m":"x","i":"y","s":[[1,"z"]]}'];
  expect(texts.map(decodeSequence)).toEqual(texts.map(() => null));
});

describe('a report', () => {
  /** The states of a walk: the first choice decides its start input, each other one a step. */
  function walkOf([first = 0, ...choices]: readonly number[]): AuthSimulationState[] {
    const pick = <Item>(items: readonly Item[], choice: number) => items[choice % items.length];
    const states = [stepper.start(pick(stepper.cases.inputs, first)?.name ?? '')];
    for (const choice of choices) {
      const state = states.at(-1);
      const step = state && pick(stepper.steps(state), choice);
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

  test('of a random walk has a consistent history, from nothing but its events and states', () => {
    const choices = fc.array(fc.nat(), { minLength: 13, maxLength: 13 });
    const isFound = (chosen: readonly number[]) => {
      const history = observed(walkOf(chosen));
      const found = findSequence(stepper, history);
      const { states } = found ? stepper.replay(found.input, found.steps) : { states: [] };
      const paths = states.map(({ path }) => path).join('\n');
      return history.every(({ to }) => paths.includes(to));
    };
    fc.assert(fc.property(choices, isFound), { numRuns: 10, seed: 20 });
  }, 60_000);

  const other = 'signedOut.stepUp.magicLink.idle';
  const rejected = {
    from: `signedOut.stepUp.otp.verifying ${other}`,
    event: 'xstate.done.actor.verifyCode',
    to: `signedOut.stepUp.otp.awaitingCode ${other}`,
  };

  test('of one step in the middle starts with the shortest walk to it', () => {
    const report = parseReport(JSON.stringify(rejected));
    const sequence = report && findSequence(stepper, report.steps);
    const states = sequence && stepper.replay(sequence.input, sequence.steps).states;
    expect(states?.at(-1)?.path).toBe(rejected.to);
  }, 60_000);

  test('of two pages whose steps arrive mixed has those of the page with the most steps, since its last start [R18.8]', () => {
    const properties = (from: string, to: string, $window_id: string) => ({
      from,
      event: 'google.start',
      to,
      $window_id,
    });
    const events = [
      properties('', 'z', 'one'),
      properties('', 'a', 'one'),
      properties('a', 'b', 'one'),
      properties('x', 'y', 'two'),
      properties('b', 'c', 'one'),
      properties('y', 'z', 'two'),
      properties('c', 'd', 'one'),
    ].map((each) => ({ event: 'auth transition', properties: each }));
    const visited = parseReport(JSON.stringify({ batch: events }))?.steps.map(({ to }) => to);
    expect(visited).toEqual(['a', 'b', 'c', 'd']);
  });

  const step = { event: 'google.start', from: 'signedOut.default', to: 'signedOut.starting' };
  const text = (changes: object) => JSON.stringify({ ...step, ...changes });
  test.each([
    ['has no text', '', 'no steps'],
    ['is no JSON', '<b>signedOut.default</b>', 'no steps'],
    ['has no step', '[]', 'no steps'],
    ['has a step without its states', '{"event":"google.start"}', 'no steps'],
    ['has values of other types', text({ from: 1 }), 'no steps'],
    ['is nested too deeply', '['.repeat(100_000), 'no steps'],
    [
      'leads where its event does not',
      text({ ...rejected, to: 'signedIn.menu.reading' }),
      'no walk',
    ],
    ['has states of no machine', text({ from: '<script>', to: 'x' }), 'no walk'],
    ['has an event of no machine', text({ event: 'nonsense' }), 'no walk'],
    ['has an event that every object has', text({ event: 'toString' }), 'no walk'],
    ['has an answer of no actor', text({ event: 'xstate.done.actor.x' }), 'no walk'],
    ['sets a prototype', `{"__proto__":{"polluted":1},"steps":[${text({})}]}`, 'a walk'],
    ['is text within text', JSON.stringify({ body: `[${text({})}]` }), 'a walk'],
  ])('that %s', (_, pasted, expected) => {
    const report = parseReport(pasted);
    const sequence = report && findSequence(stepper, report.steps);
    expect(report === null ? 'no steps' : sequence ? 'a walk' : 'no walk').toBe(expected);
    expect('polluted' in {}).toBe(false);
  });
});

/** Runs a copied test in the folder for which it is made. */
async function pasted(name: string, text: string) {
  const path = `tests/model/machine/${name}.test.ts`;
  writeFileSync(path, text);
  try {
    const vitest = await startVitest('test', [path], {
      config: 'tests/vitest.config.ts',
      watch: false,
      reporters: [{}],
    });
    const [file] = vitest.state.getFiles();
    await vitest.close();
    return file?.result?.state;
  } finally {
    rmSync(path);
  }
}

test('a copied test passes where it is pasted, and fails when the machine reaches another state', {
  timeout: 120_000,
}, async () => {
  const { exitCode } = process;
  const { states } = stepper.replay(SEQUENCE.input, SEQUENCE.steps);
  const text = testSourceOf(chart.testTemplate ?? '', SEQUENCE, states);
  const wrong = text.replaceAll('"signedOut.exchanging"', '"signedOut.creating"');
  expect(await pasted('pasted', text)).toBe('pass');
  expect(await pasted('pasted-wrong', wrong)).toBe('fail');
  process.exitCode = exitCode;
});
