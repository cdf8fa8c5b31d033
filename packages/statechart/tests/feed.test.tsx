// @vitest-environment happy-dom
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Actor, createActor, createMachine, setup } from 'xstate';
import { machineGraph } from '../explore/machine-graph.ts';
import { chartFeed } from '../feed/chart-feed.ts';
import { type FeedMessage, packMessage, readMessage, type TabReport } from '../feed/feed.types.ts';
import { eventTypesOf, redactEvent } from '../feed/redact-event.ts';
import { LivePanel } from '../page/live/live-panel.tsx';
import { isAway, type LiveTab, useTabs, watchedTab } from '../page/live/use-tabs.ts';
import { parseReport } from '../walks/report.ts';

const player = setup({
  types: { context: {} as { title: string }, events: {} as { type: 'play' | 'other' } },
  delays: { AUTO_STOP: 60_000 },
}).createMachine({
  id: 'player',
  context: { title: 'secret title' },
  initial: 'stopped',
  states: {
    stopped: { on: { play: 'playing' } },
    playing: { id: 'custom', after: { AUTO_STOP: 'stopped' } },
  },
});

const CHANNEL = 'feed-test';
const redaction = { fields: ['volume'], resultKinds: [] };

test('shows the types of the events that the machine names, however they are written, and no other', () => {
  const machine = setup({ actors: { load: player } }).createMachine({
    initial: 'a',
    states: {
      a: { invoke: { src: 'load' }, on: { SET_NAME: {}, 'mouse-down': {}, 'step 2': {} } },
    },
  });
  const types = eventTypesOf(machine);
  const shown = (type: string) => redactEvent({ type }, redaction, types).event;
  const id = '0.(machine).a';
  const known = ['SET_NAME', 'mouse-down', 'step 2', `xstate.done.actor.${id}`, 'xstate.init'];
  expect(known.map(shown)).toEqual(known);
  expect(shown('ada@acme.example')).toBe('(unknown)');
});

test('reports the kind of each listed field and each listed kind of a result, and no other field', () => {
  const fields = ['a', 'b', 'c', 'd', 'e'];
  const kinds = (event: object) =>
    redactEvent({ type: 'any', ...event }, { fields, resultKinds: ['failed'] }, new Set()).payload;
  expect(kinds({ a: '314159', b: 7, c: true, d: [1], e: null, code: '314159' })).toEqual([
    ['a', 'text'],
    ['b', 'number'],
    ['c', 'yes or no'],
    ['d', 'list'],
    ['e', 'nothing'],
  ]);
  expect(kinds({ a: { kind: 'failed', message: 'secret' }, b: { kind: 'secret' } })).toEqual([
    ['a', 'failed'],
    ['b', 'record'],
  ]);
});

