import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { coverageReport, coverageSummary, createCoverage } from '../support/coverage.ts';
import { printReport } from '../support/print-report.ts';
import { readReports, type TourReport, writeMergedReport } from './tour-reports.ts';
import { browserTours } from './tours/tours.ts';
import { UNREACHABLE } from './tours/unreachable.ts';

/** The coverage of all tours of this run. */
function merged(reports: readonly TourReport[]) {
  const coverage = createCoverage(authMachine);
  const definitions = new Map(coverage.definitions.map((one) => [one.id, one.definition]));
  const unknownIds: string[] = [];
  for (const [id, times] of reports.flatMap(({ hits }) => Object.entries(hits))) {
    const transition = definitions.get(id);
    if (transition === undefined) unknownIds.push(id);
    else coverage.record(Array.from({ length: times }, () => transition));
  }
  const untaken = coverage.untaken().map(({ id }) => id);
  return { coverage, untaken, unknownIds, ids: [...definitions.keys()] };
}

test('the tours take every transition that is not listed as unreachable [R21.1]', () => {
  const tours = browserTours();
  const reports = readReports();
  const { coverage, untaken, unknownIds, ids } = merged(reports);
  const seconds =
    (Math.max(...reports.map(({ ended }) => ended)) -
      Math.min(...reports.map(({ began }) => began))) /
    1_000;
  const steps = reports.reduce((sum, report) => sum + report.steps, 0);
  const walk = { suite: 'browser', paths: reports.length, steps, seconds };
  const report = coverageReport(coverage, walk);
  printReport(coverageSummary(report));

  expect(reports.map(({ tour }) => tour).sort((a, b) => a - b)).toEqual(
    tours.map((_, index) => index + 1),
  );
  expect(unknownIds, 'taken in a page, but not a transition of this machine').toEqual([]);
  const listed = Object.keys(UNREACHABLE);
  expect(
    untaken.filter((id) => !listed.includes(id)),
    'neither taken nor listed',
  ).toEqual([]);
  expect(
    listed.filter((id) => !ids.includes(id)),
    'listed, but not a transition of this machine',
  ).toEqual([]);
  expect(
    listed.filter((id) => !untaken.includes(id)),
    'listed, but taken',
  ).toEqual([]);
  writeMergedReport(report);
});
