import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import * as v from 'valibot';
import { type Area, areaOf, areas, filesOf, shardOf } from './areas.ts';
import { type Records, recordsSchema, renderSourceMutants } from './document.ts';
import { changedRanges, nameOf } from './mutant-names.ts';

/**
 * Makes one mistake at a time in the source, and runs unit tests against it (Stryker).
 *
 *     npm run mutate                          every area
 *     npm run mutate -- src/storage           an area
 *     npm run mutate -- src/storage/redirect.ts
 *     npm run mutate -- --shard 2/8           a part of the areas
 *     npm run mutate -- --changed main        the lines that have changed since a revision
 *     npm run mutate -- --incremental src/storage   again: the survivors, and what has changed
 *     npm run mutate -- --document            only writes the document
 *
 * A whole area is recorded with its survivors, to which a person adds the reasons. Fails when a survivor has none, and
 * when an area is below its goal.
 */
const RECORDS = 'tests/mutation/source-survivors.json';
const DOCUMENT = 'docs/source-mutants.md';

/** What Stryker mutates of an area: all files, or some files or lines. */
interface Job {
  readonly area: Area;
  readonly mutate: readonly string[];
  readonly isWhole: boolean;
}

type Mutants = Awaited<ReturnType<Stryker['runMutationTest']>>;

const NO_REASON = '?';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shard: { type: 'string' },
    changed: { type: 'string' },
    concurrency: { type: 'string', default: '2' },
    incremental: { type: 'boolean', default: false },
    document: { type: 'boolean', default: false },
  },
});

function jobs(): readonly Job[] {
  if (values.document) return [];
  if (values.changed !== undefined) return jobsOfChange(values.changed);
  if (positionals.length > 0) {
    const whole = areas.filter(({ name }) => positionals.includes(name));
    const files = positionals.filter((path) => !whole.some(({ name }) => name === path));
    return [...whole.map(wholeJob), ...jobsOf(files.map((file) => ({ file, range: file })))];
  }
  const [index = 1, count = 1] = values.shard?.split('/').map(Number) ?? [];
  return shardOf(index, count).map(wholeJob);
}

function wholeJob(area: Area): Job {
  return { area, mutate: filesOf(area), isWhole: true };
}

/** The lines that differ from a revision. */
function jobsOfChange(revision: string): readonly Job[] {
  const options = ['diff', '--unified=0', '--no-color', '--diff-filter=d', revision, '--'];
  const folders = [...new Set(areas.map(({ name }) => name))];
  const diff = execFileSync('git', [...options, ...folders], { encoding: 'utf8' });
  return jobsOf(changedRanges(diff));
}

function jobsOf(ranges: readonly { file: string; range: string }[]): readonly Job[] {
  return areas.flatMap((area) => {
    const mutate = ranges.filter(({ file }) => areaOf(file) === area).map(({ range }) => range);
    return mutate.length === 0 ? [] : [{ area, mutate, isWhole: false }];
  });
}

/** Runs the tests of an area, and its further ones against the mutants that survive those. */
async function run({ area, mutate }: Job): Promise<Mutants> {
  const mutants = await runTests(area, mutate, area.tests);
  const ranges = mutants.filter(hasSurvived).map(rangeOf);
  if (area.furtherTests === undefined || ranges.length === 0) return mutants;
  const again = await runTests(area, ranges, area.furtherTests);
  const noticed = new Map(
    again.filter((each) => !hasSurvived(each)).map((each) => [idOf(each), each]),
  );
  return mutants.map((each) => (hasSurvived(each) ? (noticed.get(idOf(each)) ?? each) : each));
}

function hasSurvived({ status }: { readonly status: string }): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

function rangeOf({ fileName, location: { start, end } }: Mutants[number]): string {
  const position = ({ line, column }: typeof start) => `${line}:${column - 1}`;
  return `${relative('.', fileName)}:${position(start)}-${position(end)}`;
}