describe('a tab', () => {
  let chart: BroadcastChannel;
  let messages: (FeedMessage | null)[];
  let actors: Actor<typeof player>[];

  /** Loads an app with the machine in this tab. */
  function openPage() {
    const actor = createActor(player, { inspect: chartFeed({ channelName: CHANNEL, redaction }) });
    actors.push(actor.start());
    return actor;
  }

  const request = () => chart.postMessage(packMessage({ kind: 'request' }));
  const leavePage = () => window.dispatchEvent(new Event('pagehide'));
  const lastReport = () =>
    messages.findLast((message): message is TabReport => message?.kind === 'report');

  beforeEach(() => {
    chart = new BroadcastChannel(CHANNEL);
    messages = [];
    actors = [];
    chart.onmessage = ({ data }) => messages.push(readMessage(data));
  });

  afterEach(() => {
    // First: a step on a page that was left opens its channel again.
    for (const actor of actors) actor.stop();
    leavePage();
    chart.close();
    sessionStorage.clear();
  });

  test('publishes the states, timers and redacted events of any machine once a chart requests it', async () => {
    const actor = openPage();
    actor.send(Object.assign({ type: 'play' as const }, { volume: 11, title: 'secret title' }));
    chart.postMessage({ kind: 'request' });
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(messages).toEqual([]);
    request();
    await vi.waitFor(() => expect(messages).toHaveLength(1));
    expect(messages[0]).toMatchObject({
      kind: 'report',
      tab: document.documentElement.dataset.chartTab,
      route: location.pathname,
      fingerprint: machineGraph(player).fingerprint,
      state: 'playing',
      timers: [{ event: 'xstate.after.AUTO_STOP', source: 'playing', delay: 60_000 }],
      log: [
        { event: 'xstate.init', before: '', after: 'stopped', taken: [] },
        {
          event: 'play',
          payload: [['volume', 'number']],
          before: 'stopped',
          after: 'playing',
          taken: ['stopped | play | 0'],
        },
      ],
    });
    expect(JSON.stringify(messages)).not.toContain('secret');
  });

  test('is one line in the app: its events, no field of them, and its actors as a tree', async () => {
    const inner = setup({ actors: { player } }).createMachine({
      id: 'inner',
      invoke: { src: 'player', id: 'radio' },
    });
    const outer = setup({ actors: { inner } }).createMachine({
      id: 'outer',
      invoke: { src: 'inner', id: 'room' },
      context: ({ spawn }) => ({ ref: spawn('inner', { id: 'secret room' }) }),
      on: { play: {} },
    });
    const actor = createActor(outer, { inspect: chartFeed({ channelName: CHANNEL }) });
    actor.start();
    actor.send({ type: 'play', volume: 11 });
    request();
    await vi.waitFor(() => expect(lastReport()?.log).toHaveLength(2));
    expect(lastReport()?.log[1]).toMatchObject({ event: 'play', payload: [] });
    expect(lastReport()?.actors).toEqual([
      { id: '(spawned)', depth: 0, state: '' },
      { id: 'radio', depth: 1, state: 'stopped' },
      { id: 'room', depth: 0, state: '' },
      { id: 'radio', depth: 1, state: 'stopped' },
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/secret|volume/);
    actor.stop();
  });

  test('numbers each entry once, also when the log is full', async () => {
    const actor = openPage();
    for (let count = 0; count < 110; count += 1) actor.send({ type: 'play' });
    request();
    await vi.waitFor(() => expect(messages).toHaveLength(1));
    const [report] = messages;
    const numbers = report?.kind === 'report' ? report.log.map(({ seq }) => seq) : [];
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => 11 + index));
  });

  test('that a server renders takes its steps, and publishes none', () => {
    vi.stubGlobal('document', undefined);
    const actor = openPage();
    actor.send({ type: 'play' });
    expect(actor.getSnapshot().value).toBe('playing');
  });

  test('outside of a browser, each step is a line that the page reads as a report', () => {
    const lines: string[] = [];
    const inspect = chartFeed({ write: (line) => lines.push(line) });
    const actor = createActor(player, { inspect }).start();
    actor.send(Object.assign({ type: 'play' as const }, { title: 'secret title' }));
    actor.stop();
    expect(lines.join('')).not.toContain('secret');
    const report = parseReport(lines.join(''));
    expect(report?.steps).toEqual([
      { event: 'xstate.init', from: '', to: 'stopped' },
      { event: 'play', from: 'stopped', to: 'playing', taken: ['stopped | play | 0'] },
      { event: 'xstate.stop', from: 'playing', to: 'playing', taken: [] },
    ]);
  });

  test('keeps its identity and its log from one page to the next, and a duplicate of it has its own', async () => {
    openPage().send({ type: 'play' });
    request();
    await vi.waitFor(() => expect(lastReport()?.log).toHaveLength(2));
    const first = lastReport();
    // A browser copies session storage to a duplicate of a tab.
    expect({ ...sessionStorage }).toEqual({});
    leavePage();
    messages = [];
    openPage();
    request();
    await vi.waitFor(() => expect(lastReport()?.log).toHaveLength(3));
    expect(lastReport()?.tab).toBe(first?.tab);
    expect(lastReport()?.log.slice(0, 2)).toEqual(first?.log);
    expect({ ...sessionStorage }).toEqual({});
  });

  test('keeps the logs of two machines apart', async () => {
    const open = () => {
      openPage();
      const lamp = createMachine({ id: 'lamp' });
      createActor(lamp, { inspect: chartFeed() }).start();
    };
    open();
    leavePage();
    open();
    request();
    const states = () => lastReport()?.log.map(({ after }) => after);
    await vi.waitFor(() => expect(states()).toEqual(['stopped', 'stopped']));
  });

  test('has no channel while it is left, and answers when it comes back', async () => {
    const open = new Set<BroadcastChannel>();
    const Channel = BroadcastChannel;
    vi.stubGlobal(
      'BroadcastChannel',
      class extends Channel {
        constructor(name: string) {
          super(name);
          open.add(this);
        }
        override close() {
          super.close();
          open.delete(this);
        }
      },
    );
    openPage();
    expect(open.size).toBe(1);
    leavePage();
    expect(open.size).toBe(0);
    window.dispatchEvent(new Event('pageshow'));
    request();
    const { chartTab } = document.documentElement.dataset;
    await vi.waitFor(() => expect(lastReport()?.tab).toBe(chartTab));
  });

  test('of a browser that denies session storage publishes, and keeps its log for no other page', async () => {
    const denied = vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    openPage();
    request();
    await vi.waitFor(() => expect(lastReport()?.log).toHaveLength(1));
    leavePage();
    denied.mockRestore();
  });

  test.each(['null', '{', '{"log":1}'])('whose kept log is %s starts a new one', async (text) => {
    sessionStorage.setItem('chart_tab_player', text);
    openPage();
    request();
    await vi.waitFor(() => expect(lastReport()?.log).toHaveLength(1));
  });
});

