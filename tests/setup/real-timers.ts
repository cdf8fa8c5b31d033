import { afterEach, vi } from 'vitest';

// Vitest restores mocks and globals by its settings, but not the clock.
afterEach(() => {
  vi.useRealTimers();
});