function idOf(mutant: Mutants[number]): string {
  return `${rangeOf(mutant)} ${mutant.replacement}`;
}

async function runTests(
  area: Area,
  mutate: readonly string[],
  tests: readonly string[],
): Promise<Mutants> {
  process.env.MUTATION_TESTS = tests.join(' ');
  const again = tests === area.furtherTests ? '-again' : '';
  const report = `reports/mutation/${area.name.replaceAll('/', '-')}${again}`;
  if (values.incremental) forgetSurvivors(`${report}.json`);
  const mutants = await new Stryker({
    configFile: 'tests/mutation/stryker.config.json',
    mutate: [...mutate],
    concurrency: Number(values.concurrency),
    ...(tests.length > 0
      ? { vitest: { configFile: 'tests/mutation/source.config.ts', related: false } }
      : {}),
    mutator: { excludedMutations: [...(area.excluded ?? [])] },
    // The same report: the next run with `--incremental` keeps what its changes do not concern, and writes it alone.
    ...(values.incremental ? { reporters: ['progress-append-only', 'clear-text', 'html'] } : {}),
    incremental: values.incremental,
    incrementalFile: `${report}.json`,
    jsonReporter: { fileName: `${report}.json` },
    htmlReporter: { fileName: `${report}.html` },
  }).runMutationTest();
  return mutants.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
}

/** Takes the survivors out of the last report, so that they run again: Stryker keeps those of a module's constants. */
function forgetSurvivors(report: string): void {
  if (!existsSync(report)) return;
  const text = readFileSync(report, 'utf8');
  const isMutant = (value: unknown) => v.is(v.looseObject({ status: v.string() }), value);
  const forgotten = JSON.parse(text, (_, value: unknown) =>
    Array.isArray(value) && value.every(isMutant)
      ? value.filter((each) => !hasSurvived(each))
      : value,
  );
  writeFileSync(report, JSON.stringify(forgotten));
}

function survivorsOf(mutants: Mutants): readonly string[] {
  return mutants
    .filter(hasSurvived)
    .map(({ fileName, location, replacement }) => {
      const file = relative('.', fileName);
      return nameOf({ file, source: readFileSync(fileName, 'utf8'), location, replacement });
    })
    .toSorted();
}

function readRecords(): Records {
  return v.parse(recordsSchema, JSON.parse(readFileSync(RECORDS, 'utf8')));
}

async function main(): Promise<boolean> {
  let hasFailed = false;
  const fail = (problem: string) => {
    hasFailed = true;
    process.stderr.write(`${problem}\n`);
  };
  for (const job of jobs()) {
    const { area, isWhole } = job;
    const mutants = await run(job);
    const survivors = survivorsOf(mutants);
    // Only now: a person may have added reasons meanwhile.
    const records = readRecords();
    const known = records[area.name]?.reasons ?? {};
    const reasons = Object.fromEntries(survivors.map((name) => [name, known[name] ?? NO_REASON]));
    for (const [name, reason] of Object.entries(reasons)) {
      if (reason === NO_REASON) fail(`It survives without a reason: ${name}`);
    }
    if (!isWhole) continue;
    const isTimedOut = ({ status, statusReason = '' }: Mutants[number]) =>
      status === 'Timeout' || (status === 'Killed' && /timed out in \d+ms/.test(statusReason));
    const timedOut = mutants.filter(isTimedOut).length;
    const record = { mutants: mutants.length, survived: survivors.length, timedOut, reasons };
    if (survivors.length > mutants.length * (1 - area.goal))
      fail(`${area.name} is below its goal.`);
    const text = JSON.stringify({ ...records, [area.name]: record }, null, 2);
    writeFileSync(RECORDS, `${text}\n`);
  }
  writeFileSync(DOCUMENT, renderSourceMutants(readRecords()));
  return !hasFailed;
}

process.exitCode = (await main()) ? 0 : 1;
