/**
 * Creates the emulator's clock, with a stored offset from `realNow`. Times are in milliseconds since 1970. A frozen
 * clock stops until it is set, advanced or unfrozen. No other module of the emulator reads real time.
 */
export function createClock(
  settings: () => { offsetMs: number; frozenAt: number | null },
  realNow: () => number,
) {
  const now = () => {
    const { offsetMs, frozenAt } = settings();
    return frozenAt ?? realNow() + offsetMs;
  };
  return {
    now,
    /** Formats a time as the provider does: RFC 3339 in UTC, to the second. */
    iso: (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    advance(milliseconds: number) {
      const current = settings();
      if (current.frozenAt === null) current.offsetMs += milliseconds;
      else current.frozenAt += milliseconds;
    },
    set(at: number) {
      const current = settings();
      if (current.frozenAt === null) current.offsetMs = at - realNow();
      else current.frozenAt = at;
    },
    freeze() {
      const current = settings();
      current.frozenAt ??= now();
    },
    unfreeze() {
      const current = settings();
      if (current.frozenAt === null) return;
      current.offsetMs = current.frozenAt - realNow();
      current.frozenAt = null;
    },
  };
}
