interface Timer {
  readonly at: number;
  readonly act: () => void;
}

/** A simulated clock, faster than Vitest's. It advances only in `runUntil`, after all pending promises have settled. */
export class VirtualTime {
  private readonly timers: Timer[] = [];
  private at: number;

  constructor(at: number) {
    this.at = at;
  }

  now = (): number => this.at;

  wait(milliseconds: number): Promise<void> {
    return new Promise((act) => {
      this.timers.push({ at: this.at + milliseconds, act });
      this.timers.sort((one, other) => one.at - other.at);
    });
  }

  async runUntil(end: number): Promise<void> {
    await settle();
    while (this.timers[0] !== undefined && this.timers[0].at <= end) {
      const { at, act } = this.timers[0];
      this.timers.shift();
      this.at = at;
      act();
      await settle();
    }
    this.at = end;
  }
}

/** Waits longer than any chain of promises between two timers of these tests. */
async function settle(): Promise<void> {
  for (let round = 0; round < 25; round += 1) await undefined;
}
