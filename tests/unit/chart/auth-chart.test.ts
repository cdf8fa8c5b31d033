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
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import type { ChartData } from '#statechart/chart.types.ts';
import { sourcesOf } from '#statechart/explore/codes.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import type { StepSequence } from '#statechart/explore/steps.ts';
import { eventTypesOf, redactEvent } from '#statechart/feed/redact-event.ts';
import { partsOf } from '#statechart/page/common/parts.ts';
import { computeChart } from '#statechart/plugin/chart-data.ts';
import { drawingProblems } from '#statechart/tests/drawing-problems.ts';
import { findSequence, type ObservedStep } from '#statechart/walks/find-sequence.ts';
import { testSourceOf } from '#statechart/walks/test-source.ts';

const graph = machineGraph(stubbedAuthMachine);
const stepper = createAuthStepper();

const SEQUENCE: StepSequence = chart.mainWalks?.[1] ?? { input: '', steps: [] };

describe('the drawing', () => {
  let data: ChartData;
  beforeAll(async () => {
    data = await computeChart(chart);
  }, 120_000);

  test('has a box for every state, and nothing overlaps', () => {
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
  const codes = sourcesOf(stubbedAuthMachine);
  const named = [...partsOf(graph).keys()].filter((part) => /^(?:guard|delay|action) /.test(part));
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((part) => !codes[part])).toEqual([]);
  expect(codes['guard willExchange']).toMatch(/=>|function/);
});

describe('the feed', () => {
  const types = eventTypesOf(stubbedAuthMachine);
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

  test.each(events)('has no value of $type, but the kind of a result', (event) => {
    const text = JSON.stringify(redacted(event));
    if ('output' in event) expect(text).toContain(Object(event.output).kind ?? '');
    expect(canaries.filter((canary) => text.includes(canary.trim()))).toEqual([]);
    expect(text).toContain(event.type);
  });
});

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

test('a report of a random walk has a consistent history, from nothing but its events and states [R18.8]', () => {
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

test('a copied test passes where it is pasted, and fails when the machine reaches another state', {
  timeout: 120_000,
}, async () => {
  const { exitCode } = process;
  const { states } = stepper.replay(SEQUENCE.input, SEQUENCE.steps);
  const text = testSourceOf(chart.testTemplate ?? '', SEQUENCE, states);
  const wrong = text.replaceAll('"signedOut.exchanging"', '"signedOut.creating"');
  const paths = ['pasted', 'pasted-wrong'].map((name) => `tests/model/machine/${name}.test.ts`);
  const [right = '', broken = ''] = paths;
  writeFileSync(right, text);
  writeFileSync(broken, wrong);
  try {
    const vitest = await startVitest('test', paths, {
      config: 'tests/vitest.config.ts',
      watch: false,
      reporters: [{}],
    });
    const files = vitest.state.getFiles();
    await vitest.close();
    const stateOf = (path: string) =>
      files.find(({ filepath }) => filepath.endsWith(path))?.result?.state;
    expect(paths.map(stateOf)).toEqual(['pass', 'fail']);
  } finally {
    for (const path of paths) rmSync(path);
    process.exitCode = exitCode;
  }
});
