// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveTab, useLive, watchedTab } from '#chart/page/live/use-live.ts';

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

const report = {
  kind: 'report' as const,
  tab: 'one',
  openedAt: 0,
  activeAt: 1,
  route: '/policies',
  fingerprint: 'f',
  state: 'a',
  timers: [{ event: 'e', source: 'a', startedAt: 0, delay: 1 }],
  log: [],
};

function tab(changes: Partial<LiveTab>): LiveTab {
  return { ...report, leftAt: null, ...changes };
}

function receive(data: unknown): void {
  act(() => TestChannel.opened?.onmessage?.({ data }));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', TestChannel);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a tab that leaves for another site stays listed without its timers until it is away for two minutes', () => {
  const { result } = renderHook(useLive);
  receive(report);
  expect(result.current.tabs).toHaveLength(1);
  receive({ kind: 'left', tab: 'one' });
  const [left] = result.current.tabs;
  expect(left).toMatchObject({ state: 'a', timers: [], leftAt: Date.now() });
  act(() => vi.advanceTimersByTime(100_000));
  expect(result.current.tabs).toHaveLength(1);
  act(() => vi.advanceTimersByTime(30_000));
  expect(result.current.tabs).toEqual([]);
});

test('a tab that comes back is the same tab', () => {
  const { result } = renderHook(useLive);
  receive(report);
  receive({ kind: 'left', tab: 'one' });
  receive({ ...report, state: 'b' });
  expect(result.current.tabs).toMatchObject([{ tab: 'one', state: 'b', leftAt: null }]);
});

test('a tab that vanished without a word leaves when it has not answered for some seconds', () => {
  const { result } = renderHook(useLive);
  receive(report);
  act(() => vi.advanceTimersByTime(15_000));
  expect(result.current.tabs).toEqual([]);
});

test('a tab that answers stays', () => {
  const { result } = renderHook(useLive);
  for (let seconds = 0; seconds < 30; seconds += 2) {
    receive(report);
    act(() => vi.advanceTimersByTime(2_000));
  }
  expect(result.current.tabs).toHaveLength(1);
});

test('watches the most recently active tab that shows no chart, unless another one is chosen', () => {
  window.history.replaceState(null, '', '/chart');
  const own = tab({ tab: 'own', route: '/chart', activeAt: 9 });
  const otherChart = tab({ tab: 'chart', route: '/chart', activeAt: 8 });
  const recent = tab({ tab: 'recent', activeAt: 7 });
  const old = tab({ tab: 'old', activeAt: 6 });
  expect(watchedTab([own, otherChart, recent, old], 'own', null)).toBe(recent);
  expect(watchedTab([own, otherChart, recent, old], 'own', 'old')).toBe(old);
  expect(watchedTab([own, recent], 'own', 'gone')).toBe(recent);
  expect(watchedTab([own, otherChart], 'own', null)).toBe(own);
  expect(watchedTab([], 'own', null)).toBeNull();
});