describe('a chart', () => {
  /** A channel whose other end is the test. */
  class TestChannel {
    static opened: TestChannel | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    postMessage = vi.fn();
    close = vi.fn();
    constructor() {
      TestChannel.opened = this;
    }
  }

  const report: TabReport = {
    kind: 'report',
    tab: 'one',
    activeAt: 1,
    route: '/policies',
    fingerprint: 'f',
    state: 'a',
    log: [],
    actors: [],
    timers: [{ event: 'xstate.after.60000', source: 'a', startedAt: 0, delay: 60_000 }],
  };
  const tab = (changes: Partial<LiveTab>): LiveTab => ({ ...report, unanswered: 0, ...changes });
  const receive = (message: FeedMessage) =>
    act(() => TestChannel.opened?.onmessage?.({ data: packMessage(message) }));
  const watch = () => renderHook(() => useTabs(CHANNEL)).result;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('BroadcastChannel', TestChannel);
  });

  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('tells that a tab is away when it does not answer any more, until it does', () => {
    const live = watch();
    receive(report);
    for (let seconds = 0; seconds < 10; seconds += 1) {
      act(() => vi.advanceTimersByTime(1_000));
      receive(report);
    }
    expect(live.current.tabs.map(isAway)).toEqual([false]);
    act(() => vi.advanceTimersByTime(5_000));
    expect(live.current.tabs.map(isAway)).toEqual([true]);
    receive({ ...report, state: 'b' });
    expect(live.current.tabs).toMatchObject([{ tab: 'one', state: 'b', unanswered: 0 }]);
  });

  test('that is left no longer listens, and one of a machine without a feed never does', () => {
    const { unmount } = renderHook(() => useTabs(CHANNEL));
    const { opened } = TestChannel;
    unmount();
    expect(opened?.close).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
    renderHook(() => useTabs(null));
    expect(TestChannel.opened).toBe(opened);
  });

  test('says in words what XState sends', () => {
    const event = 'xstate.error.actor.call';
    const entry = { seq: 0, at: 0, event, payload: [], before: '', after: 'a', taken: [] };
    const graph = machineGraph(createMachine({}));
    const props = { graph, live: watch().current, moment: null, onMoment: vi.fn() };
    const watched = tab({ log: [entry] });
    const panel = <LivePanel {...props} watched={watched} onContinue={vi.fn()} />;
    const { container } = render(<main translate="no">{panel}</main>);
    expect(container.textContent).toMatch(/after 1 min: at .*call failed/);
  });

  test('watches the tab that is used: no other chart, and one that is away only without another', () => {
    window.history.replaceState(null, '', '/chart');
    const own = tab({ tab: 'own', route: '/chart', activeAt: 9 });
    const otherChart = tab({ tab: 'chart', route: '/chart', activeAt: 8 });
    const away = tab({ tab: 'away', activeAt: 7, unanswered: 3 });
    const recent = tab({ tab: 'recent', activeAt: 6 });
    const old = tab({ tab: 'old', activeAt: 5 });
    const watched = (tabs: LiveTab[], pinned: string | null = null) =>
      watchedTab(tabs, 'own', pinned)?.tab;
    expect(watched([own, otherChart, away, old, recent])).toBe('recent');
    expect(watched([own, otherChart, away, old, recent], 'old')).toBe('old');
    expect(watched([own, recent], 'gone')).toBe('recent');
    expect(watched([own, away])).toBe('away');
    expect(watched([otherChart, own])).toBe('own');
    expect(watched([])).toBeUndefined();
  });
});
