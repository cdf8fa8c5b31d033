interface Timer {
  readonly fire: () => void;
  /** When it is due, in epoch milliseconds. */
  readonly due: number;
}

/** Milliseconds between two checks: a page that stays visible while the computer sleeps gets no event. */
const CHECK_INTERVAL = 30_000;

/**
 * A clock for an actor whose delays are computed from moments. A browser's timers stand still while the computer sleeps:
 * when the page is visible again, every timer that is due by the time of day fires, in their order.
 *
 * Create it before the actor: delays that are over must end before the machine learns that the page is visible.
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
  for (const type of ['visibilitychange', 'pageshow', 'focus'])
    window.addEventListener(type, check, true);
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
  };
}
