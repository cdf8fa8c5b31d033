interface Due {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

/** Time that passes only when it is told to; everything that is ready happens before it goes on. */
export class VirtualTime {
  private readonly due: Due[] = [];
  private order = 0;
  private at: number;

  constructor(at: number) {
    this.at = at;
  }

  now = (): number => this.at;

  after(milliseconds: number, act: () => void): void {
    this.order += 1;
    this.due.push({ at: this.at + milliseconds, order: this.order, act });
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  async runUntil(end: number): Promise<void> {
    await settle();
    for (;;) {
      const next = this.due.reduce<Due | undefined>(
        (first, one) => (first === undefined || isBefore(one, first) ? one : first),
        undefined,
      );
      if (next === undefined || next.at > end) break;
      this.due.splice(this.due.indexOf(next), 1);
      this.at = Math.max(this.at, next.at);
      next.act();
      await settle();
    }
    this.at = end;
  }
}

function isBefore(one: Due, other: Due): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Longer than any chain of promises between two waits here. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 25; turn += 1) await undefined;
}
