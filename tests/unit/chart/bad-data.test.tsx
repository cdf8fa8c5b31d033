// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChartData } from '#chart/model/chart.types.ts';
import { NO_DETAILS } from '#chart/model/packed-chart.ts';
import { ChartView } from '#chart/page/chart-view.tsx';
import { messages } from '#chart/page/messages.ts';
import { CoveragePanel } from '#chart/page/panels/coverage-panel.tsx';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';

const graph = machineGraph(authMachine);

const DATA_WITHOUT_LAYOUT: ChartData = {
  fingerprint: graph.fingerprint,
  layouts: null,
  mainPath: [],
  returns: [],
  mapNotes: {},
  details: NO_DETAILS,
  coverage: null,
};

test('shows the table and explains it when the build has no layout', () => {
  const loadStepper = async () => createAuthStepper();
  const loadDetails = async () => NO_DETAILS;
  render(<ChartView {...{ graph, data: DATA_WITHOUT_LAYOUT, loadStepper, loadDetails }} />);
  expect(screen.getByText(messages.noLayout)).toBeTruthy();
  const table = screen.getByRole('table', { name: messages.table.caption });
  expect(table.querySelectorAll('tbody tr')).toHaveLength(graph.transitions.length);
});

test('shows the coverage of this machine only, and lists the transitions never taken', () => {
  const hits = Object.fromEntries(graph.transitions.slice(1).map(({ id }) => [id, 3]));
  const coverage = { machine: graph.fingerprint, paths: 2, steps: 9, hits };
  const { length } = graph.transitions;
  const panel = (given: ChartData['coverage']) => (
    <CoveragePanel graph={graph} coverage={given} onSelect={() => undefined} />
  );
  const { rerender } = render(panel(coverage));
  expect(screen.getByText(new RegExp(`${length - 1} of ${length} transitions taken`))).toBeTruthy();
  expect(screen.getByRole('button', { name: graph.transitions[0]?.id ?? '' })).toBeTruthy();
  rerender(panel({ ...coverage, machine: 'another' }));
  expect(screen.getByText(messages.coverage.otherMachine)).toBeTruthy();
  rerender(panel(null));
  expect(screen.getByText(messages.coverage.none)).toBeTruthy();
});
