// @vitest-environment happy-dom
import { resolve } from 'node:path';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildConfig } from '#chart/chart.config.ts';
import { delaysOf, recordAssigns } from '#chart/layout/observe-walks.ts';
import { machineSources } from '#chart/layout/source-locations.ts';
import type { ChartData, Details } from '#chart/model/chart.types.ts';
import { NO_DETAILS } from '#chart/model/packed-chart.ts';
import { ChartView } from '#chart/page/chart-view.tsx';
// The page imports it when a panel is opened, and no test waits for its transformation.
import '#chart/page/panels/panels.tsx';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { createAuthStepper } from '#machines/auth-cases/auth-stepper.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { keyWithTimers, shortestPaths } from '#statechart/explore/shortest-paths.ts';

const graph = machineGraph(authMachine);
let data: ChartData;
let details: Details;

beforeAll(async () => {
  const stepper = createAuthStepper();
  const assigns = recordAssigns(stepper);
  const { paths } = shortestPaths(stepper, { key: keyWithTimers });
  const config = resolve('chart/chart.config.ts');
  const sources = await machineSources({
    root: process.cwd(),
    config,
    machineFiles: /\/machines\/auth\//,
    eventTypes: buildConfig.eventTypes,
  });
  details = {
    ...NO_DETAILS,
    ...sources,
    assigns: assigns(),
    delays: delaysOf(paths),
    synonyms: [
      ['lost', 'gone'],
      ['wrong', 'rejected'],
    ],
  };
  data = {
    fingerprint: graph.fingerprint,
    layouts: null,
    mainPath: [],
    returns: [],
    mapNotes: {},
    details: NO_DETAILS,
    coverage: null,
  };
}, 60_000);

const scrolled: Element[] = [];

beforeEach(() => {
  scrolled.length = 0;
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.location.hash = '';
});

function renderChart(hash = '', changes: Partial<ChartData> = {}) {
  window.location.hash = hash;
  const loadStepper = async () => createAuthStepper();
  const loadDetails = async () => details;
  render(<ChartView {...{ graph, data: { ...data, ...changes }, loadStepper, loadDetails }} />);
}

async function search(query: string, option: RegExp) {
  const field = screen.getByRole('combobox', { name: 'Search the machine' });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: query } });
  fireEvent.click(await screen.findByRole('option', { name: option }));
  return within(await screen.findByTestId(/^(usage|question)-panel$/));
}

const link = (name: string) => ({ name, exact: true }) as const;

test('what must hold for a creation: each guard shows its condition and leads to its code', async () => {
  renderChart('#state=signedOut.creating');
  const panel = within(await screen.findByTestId('state-panel'));
  const [guard] = await panel.findAllByRole('button', { name: '[typedWillBeCreated]' });
  expect(panel.getAllByText(/^A name was typed, and an intermediate session can/)).not.toEqual([]);
  if (guard) fireEvent.click(guard);
  const usage = within(screen.getByTestId('usage-panel'));
  expect(usage.getByRole('heading', { level: 2 }).textContent).toBe('Guard typedWillBeCreated');
  expect(document.activeElement?.textContent).toBe('Guard typedWillBeCreated');
  expect(
    usage.getByText(/^typedWillBeCreated: \(\{ context \}: Current, name: string\) =>/),
  ).toBeTruthy();
  expect(usage.getByText(/^auth\.guards\.ts:\d+$/)).toBeTruthy();
  expect(usage.getByText('typedOrganization')).toBeTruthy();
});

test('a question has one panel: the states concerned, each transition with what must hold and what must not, each guard explained once', async () => {
  renderChart();
  const created = await search('what must hold for a creation', /^Transitions what must hold/);
  expect(created.getByRole('heading', { name: 'They lead there (3)' })).toBeTruthy();
  const [leading] = created.getAllByRole('group').map((group) => within(group));
  expect(leading?.getAllByText('if not', { exact: false })).toHaveLength(3);
  for (const sentence of [
    /^A name was typed, and an intermediate session can/,
    /^The typed name is too long/,
    /^Whether a result belongs to another person/,
  ]) {
    expect(leading?.getAllByText(sentence)).toHaveLength(1);
  }
  const lost = await search('session lost', /^Transitions session lost/);
  const items = lost.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items.slice(0, 3)).toEqual([
    'signedOut.confirmingIdentity ',
    'signedOut.secondFactor.savingCodes ',
    'signedIn and inside it authenticated, listing, refreshing.attempting, refreshing.waiting, switching',
  ]);
  expect(items).toContainEqual(
    expect.stringMatching(/^signedIn session\.gone .*also in the 5 states inside/),
  );
});

