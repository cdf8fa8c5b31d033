import { SimulatedClock } from 'xstate';
import { TICK } from '#statechart/explore/stepper.ts';

/**
 * A simulated clock that returns when its next timer is due, and fires nested timers in order. Like a browser, it fires
 * a timer whose delay is over when it starts in a later task.
 */
export class TestClock extends SimulatedClock {
  readonly #dues = new Map<number, number>();

  override setTimeout(fire: () => void, wanted: number): number {
    const delay = Math.max(wanted, TICK);
    const id = super.setTimeout(() => {
      this.#dues.delete(id);
      fire();
    }, delay);
    this.#dues.set(id, this.now() + delay);
    return id;
  }

  override clearTimeout(id: number): void {
    this.#dues.delete(id);
    super.clearTimeout(id);
  }

  /** The time of the next timer on this clock, in milliseconds; `null` when none is running. */
  nextDue(): number | null {
    return this.#dues.size === 0 ? null : Math.min(...this.#dues.values());
  }

  /** Advances by `ms` and fires each timer at its due time, also timers that are started meanwhile. */
  advance(ms: number): void {
    const end = this.now() + ms;
    for (let due = this.nextDue(); due !== null && due <= end; due = this.nextDue()) {
      this.set(Math.max(due, this.now()));
    }
    this.set(end);
  }
}
