/** The emulator's clock. Times are in milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Formats a time as the provider does: RFC 3339 in UTC, to the second. */
  iso(at?: number): string;
  advance(milliseconds: number): void;
  set(at: number): void;
  freeze(): void;
  unfreeze(): void;
}

/**
 * Creates a clock with a stored offset from `realNow`. A frozen clock stops until it is set,
 * advanced or unfrozen. No other module of the emulator reads real time.
 */
export function createClock(
  settings: () => { offsetMs: number; frozenAt: number | null },
  realNow: () => number,
): Clock {
  const now = () => {
    const { offsetMs, frozenAt } = settings();
    return frozenAt ?? realNow() + offsetMs;
  };
  return {
    now,
    iso: (at = now()) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    advance(milliseconds) {
      const current = settings();
      if (current.frozenAt === null) current.offsetMs += milliseconds;
      else current.frozenAt += milliseconds;
    },
    set(at) {
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
