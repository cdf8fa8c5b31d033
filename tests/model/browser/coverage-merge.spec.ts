import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { createCoverage } from '../support/coverage.ts';
import { readReports, removeReports } from './tour-reports.ts';
import { browserTours } from './tours/tours.ts';
import { UNREACHABLE } from './tours/unreachable.ts';

test('the tours take every transition that is not listed as unreachable [R21.1]', () => {
  const tours = browserTours();
  const reports = readReports();
  expect(reports.map(({ tour }) => tour).sort((a, b) => a - b)).toEqual(
    tours.map((_, index) => index + 1),
  );
  const coverage = createCoverage(authMachine);
  for (const { hits, tour } of reports) {
    for (const [id, times] of Object.entries(hits))
      coverage.record(Array<string>(times).fill(id), `tour ${tour}`);
  }
  expect(coverage.untaken().sort(), 'what no tour takes, and what is listed').toEqual(
    Object.keys(UNREACHABLE).sort(),
  );
  const ids = machineGraph(authMachine).transitions.map(({ id }) => id);
  expect(Object.keys(UNREACHABLE).filter((id) => !ids.includes(id))).toEqual([]);
  coverage.write({
    suite: 'browser',
    paths: reports.length,
    steps: reports.reduce((sum, report) => sum + report.steps, 0),
  });
  removeReports();
});
