/** The one clock. Milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** RFC 3339 in UTC with seconds, as the provider writes times. */
  iso(at?: number): string;
  advance(milliseconds: number): void;
  set(at: number): void;
  freeze(): void;
  unfreeze(): void;
}

/**
 * A clock over a stored offset: it follows `realNow` until it is frozen, and then stands still
 * until it is moved. The only place of the emulator that knows real time.
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
