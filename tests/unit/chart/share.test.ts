import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startVitest } from 'vitest/node';
import { coverageOf, readCoverage } from '#chart/layout/chart-data.ts';
import { isForMachine } from '#chart/page/panels/coverage-panel.tsx';
import { decodeSequence, encodeSequence } from '#chart/page/simulate/share.ts';
import { testText } from '#chart/page/simulate/test-template.ts';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { createAuthStepper } from '#machines/explore/auth-stepper.ts';
import { chartGraph } from '#machines/explore/machine-graph.ts';
import type { StepSequence } from '#machines/explore/steps.ts';

const graph = chartGraph(authMachine);
const stepper = createAuthStepper();
const { cases } = stepper;
const { fingerprint } = graph;
const KEPT = 'tests/model/machine/data/transition-coverage.json';

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

test('a shared sequence comes back as it was', () => {
  const text = encodeSequence(SEQUENCE, fingerprint);
  expect(text).toMatch(/^[\w-]+$/);
  expect(decodeSequence(text, cases, fingerprint)).toEqual({ ...SEQUENCE, problem: null });
});

test.each(['', 'rubbish', '%%%', btoa('{}'), btoa('{"m":"x","i":"nowhere","s":[]}')])(
  'a broken link "%s" is the start, and says so',
  (text) => {
    const opened = decodeSequence(text, cases, fingerprint);
    expect(opened).toEqual({ input: 'back from Google', steps: [], problem: 'broken' });
  },
);

test('a link of another machine goes as far as it can', () => {
  const strange = { type: 'gone.event', case: 'x' };
  const text = encodeSequence(
    { ...SEQUENCE, steps: [...SEQUENCE.steps.slice(0, 1), strange] },
    'another',
  );
  expect(decodeSequence(text, cases, fingerprint)).toEqual({
    input: SEQUENCE.input,
    steps: SEQUENCE.steps.slice(0, 1),
    problem: 'other_machine',
  });
});

test('coverage of another machine, broken or missing, is told apart', () => {
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
  // What is of this machine is shown before what is not; what is not is still told from nothing.
  expect(coverageOf([path, KEPT], fingerprint)).toEqual(readCoverage(KEPT));
  expect(isForMachine(coverageOf([path], fingerprint), graph)).toBe(false);
  expect(coverageOf([path], fingerprint)).not.toBeNull();
  rmSync(folder, { recursive: true });
});

test('the coverage that is kept in the repository is of this very machine', () => {
  const kept = readCoverage(KEPT);
  expect(
    isForMachine(kept, graph),
    'The machine has changed: "npx vitest run --config tests/vitest.config.ts tests/model/machine -u".',
  ).toBe(true);
  expect(Object.keys(kept?.hits ?? {})).toEqual(graph.transitions.map(({ id }) => id));
});

/** Runs a test file by itself, in the folder it is to be pasted into. */
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

test('a copied test passes where it is pasted, and fails when the machine goes elsewhere', {
  timeout: 120_000,
}, async () => {
  const { exitCode } = process;
  const states = stepper.replay(SEQUENCE.input, SEQUENCE.steps);
  const text = testText(SEQUENCE, states);
  const plain = { ...SEQUENCE, steps: SEQUENCE.steps.slice(0, 1) };
  const wrong = text.replaceAll("'signedOut.exchanging'", "'signedOut.creating'");
  expect(text).not.toBe(wrong);
  expect(await runPasted('pasted-forced', text)).toBe('pass');
  expect(await runPasted('pasted-plain', testText(plain, states.slice(0, 2)))).toBe('pass');
  expect(await runPasted('pasted-wrong', wrong)).toBe('fail');
  process.exitCode = exitCode;
});
