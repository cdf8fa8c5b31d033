import type { Script } from 'node:vm';
import { Window } from 'happy-dom';
import { createHandler } from '#emulator/handler.ts';
import type { StoredSession } from '#emulator/store/state.ts';
import { passTime } from '#tests/unit/src/stytch/support/clock.ts';
import { createLocks } from '#tests/unit/src/stytch/support/locks.ts';
import { MemoryStorage } from '#tests/unit/src/stytch/support/memory-storage.ts';
import { Network } from './network.ts';
import { APP, SimulatedTab } from './simulated-tab.ts';

/** Two tabs, and everything that they share: cookies, local storage, locks and the network. */
export class SimulatedBrowser {
  readonly tabs = [new SimulatedTab(this, 'A'), new SimulatedTab(this, 'B')] as const;
  readonly localStorage = new MemoryStorage();
  readonly locks = createLocks();
  readonly handler = createHandler({ now: () => Date.now() });
  readonly network = new Network(this.handler);
  /** The mails whose link a person has opened; nobody opens one twice. */
  readonly openedLinks = new Set<string>();
  /** The ids of the sessions that a person has ended. */
  readonly ended = new Set<string>();
  /** The session of the cookie when the observer looked last. */
  heldSession: StoredSession | undefined;
  readonly script: Script;
  /** Milliseconds after which a tab can read the cookies of the other one. Firefox sends them after the storage event. */
  private readonly cookieDelay: number;
  readonly jar = new Window({ url: APP }).document;
  /** What a tab reads in place of the cookies, which it cannot read yet. */
  readonly staleCookies = new Map<SimulatedTab, string>();
  private readonly tasks: (() => void)[] = [];

  constructor(script: Script, cookieDelay: number) {
    this.script = script;
    this.cookieDelay = cookieDelay;
  }

  /** Does something as a task of its own, after all tasks that are waiting. */
  post(task: () => void): void {
    this.tasks.push(task);
  }

  /** Waits until every task has run, every promise has settled, and the emulator is idle. Advances no clock. */
  async settle(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const task = this.tasks.shift();
      if (task !== undefined) task();
      else if (this.network.handling === 0) return;
    }
  }

  /** Lets time pass, from timer to timer. */
  async pass(milliseconds: number): Promise<void> {
    await passTime(milliseconds, () => this.settle());
  }

  /** The value of a cookie, whichever tab can read it; `null` without one. */
  cookie(name: string): string | null {
    return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(this.jar.cookie)?.[1] ?? null;
  }

  /** Writes a cookie from a tab. The other one can read it later, unless it loads a page or writes one itself. */
  writeCookie(tab: SimulatedTab, text: string): void {
    this.staleCookies.delete(tab);
    for (const other of this.tabs) {
      if (this.cookieDelay === 0 || other === tab || this.staleCookies.has(other)) continue;
      this.staleCookies.set(other, this.jar.cookie);
      setTimeout(() => this.staleCookies.delete(other), this.cookieDelay);
    }
    this.jar.cookie = text;
  }

  /** Local storage as a tab sees it. Its writes send `storage` events to the other one. */
  localStorageOf(tab: SimulatedTab): Storage {
    const notify = (key: string, newValue: string | null) => {
      if (this.localStorage.getItem(key) === newValue) return;
      const pages = this.tabs.flatMap((other) => (other === tab ? [] : other.pages));
      for (const page of pages) page.post(() => page.dispatch('storage', { key, newValue }));
    };
    return new Proxy(this.localStorage, {
      set(storage, key, value) {
        notify(String(key), value);
        return Reflect.set(storage, key, value);
      },
      deleteProperty(storage, key) {
        notify(String(key), null);
        return Reflect.deleteProperty(storage, key);
      },
    });
  }
}
