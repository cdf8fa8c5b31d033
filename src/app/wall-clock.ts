interface Timer {
  readonly fire: () => void;
  /** When it is due, in epoch milliseconds. */
  readonly due: number;
}

/** Milliseconds between two checks: a page that stays visible while the computer sleeps gets no event. */
const CHECK_INTERVAL = 30_000;

/**
 * A clock for an actor whose delays are computed from moments. A browser's timers stand still while the computer sleeps:
 * `check` fires every timer that is due by the time of day.
 *
 * @param now epoch milliseconds
 */
export function createWallClock(now: () => number) {
  const timers = new Map<number, Timer>();
  const fire = (id: number) => {
    const timer = timers.get(id);
    timers.delete(id);
    timer?.fire();
  };
  const check = () => {
    const due = [...timers].filter(([, timer]) => timer.due <= now());
    for (const [id] of due.sort(([, one], [, other]) => one.due - other.due)) {
      window.clearTimeout(id);
      fire(id);
    }
  };
  window.setInterval(check, CHECK_INTERVAL);
  return {
    setTimeout(run: () => void, milliseconds: number): number {
      const id = window.setTimeout(() => fire(id), milliseconds);
      timers.set(id, { fire: run, due: now() + milliseconds });
      return id;
    },
    clearTimeout(id: number): void {
      window.clearTimeout(id);
      timers.delete(id);
    },
    /** Fires what is due, in its order. Call this when the page is visible again. */
    check,
  };
}
