// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchPageEvents } from '#src/stytch/session/page-events.ts';
import { persistedPageShow } from '../support/browser.ts';

const onOnline = vi.fn();
const onVisible = vi.fn();
const onRestored = vi.fn();
let stop: () => void = () => undefined;

/** Lets the computer sleep until the next check of the clock comes this much after the last one. */
function sleep(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds - 30_000);
  vi.advanceTimersByTime(30_000);
}

function becomeVisible(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  stop = watchPageEvents({ onOnline, onVisible, onRestored, now: Date.now });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

it('reports a page that becomes visible, not one that is hidden [R11.9]', () => {
  becomeVisible('hidden');
  expect(onVisible).not.toHaveBeenCalled();
  becomeVisible('visible');
  expect(onVisible).toHaveBeenCalledOnce();
});

it.each([
  [59_999, 0],
  [60_000, 1],
])('takes %i ms between two checks of the clock for sleep: %i time(s)', (gap, times) => {
  sleep(gap);
  expect(onVisible).toHaveBeenCalledTimes(times);
});

it('reports nothing after it was stopped', () => {
  stop();
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(persistedPageShow());
  becomeVisible('visible');
  sleep(60_000);
  expect([onOnline, onVisible, onRestored].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
