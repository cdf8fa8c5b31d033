import { authMachine } from '#machines/auth/auth.machine.ts';
import { expect, test } from '#tests/e2e/support/product-test.ts';
import { coverageReport, coverageSummary, createCoverage } from '../support/coverage.ts';
import { printReport } from '../support/print-report.ts';
import { type Part, readParts, writeSum } from './tour-reports.ts';
import { coverOfBrowser } from './tours/tours.ts';
import { UNTAKEN } from './tours/unreachable.ts';

/** What all tours of this run took together, of the very machine that is tested. */
function summed(parts: readonly Part[]) {
  const coverage = createCoverage(authMachine);
  const definitions = new Map(coverage.definitions.map((one) => [one.id, one.definition]));
  const strangers: string[] = [];
  for (const [id, times] of parts.flatMap(({ hits }) => Object.entries(hits))) {
    const transition = definitions.get(id);
    if (transition === undefined) strangers.push(id);
    else coverage.record(Array.from({ length: times }, () => transition));
  }
  const untaken = coverage.untaken().map(({ id }) => id);
  return { coverage, untaken, strangers, ids: [...definitions.keys()] };
}

test('the tours take every transition but those that are listed [R21.1]', () => {
  const tours = coverOfBrowser();
  const parts = readParts();
  const { coverage, untaken, strangers, ids } = summed(parts);
  const seconds =
    (Math.max(...parts.map(({ ended }) => ended)) - Math.min(...parts.map(({ began }) => began))) /
    1_000;
  const steps = parts.reduce((sum, part) => sum + part.steps, 0);
  const walk = { suite: 'browser', paths: parts.length, steps, seconds };
  const report = coverageReport(coverage, walk);
  printReport(coverageSummary(report));

  expect(parts.map(({ tour }) => tour).sort((one, other) => one - other)).toEqual(
    tours.map((_, index) => index + 1),
  );
  expect(strangers, 'taken in the page, and in no definition of this machine').toEqual([]);
  const listed = Object.keys(UNTAKEN);
  expect(
    untaken.filter((id) => !listed.includes(id)),
    'neither taken nor listed',
  ).toEqual([]);
  expect(
    listed.filter((id) => !ids.includes(id)),
    'listed, and no definition of this machine',
  ).toEqual([]);
  expect(
    listed.filter((id) => !untaken.includes(id)),
    'listed, and taken after all',
  ).toEqual([]);
  writeSum(report);
});
