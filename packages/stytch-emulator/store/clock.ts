/**
 * Creates the emulator's clock, with a stored offset from `realNow`. Times are in milliseconds since 1970. No other
 * module of the emulator reads real time.
 */
export function createClock(settings: () => { offsetMs: number }, realNow: () => number) {
  return {
    now: () => realNow() + settings().offsetMs,
    /** Formats a time as the provider does: RFC 3339 in UTC, to the second. */
    iso: (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    advance(milliseconds: number) {
      settings().offsetMs += milliseconds;
    },
    set(at: number) {
      settings().offsetMs = at - realNow();
    },
  };
}
