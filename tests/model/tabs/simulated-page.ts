import { once } from 'node:events';
import { createContext, runInContext } from 'node:vm';
import type { Core } from '#src/app/core.ts';
import type { SimulatedTab } from './simulated-tab.ts';

/** An event with the fields that browsers give it. */
class EventWithFields extends Event {
  constructor(type: string, fields: object) {
    super(type);
    Object.assign(this, fields);
  }
}

/** One document of a tab: a global object of its own, in which the script of the product runs. */
export class SimulatedPage {
  readonly tab: SimulatedTab;
  /** `null` until the product has started. */
  core: Core | null = null;
  url: URL;
  private life: 'running' | 'frozen' | 'gone' = 'running';
  /** What a frozen page will do when it runs again; timers under their handles. */
  private readonly overdue = new Map<unknown, () => void>();
  private readonly events = new EventTarget();

  constructor(tab: SimulatedTab, url: URL, navigation: 'navigate' | 'reload') {
    this.tab = tab;
    this.url = url;
    const scope = this.scope(navigation);
    const context = createContext(Object.assign(scope, { window: scope, self: scope }));
    tab.browser.script.runInContext(context);
    const started: Promise<Core> = runInContext(
      'Math.random = () => 0.5; product.startPage()',
      context,
    );
    void started.then((core) => {
      this.core = core;
    });
  }

  get isRunning(): boolean {
    return this.life === 'running';
  }

  /** Does something in the page: later when it is frozen, never when it is gone. */
  run(act: () => void, key: unknown = act): void {
    if (this.life === 'running') act();
    else if (this.life === 'frozen') this.overdue.set(key, act);
  }

  /** Does something in the page as a task of its own. */
  post(act: () => void): void {
    this.tab.browser.post(() => this.run(act));
  }

  freeze(): void {
    this.life = 'frozen';
  }

  /** Lets a frozen page run again. It receives the event before what it has missed. */
  resume(type: string, fields: object = {}): void {
    this.life = 'running';
    this.dispatch(type, fields);
    for (const key of this.overdue.keys()) {
      this.post(() => {
        const act = this.overdue.get(key);
        this.overdue.delete(key);
        act?.();
      });
    }
  }

  /** Ends the page. The browser releases its locks, and nothing runs in it any more. */
  close(): void {
    this.life = 'gone';
    this.dispatch('closed');
  }

  dispatch(type: string, fields: object = {}): void {
    this.events.dispatchEvent(new EventWithFields(type, fields));
  }

  /** A timer that waits while the page is frozen. One that is cleared meanwhile does not fire. */
  private timer(start: (fire: () => void, milliseconds: number) => NodeJS.Timeout) {
    return (act: () => void, milliseconds: number) => {
      const handle: NodeJS.Timeout = start(() => this.run(act, handle), milliseconds);
      return handle;
    };
  }

  private scope(navigation: 'navigate' | 'reload') {
    const page = this;
    const { tab, events } = this;
    const { browser } = tab;
    const leave = (address: string) => {
      tab.leaveFor(new URL(address, page.url));
      return true;
    };
    const clearTimer = (handle: NodeJS.Timeout) => {
      this.overdue.delete(handle);
      clearTimeout(handle);
    };
    const eventMethods = {
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    };
    return {
      ...eventMethods,
      console,
      // A call that is rejected is a fault.
      reportError: (error: unknown) => {
        throw error;
      },
      Date,
      URL,
      URLSearchParams,
      TextEncoder,
      AbortController,
      AbortSignal,
      Request,
      Response,
      Event,
      StorageEvent: EventWithFields,
      performance: { now: () => Date.now(), getEntriesByType: () => [{ type: navigation }] },
      crypto,
      btoa,
      setTimeout: this.timer(setTimeout),
      setInterval: this.timer(setInterval),
      clearTimeout: clearTimer,
      clearInterval: clearTimer,
      fetch: (url: URL | string, init?: RequestInit) =>
        browser.network.send(this, String(url), init),
      navigator: {
        // A page that is gone holds no lock.
        locks: {
          request: (name: string, options: never, work: (lock: unknown) => Promise<unknown>) =>
            browser.locks.request(name, options, (lock) =>
              Promise.race([work(lock), once(events, 'closed')]),
            ),
        },
      },
      location: new Proxy(this.url, {
        get: (_, name) => (name === 'assign' ? leave : Reflect.get(page.url, name)),
        set: (_url, _href, address) => leave(address),
      }),
      history: {
        state: null,
        replaceState(_state: unknown, _title: string, address: string) {
          page.url = new URL(address, page.url);
        },
      },
      localStorage: browser.localStorageOf(tab),
      sessionStorage: tab.sessionStorage,
      document: {
        ...eventMethods,
        visibilityState: 'visible',
        readyState: 'complete',
        documentElement: { dataset: {} },
        get cookie() {
          return browser.staleCookies.get(tab) ?? browser.jar.cookie;
        },
        set cookie(text: string) {
          browser.writeCookie(tab, text);
        },
      },
    };
  }
}
