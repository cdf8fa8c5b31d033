import { vi } from 'vitest';

/** Returns a function that removes the listeners which were added to the window since. `beforeEach` calls it after the test. */
export function watchListeners(): () => void {
  const added = vi.spyOn(window, 'addEventListener');
  return () => {
    for (const [type, listener] of added.mock.calls) window.removeEventListener(type, listener);
    added.mockClear();
  };
}
