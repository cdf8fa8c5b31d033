import { createHash } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import type { Core } from '#src/app/core.ts';
import type { SimulatedTab } from './simulated-browser.ts';

class FakeStorageEvent extends Event {
  readonly key: string | null;
  readonly newValue: string | null;

  constructor(type: string, init: { key: string | null; newValue: string | null }) {
    super(type);
    this.key = init.key;
    this.newValue = init.newValue;
  }
}

class FakeNavigationTiming {
  readonly name: string;
  readonly type: string;

  constructor(name: string, type: string) {
    this.name = name;
    this.type = type;
  }
}

/** One document of a tab: a global object of its own, in which the script of the product runs. */
export class SimulatedPage {
  readonly tab: SimulatedTab;
  /** `null` until the product has started. */
  core: Core | null = null;
  url: URL;
  private life: 'running' | 'frozen' | 'gone' = 'running';
  /** What a frozen page will do when it runs again. */
  private overdue: (() => void)[] = [];
  private readonly events = new EventTarget();
  private end: () => void = () => undefined;
  private readonly ended = new Promise<null>((resolve) => {
    this.end = () => resolve(null);
  });

  constructor(tab: SimulatedTab, url: URL, navigation: 'navigate' | 'reload') {
    this.tab = tab;
    this.url = url;
    const scope = { ...this.scope(navigation), product: { startPage: notLoaded } };
    Object.assign(scope, { window: scope, self: scope });
    const context = createContext(scope);
    runInContext('Math.random = () => 0.5', context);
    tab.browser.script.runInContext(context);
    void scope.product.startPage().then((core) => {
      this.core = core;
    });
  }

  get isRunning(): boolean {
    return this.life === 'running';
  }

  /** Does something in the page: later when it is frozen, never when it is gone. */
  run(act: () => void): void {
    if (this.life === 'running') act();
    else if (this.life === 'frozen') this.overdue.push(act);
  }

  freeze(): void {
    this.life = 'frozen';
  }

  /** Lets a frozen page run again. It receives `event` before what it has missed. */
  resume(event: Event): void {
    this.life = 'running';
    const overdue = this.overdue;
    this.overdue = [];
    this.dispatch(event);
    for (const act of overdue) this.tab.browser.post(this, act);
  }

  /** Ends the page. The browser releases its locks, and nothing runs in it any more. */
  close(): void {
    this.life = 'gone';
    this.end();
  }

  dispatch(event: Event): void {
    this.events.dispatchEvent(event);
  }

  receiveStorage(key: string | null, newValue: string | null): void {
    this.dispatch(new FakeStorageEvent('storage', { key, newValue }));
  }

  /** Timers that wait while the page is frozen. One that is cleared meanwhile does not fire. */
  private timers() {
    const cleared = new Set<unknown>();
    const whenDue = (act: () => void, own: () => unknown) => () =>
      this.run(() => {
        if (!cleared.has(own())) act();
      });
    const clear = (timer: NodeJS.Timeout | undefined) => {
      cleared.add(timer);
      clearTimeout(timer);
    };
    return {
      setTimeout(act: () => void, after: number) {
        const timer: NodeJS.Timeout = setTimeout(
          whenDue(act, () => timer),
          after,
        );
        return timer;
      },
      setInterval(act: () => void, every: number) {
        const timer: NodeJS.Timeout = setInterval(
          whenDue(act, () => timer),
          every,
        );
        return timer;
      },
      clearTimeout: clear,
      clearInterval: clear,
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
    const eventMethods = {
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    };
    return {
      ...eventMethods,
      console,
      Date,
      URL,
      URLSearchParams,
      TextEncoder,
      AbortController,
      AbortSignal: { timeout: abortAfter },
      DOMException,
      Headers,
      Request,
      Response,
      Event,
      StorageEvent: FakeStorageEvent,
      PerformanceNavigationTiming: FakeNavigationTiming,
      performance: {
        now: () => Date.now(),
        getEntriesByType: () => [new FakeNavigationTiming(this.url.href, navigation)],
      },
      crypto: browser.crypto,
      btoa,
      atob,
      ...this.timers(),
      requestIdleCallback: (work: () => void) => work(),
      fetch: (input: RequestInfo | URL, init?: RequestInit) =>
        browser.network.send(this, String(input), init ?? {}),
      navigator: {
        cookieEnabled: true,
        // A page that is gone holds no lock.
        locks: {
          request: (name: string, options: never, work: (lock: unknown) => Promise<void>) =>
            browser.locks.request(name, options, async (lock) => {
              await Promise.race([work(lock), this.ended]);
            }),
        },
      },
      location: new Proxy(
        { assign: leave },
        {
          get: (own, name) => Reflect.get(own, name) ?? Reflect.get(page.url, name),
          set: (_own, _href, address) => leave(address),
        },
      ),
      history: {
        state: null,
        replaceState(_state: unknown, _title: string, address: string) {
          page.url = new URL(address, page.url);
        },
      },
      localStorage: browser.localStorageOf(this),
      sessionStorage: tab.sessionStorage,
      document: {
        ...eventMethods,
        visibilityState: 'visible',
        readyState: 'complete',
        documentElement: { dataset: {} },
        querySelector: () => null,
        get cookie() {
          return browser.cookies.text();
        },
        set cookie(text: string) {
          browser.cookies.write(text);
        },
      },
    };
  }
}

/** `AbortSignal.timeout` by the timers of the test. */
function abortAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** Random values that are the same in each run, and digests that are there at once. */
export function deterministicCrypto() {
  let count = 0;
  const next = () => {
    count += 1;
    return createHash('sha256').update(String(count)).digest();
  };
  return {
    getRandomValues<Target extends ArrayBufferView>(target: Target): Target {
      const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
      for (let at = 0; at < bytes.length; at += 32) {
        bytes.set(next().subarray(0, Math.min(32, bytes.length - at)), at);
      }
      return target;
    },
    randomUUID: () => next().toString('hex').slice(0, 32),
    subtle: {
      digest: async (_algorithm: unknown, bytes: Uint8Array | ArrayBuffer) =>
        new Uint8Array(createHash('sha256').update(new Uint8Array(bytes)).digest()).buffer,
    },
  };
}

function notLoaded(): Promise<Core> {
  throw new Error('The script of the page did not run.');
}
