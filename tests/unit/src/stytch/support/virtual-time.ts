interface Timer {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

/** A simulated clock. It advances only in `runUntil`, after all pending promises have settled. */
export class VirtualTime {
  private readonly timers: Timer[] = [];
  private order = 0;
  private at: number;

  constructor(at: number) {
    this.at = at;
  }

  now = (): number => this.at;

  after(milliseconds: number, act: () => void): void {
    this.order += 1;
    this.timers.push({ at: this.at + milliseconds, order: this.order, act });
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  async runUntil(end: number): Promise<void> {
    await settle();
    for (;;) {
      const next = this.timers.reduce<Timer | undefined>(
        (first, timer) => (first === undefined || isBefore(timer, first) ? timer : first),
        undefined,
      );
      if (next === undefined || next.at > end) break;
      this.timers.splice(this.timers.indexOf(next), 1);
      this.at = Math.max(this.at, next.at);
      next.act();
      await settle();
    }
    this.at = end;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Waits longer than any chain of promises between two timers of these tests. */
async function settle(): Promise<void> {
  for (let round = 0; round < 25; round += 1) await undefined;
}
