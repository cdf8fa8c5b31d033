import { createHash } from 'node:crypto';
import { vi } from 'vitest';

/** Lets the clock stand still unless the test advances it. */
export function stopClock(now?: number): void {
  vi.useFakeTimers({
    // Without `setImmediate`, which the emulator's signatures need.
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    ...(now === undefined ? {} : { now }),
  });
  // A digest of the browser takes real time, during which the simulated clock could run ahead on a busy machine.
  // The calls before are forgotten: each would keep the page that made it in memory.
  vi.spyOn(crypto.subtle, 'digest')
    .mockClear()
    .mockImplementation(async (_, data) => {
      const hash = createHash('sha256').update(new Uint8Array(Object(data)));
      return Uint8Array.from(hash.digest()).buffer;
    });
}