test('transitions are the first result, unless the query names a part of the machine', async () => {
  renderChart();
  const field = screen.getByRole('combobox', { name: 'Search the machine' });
  const first = {
    'wrong code': /^Transitions wrong code/,
    exchanging: /^State signedOut\.exchanging/,
    'network.online': /^Event network\.online/,
    'what resets stepUp': /^Context stepUp/,
    create: /^Actor create/,
  };
  fireEvent.focus(field);
  for (const [query, text] of Object.entries(first)) {
    fireEvent.change(field, { target: { value: query } });
    const [option] = await screen.findAllByRole('option');
    expect(option?.textContent).toMatch(text);
  }
});

test('an event has its description, also in the search, and its count', async () => {
  renderChart();
  const panel = await search('session.gone', /^Event session\.gone.*The session is lost/);
  expect(panel.getByText(/^The session is lost/)).toBeTruthy();
  expect(panel.getByRole('heading', { name: 'Transitions (5, from 3 states)' })).toBeTruthy();
});

test('what resets stepUp: two lists, of what sets it and what resets it, with values and transitions', async () => {
  renderChart();
  const panel = await search('what resets stepUp', /^Context stepUp/);
  expect(panel.getByRole('heading', { name: 'Sets it (2)' })).toBeTruthy();
  expect(panel.getByRole('heading', { name: /^Resets it to its value at the start/ })).toBeTruthy();
  expect(panel.getByRole('button', link('askForVerification'))).toBeTruthy();
  expect(await panel.findByText('= { ...result.stepUp, emailAddress }')).toBeTruthy();
  expect(panel.getAllByText('= null').length).toBeGreaterThan(2);
  const [transition] = panel.getAllByRole('button', { name: '[isPrimaryRequired]' });
  expect(transition).toBeTruthy();
  fireEvent.click(panel.getByRole('button', link('askForVerification')));
  const action = within(screen.getByTestId('usage-panel'));
  expect(action.getByRole('heading', { level: 2 }).textContent).toBe('Action askForVerification');
  expect(action.getByRole('button', link('stepUp'))).toBeTruthy();
});

test('a search result focuses the heading of its answer, and scrolls it into view from below the drawing', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 900, 300, 40),
  );
  renderChart();
  const panel = await search('network.online', /^Event network\.online/);
  const heading = panel.getByRole('heading', { level: 2 });
  expect(document.activeElement).toBe(heading);
  expect(scrolled).toEqual([heading]);
});

test('a state lists the states inside it, which lead on', async () => {
  renderChart('#state=signedIn.refreshing');
  const panel = await screen.findByTestId('state-panel');
  expect(within(panel).getByText('States inside (2)')).toBeTruthy();
  fireEvent.click(within(panel).getByRole('button', { name: 'attempting' }));
  expect(
    await screen.findByRole('region', { name: 'signedIn.refreshing.attempting' }),
  ).toBeTruthy();
});

test('Enter before the search is loaded chooses its first result then', async () => {
  renderChart();
  const field = screen.getByRole('combobox', { name: 'Search the machine' });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'network.online' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await screen.findByRole('heading', { name: 'Event network.online' })).toBeTruthy();
});

test('the table lists only the transitions of an answer, and all again without it', async () => {
  renderChart();
  const sources = () => {
    const table = screen.getByRole('table', { name: /^(Every transition|Found by the search)/ });
    return within(table).getAllByRole('rowheader');
  };
  expect(sources()).toHaveLength(graph.transitions.length);
  await search('network.online', /^Event network\.online/);
  const handling = graph.transitions.filter(({ label }) => label === 'network.online');
  expect(sources().map(({ textContent }) => textContent)).toEqual(
    handling.map(({ source }) => source),
  );
  expect(screen.queryByRole('table', { name: 'Every state of the machine' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(sources()).toHaveLength(graph.transitions.length);
});

test('the simulation offers the step of the main path first', async () => {
  const offered = async () => {
    const list = within(await screen.findByRole('list', { name: 'Next step' }));
    return list.getAllByRole('button').map(({ textContent }) => textContent);
  };
  const start = '#mode=simulate';
  const [main] = graph.transitions.filter(
    ({ source, guard }) => source === 'signedOut.redeeming' && guard === 'isDiscovered',
  );
  renderChart(start);
  const before = await offered();
  cleanup();
  renderChart(start, { mainPath: [main?.id ?? ''] });
  const [first] = await offered();
  expect(first).toMatch(/^result of redeem · listed/);
  expect(before.indexOf(first ?? '')).toBeGreaterThan(0);
});
