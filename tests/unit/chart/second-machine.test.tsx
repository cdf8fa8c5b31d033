// @vitest-environment happy-dom
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { computeChartData } from '#chart/layout/chart-data.ts';
import { unpackChart, unpackDetails } from '#chart/model/packed-chart.ts';
import { ChartView } from '#chart/page/chart-view.tsx';
// The page imports them when they are needed, and no test waits for their transformation.
import '#chart/page/panels/panels.tsx';
import '#chart/page/simulate/simulate-panel.tsx';

const FOLDER = 'test-results/second-machine';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
});
afterEach(() => {
  cleanup();
  window.location.hash = '';
  rmSync(FOLDER, { recursive: true, force: true });
});

/** Imports the configuration that the README shows. */
async function importExample() {
  const [, source = ''] =
    /```ts\n([\s\S]+?)```/.exec(readFileSync('chart/README.md', 'utf8')) ?? [];
  expect(source.trim().split('\n')).toHaveLength(10);
  mkdirSync(FOLDER, { recursive: true });
  const path = resolve(FOLDER, 'door.config.ts');
  writeFileSync(path, source);
  return import(path);
}

test('draws, searches and simulates a machine of another domain, by the example of the README', async () => {
  const { machine, buildConfig, createDoor } = await importExample();
  const built = await computeChartData({ machine, buildConfig }, createDoor);
  const { graph, data } = unpackChart({ ...built.data, coverage: null });
  window.location.hash = '#mode=simulate&state=closed';
  // A guard without a comment is shown by its condition.
  const isUnlocked = {
    ...{ name: 'isUnlocked', comment: '', code: '() => true', condition: 'true' },
    ...{ calls: [], assigns: {} },
  };
  const details = unpackDetails(graph, {
    ...built.details,
    sources: { 'transition closed | pull | 0': 'src/door.config.ts:4' },
    texts: { 'guard isUnlocked': isUnlocked },
    takenBy: { 'closed | pull | 0': ['opens the door'] },
    synonyms: [],
  });
  const loadStepper = async () => createDoor();
  const loadDetails = async () => details;
  render(<ChartView {...{ graph, data, loadStepper, loadDetails }} />);
  expect(screen.getByText('Loading the simulation…')).toBeTruthy();
  const drawn = () => [...document.querySelectorAll('[data-drawing] [data-state]')];
  expect(drawn().map((state) => state.getAttribute('data-state'))).toEqual(
    expect.arrayContaining(['closed', 'open']),
  );
  expect((await screen.findByTestId('state-panel')).textContent).toContain('pull [isUnlocked]');
  expect(await screen.findByText('opens the door')).toBeTruthy();
  expect(screen.getByText('door.config.ts:4')).toBeTruthy();
  expect(screen.getByText('if true')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: /^pull · by hand/ }));
  expect(screen.getByTestId('simulated-state').textContent).toContain('open');
  fireEvent.click(screen.getByRole('button', { name: /^after 30000/ }));
  expect(screen.getByTestId('simulated-state').textContent).toContain('closed');
  fireEvent.change(screen.getByRole('combobox', { name: 'Search the machine' }), {
    target: { value: 'light' },
  });
  expect(screen.getByRole('option', { name: /Action light/ })).toBeTruthy();
});
