import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startVitest } from 'vitest/node';
import { buildConfig } from '#chart/chart.config.ts';
import { readCoverage, selectCoverage } from '#chart/layout/chart-data.ts';
import { isForMachine } from '#chart/page/panels/coverage-panel.tsx';
import { decodeSequence, encodeSequence } from '#chart/page/simulate/encode-sequence.ts';
import { testSourceOf } from '#chart/page/simulate/test-source.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import type { StepSequence } from '#statechart/explore/steps.ts';

const graph = machineGraph(authMachine);
const stepper = createAuthStepper();
const { cases } = stepper;
const { fingerprint } = graph;
const [, KEPT = ''] = buildConfig.coverageReports;

const SEQUENCE: StepSequence = {
  input: 'back from Google',
  steps: [
    { type: 'xstate.done.actor.redeem', case: 'listed' },
    { type: 'organization.choose', case: 'listed', guardOverrides: { willExchange: false } },
    { type: 'xstate.after.BUSY_TIMEOUT.auth.signedOut.selecting.starting', case: 'elapsed' },
    { type: 'organization.choose', case: 'listed' },
    { type: 'xstate.done.actor.exchange', case: 'authenticated' },
    { type: 'model.sleep', case: 'a refresh interval' },
    { type: 'page.visible', case: 'again' },
  ],
};

test('decodes the sequence that was encoded', () => {
  const text = encodeSequence(SEQUENCE, fingerprint);
  expect(text).toMatch(/^[\w-]+$/);
  expect(decodeSequence(text, cases, fingerprint)).toEqual({ ...SEQUENCE, problem: null });
});

test.each(['', 'rubbish', '%%%', btoa('{}'), btoa('{"m":"x","i":"nowhere","s":[]}')])(
  'decodes the malformed link "%s" as the start, and reports it',
  (text) => {
    const opened = decodeSequence(text, cases, fingerprint);
    expect(opened).toEqual({ input: 'back from Google', steps: [], problem: 'broken' });
  },
);

test('decodes a link of another machine up to its first unknown step', () => {
  const unknown = { type: 'gone.event', case: 'x' };
  const text = encodeSequence(
    { ...SEQUENCE, steps: [...SEQUENCE.steps.slice(0, 1), unknown] },
    'another',
  );
  expect(decodeSequence(text, cases, fingerprint)).toEqual({
    input: SEQUENCE.input,
    steps: SEQUENCE.steps.slice(0, 1),
    problem: 'other_machine',
  });
});

test('tells missing coverage, malformed coverage and coverage of another machine apart', () => {
  const folder = 'test-results/chart-coverage';
  mkdirSync(folder, { recursive: true });
  const write = (text: string) => {
    writeFileSync(`${folder}/model.json`, text);
    return readCoverage(`${folder}/model.json`);
  };
  const report = { machine: fingerprint, paths: 1, steps: 2, transitions: [{ id: 'a', hits: 3 }] };
  expect(readCoverage(`${folder}/nothing.json`)).toBeNull();
  expect(write('{"half":')).toBeNull();
  expect(write('{"machine":1}')).toBeNull();
  expect(isForMachine(write(JSON.stringify(report)), graph)).toBe(true);
  expect(isForMachine(write(JSON.stringify({ ...report, machine: 'another' })), graph)).toBe(false);
  const path = `${folder}/model.json`;
  // A report of this machine is preferred; without one, the page can still tell why it shows none.
  expect(selectCoverage([path, KEPT], fingerprint)).toEqual(readCoverage(KEPT));
  expect(isForMachine(selectCoverage([path], fingerprint), graph)).toBe(false);
  expect(selectCoverage([path], fingerprint)).not.toBeNull();
  rmSync(folder, { recursive: true });
});

test('the coverage report in the repository belongs to this machine', () => {
  const kept = readCoverage(KEPT);
  expect(
    isForMachine(kept, graph),
    'The machine has changed: "npx vitest run --config tests/vitest.config.ts tests/model/machine -u".',
  ).toBe(true);
  expect(Object.keys(kept?.hits ?? {})).toEqual(graph.transitions.map(({ id }) => id));
  const untested = graph.transitions.filter(({ id }) => (kept?.takenBy[id] ?? []).length === 0);
  expect(untested.map(({ id }) => id)).toEqual([]);
});

/** Runs a copied test in the folder for which it is made. */
async function runPasted(name: string, text: string): Promise<string> {
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
    return file?.result?.state ?? 'not run';
  } finally {
    rmSync(path);
  }
}

test('a copied test passes where it is pasted, and fails when the machine reaches another state', {
  timeout: 120_000,
}, async () => {
  const { exitCode } = process;
  const states = stepper.replay(SEQUENCE.input, SEQUENCE.steps);
  const text = testSourceOf(buildConfig.testTemplate, SEQUENCE, states);
  const plain = { ...SEQUENCE, steps: SEQUENCE.steps.slice(0, 1) };
  const wrong = text.replaceAll("'signedOut.exchanging'", "'signedOut.creating'");
  expect(text).not.toBe(wrong);
  const plainText = testSourceOf(buildConfig.testTemplate, plain, states.slice(0, 2));
  expect(await runPasted('pasted-overrides', text)).toBe('pass');
  expect(await runPasted('pasted-plain', plainText)).toBe('pass');
  expect(await runPasted('pasted-wrong', wrong)).toBe('fail');
  process.exitCode = exitCode;
});
