// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { computeChartData } from '#chart/layout/chart-data.ts';
import { unpackChart, unpackDetails } from '#chart/model/packed-chart.ts';
import { ChartView } from '#chart/page/chart-view.tsx';
import { drawnUpdate, machineUpdate } from '#chart/page/updates/machine-update.ts';
import { createStepper } from '#statechart/explore/stepper.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
});
afterEach(() => {
  cleanup();
  window.location.hash = '';
});

const buildConfig = {
  stepper: { path: '', name: '' },
  mainWalks: [],
  coverageReports: [],
  testTemplate: '',
};

/** What the development server gives the page for a lamp with these states. */
async function lamp(states: Readonly<Record<string, object>>) {
  const machine = createMachine({ id: 'lamp', initial: 'off', states });
  const createLamp = () =>
    createStepper({
      machine,
      cases: {
        events: { press: [{ name: 'by hand', value: {} }] },
        results: {},
        inputs: [{ name: 'new', value: {} }],
      },
      inputOf: () => undefined,
      statePath: String,
      stateKey: ({ value }) => String(value),
    });
  const built = await computeChartData({ machine, buildConfig }, createLamp);
  const chart = unpackChart({ ...built.data, coverage: null });
  const written = { sources: {}, texts: {}, takenBy: {}, synonyms: [] };
  const details = unpackDetails(chart.graph, { ...built.details, ...written });
  return { ...chart, loadStepper: async () => createLamp(), loadDetails: async () => details };
}

const BEFORE = {
  off: { on: { press: 'on' } },
  on: { on: { press: 'off', drop: 'broken' } },
  broken: {},
};
const AFTER = {
  off: { on: { press: 'dim' } },
  dim: { on: { press: 'on' } },
  on: { on: { press: 'off' } },
};

const stateOf = (id: string) => document.querySelector(`[data-drawing] [data-state="${id}"]`);

test('tells what a changed machine adds, removes and retargets, or why it cannot be loaded', async () => {
  const [before, after] = [await lamp(BEFORE), await lamp(AFTER)];
  const update = machineUpdate(before.graph, { graph: after.graph });
  expect(update.lines).toEqual([
    'added: dim',
    'removed: broken',
    'retargeted: off press → dim',
    'added: dim press → on',
    'removed: on drop → broken',
  ]);
  expect([...update.marks.removed]).toEqual(['broken', 'off | press | 0', 'on | drop | 0']);
  expect([...update.marks.added]).toEqual([]);
  const drawn = drawnUpdate(update);
  expect([...drawn.marks.added]).toEqual(['dim', 'off | press | 0', 'dim | press | 0']);
  expect([...drawn.marks.removed]).toEqual([]);
  expect(machineUpdate(before.graph, { problem: 'Unexpected token' }).problem).toBe(
    'Unexpected token',
  );
});

test('a changed machine is drawn with the walk kept, after the old drawing with its removals marked', async () => {
  const [before, after] = [await lamp(BEFORE), await lamp(AFTER)];
  const dismiss = vi.fn();
  window.location.hash = '#mode=simulate';
  const { rerender } = render(<ChartView {...before} />);
  const press = () => fireEvent.click(screen.getByRole('button', { name: /^press · by hand/ }));
  await screen.findByTestId('simulated-state');
  press();
  expect(screen.getByTestId('simulated-state').textContent).toContain('on');
  const update = { ...machineUpdate(before.graph, { graph: after.graph }), dismiss };
  rerender(<ChartView {...before} update={update} />);
  expect(stateOf('broken')?.getAttribute('class')).toContain('removed');
  expect(stateOf('broken')?.closest('[class*="outdated"]')).toBeTruthy();
  expect(screen.getByTestId('machine-update').textContent).toContain('is being laid out');
  rerender(<ChartView {...after} update={drawnUpdate(update)} />);
  expect(stateOf('broken')).toBeNull();
  expect(stateOf('dim')?.getAttribute('class')).toContain('added');
  expect(stateOf('dim')?.closest('[class*="outdated"]')).toBeNull();
  // The same step, in the changed machine.
  await screen.findByText(/dim/, { selector: '[data-testid="simulated-state"] *' });
  expect(screen.getByTestId('simulated-state').textContent).toContain('dim');
  expect(screen.getByTestId('steps').textContent).toContain('1. press · by hand');
  fireEvent.click(screen.getByRole('button', { name: 'Remove the marks' }));
  expect(dismiss).toHaveBeenCalled();
});
