import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAIN_INPUT, START_INPUTS, type StartInput } from '#machines/auth-cases/start-inputs.ts';
import { transitionId } from '#statechart/explore/transition-id.ts';
import type { Verdict } from '../specification/oracle.ts';
import { expectedScreens } from '../specification/table.ts';
import {
  coverageReport,
  coverageSummary,
  coverageTable,
  createCoverage,
  keptCoverage,
} from '../support/coverage.ts';
import { machineExecutors } from '../support/executors.ts';
import { violations } from '../support/invariants.ts';
import { type AuthPath, edgeCover, inputNamed, pathName } from '../support/paths.ts';
import { printReport } from '../support/print-report.ts';
import { createTestMachine } from '../support/test-machine.ts';
import { pairsOf, pathsByPair } from '../support/transition-pairs.ts';
import { walkPath } from '../support/walk-path.ts';

const NUMERIC = { numeric: true } as const;

const testMachine = createTestMachine();
const coverage = createCoverage(testMachine.machine);
const restedIn = new Set<string>();
/** How many steps did what a row for the requirement says. */
const stepsByRequirement = new Map<string, number>();
const pairs = new Set<string>();
const walked = { paths: 0, steps: 0, started: 0 };

function countRequirements(verdicts: readonly Verdict[]): void {
  for (const { rows } of verdicts)
    for (const id of new Set(rows.flatMap((row) => row.for)))
      stepsByRequirement.set(id, (stepsByRequirement.get(id) ?? 0) + 1);
}

async function walkAll(
  input: StartInput,
  paths: readonly AuthPath[],
  title = `walks every path from "${input.name}"`,
): Promise<void> {
  for (const path of paths) {
    const run = testMachine.start(input.value);
    const violated: string[] = [];
    const checkInvariants = () => violated.push(...violations(run));
    checkInvariants();
    const steps = await walkPath({
      path,
      run,
      executors: machineExecutors,
      onStep: checkInvariants,
      onState: (leaf) => restedIn.add(leaf),
      onWalked: countRequirements,
    });
    run.actor.stop();
    expect(violated, pathName(path)).toEqual([]);
    coverage.record(run.taken, title);
    for (const pair of pairsOf(run.taken.map(transitionId))) pairs.add(pair);
    walked.paths += 1;
    walked.steps += steps;
  }
}

describe('the machine model test', () => {
  beforeAll(() => {
    walked.started = performance.now();
  });

  test.each(START_INPUTS)('walks every path from "$name"', { timeout: 300_000 }, async (input) => {
    const paths = edgeCover(input);
    expect(paths.length).toBeGreaterThan(0);
    await walkAll(input, paths);
  });

  test('takes every transition [R21.1]', () => {
    expect(coverage.definitions.length).toBeGreaterThan(0);
    expect(coverage.unknownCount()).toBe(0);
    expect(coverage.untaken().map(({ id, guard }) => `${id} ${guard ?? ''}`)).toEqual([]);
  });

  const PAIRS = 'takes every pair of transitions that can follow one another [R21.1]';
  test(PAIRS, { timeout: 240_000 }, async () => {
    const byPair = pathsByPair();
    const untaken = () => [...byPair].filter(([pair]) => !pairs.has(pair));
    const count = byPair.size - untaken().length;
    // The path to a pair can take others on its way.
    const longestFirst = untaken().sort(([, a], [, b]) => b.steps.length - a.steps.length);
    for (const [pair, path] of longestFirst)
      if (!pairs.has(pair)) await walkAll(inputNamed(path.input), [path], PAIRS);
    printReport(`${count} of ${byPair.size} pairs before the paths to the others`);
    expect(untaken().map(([pair]) => pair)).toEqual([]);
    const committed = `${JSON.stringify({ pairs: byPair.size })}\n`;
    await expect(committed).toMatchFileSnapshot('data/transition-pairs.json');
  });

  test('rests in every state that is not transient', () => {
    expect([...restedIn].sort()).toEqual(Object.keys(expectedScreens).sort());
  });

  const reportNow = () => {
    const { paths, steps, started } = walked;
    const seconds = (performance.now() - started) / 1_000;
    return coverageReport(coverage, { suite: 'machine', paths, steps, seconds });
  };

  test('takes each transition as often as the committed coverage says', async () => {
    const committed = `${JSON.stringify(keptCoverage(reportNow()), null, 1)}\n`;
    await expect(committed).toMatchFileSnapshot('data/transition-coverage.json');
  });

  test('walks the steps of each requirement as often as the committed table says', async () => {
    const sorted = [...stepsByRequirement].sort(([a], [b]) => a.localeCompare(b, 'en', NUMERIC));
    const committed = `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`;
    await expect(committed).toMatchFileSnapshot('data/walked-requirements.json');
  });

  afterAll(() => {
    const report = reportNow();
    mkdirSync('coverage', { recursive: true });
    writeFileSync('coverage/model.json', `${JSON.stringify(report, null, 2)}\n`);
    printReport(`${coverageTable(coverage)}\n\n${coverageSummary(report)}`);
  });
});

const TWO_STEPS: StartInput = { ...MAIN_INPUT, maxSteps: 2 };

describe('edgeCover', () => {
  test('throws when it reaches a limit', () => {
    expect(() => edgeCover(TWO_STEPS, { visitLimit: 1 })).toThrow('limit');
    expect(() => edgeCover(TWO_STEPS, { pathLimit: 1 })).toThrow('its limit of 1 paths');
  });
});
