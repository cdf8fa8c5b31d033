import { webcrypto } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import type { Handler } from '#emulator/handler.ts';
import type { StytchAuth, StytchAuthOptions } from '#src/stytch/stytch-auth.ts';
import { createLocks } from './locks.ts';
import { MemoryStorage } from './memory-storage.ts';

/** Bundles the Stytch module and the real SDK into one script, of which each tab runs its own copy. */
export async function bundleStytchAuth(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: 'src/stytch/stytch-auth.ts', formats: ['iife'], name: 'stytch' },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (bundle === undefined || !('output' in bundle)) throw new Error('Nothing was built.');
  return bundle.output[0].code;
}

/** Everything that the tabs of one browser share: cookies, local storage, locks and the network. */
export class SimulatedBrowser {
  readonly tabs: SimulatedTab[] = [];
  readonly storage = new MemoryStorage();
  readonly cookies = new Map<string, string>();
  readonly handler: Handler;
  readonly script: string;
  readonly locks = createLocks();

  constructor(handler: Handler, script: string) {
    this.handler = handler;
    this.script = script;
  }

  open(): SimulatedTab {
    const tab = new SimulatedTab(this);
    this.tabs.push(tab);
    return tab;
  }

  setCookie(text: string): void {
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split('=');
    // Every cookie of this browser has the path `/`; one of another path is another cookie.
    if (!attributes.includes('path=/')) return;
    const expires = attributes.find((attribute) => attribute.startsWith('expires='));
    const isOver = expires !== undefined && Date.parse(expires.slice(8)) <= Date.now();
    if (isOver) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  notifyTabs(from: SimulatedTab, key: string, newValue: string | null): void {
    for (const tab of this.tabs) if (tab !== from) tab.receive(key, newValue);
  }
}

class FakeStorageEvent extends Event {
  readonly key: string | null;
  readonly newValue: string | null;

  constructor(type: string, init: { key: string | null; newValue: string | null }) {
    super(type);
    this.key = init.key;
    this.newValue = init.newValue;
  }
}

/** One tab: a global object of its own, in which the script runs. */
export class SimulatedTab {
  private readonly events = new EventTarget();
  private readonly browser: SimulatedBrowser;
  private readonly global: {
    stytch: { createStytchAuth(options: StytchAuthOptions): Promise<StytchAuth> };
  };

  constructor(browser: SimulatedBrowser) {
    this.browser = browser;
    const scope = { ...this.scope(), stytch: { createStytchAuth: notLoaded } };
    this.global = scope;
    Object.assign(scope, { window: scope, self: scope });
    runInContext(browser.script, createContext(scope));
  }

  createStytchAuth(options: StytchAuthOptions): Promise<StytchAuth> {
    return this.global.stytch.createStytchAuth(options);
  }

  receive(key: string, newValue: string | null): void {
    this.events.dispatchEvent(new FakeStorageEvent('storage', { key, newValue }));
  }

  private scope() {
    const { browser, events } = this;
    const eventMethods = {
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    };
    const network: typeof fetch = (input, init) =>
      browser.handler.fetch(new Request(String(input), { ...init, keepalive: false }));
    return {
      ...eventMethods,
      console,
      Date,
      URL,
      URLSearchParams,
      TextEncoder,
      AbortController,
      AbortSignal,
      Headers,
      performance: { getEntriesByType: () => [] },
      Response,
      Event,
      StorageEvent: FakeStorageEvent,
      crypto: webcrypto,
      btoa,
      atob,
      setTimeout: (act: () => void, after: number) => setTimeout(act, after),
      clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
      setInterval: (act: () => void, every: number) => setInterval(act, every),
      clearInterval: (timer: NodeJS.Timeout) => clearInterval(timer),
      fetch: network,
      navigator: { locks: browser.locks, cookieEnabled: true },
      location: new URL('http://localhost:3000/policies'),
      localStorage: this.localStorage(),
      sessionStorage: new MemoryStorage(),
      document: {
        ...eventMethods,
        visibilityState: 'visible',
        get cookie() {
          return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        },
        set cookie(text: string) {
          browser.setCookie(text);
        },
      },
    };
  }

  /** The shared storage, as seen by this tab. Its writes send `storage` events to the other tabs. */
  private localStorage(): Storage {
    const { browser } = this;
    const { storage } = browser;
    const notify = (key: string, value: string | null) => browser.notifyTabs(this, key, value);
    return new Proxy(storage, {
      get(real, name) {
        if (name === 'setItem') {
          return (key: string, value: string) => {
            const isChange = real.getItem(key) !== value;
            real.setItem(key, value);
            if (isChange) notify(key, value);
          };
        }
        if (name === 'removeItem') {
          return (key: string) => {
            const isChange = real.getItem(key) !== null;
            real.removeItem(key);
            if (isChange) notify(key, null);
          };
        }
        const value: unknown = Reflect.get(real, name, real);
        return typeof value === 'function' ? value.bind(real) : value;
      },
    });
  }
}

function notLoaded(): never {
  throw new Error('The script of the tab did not run.');
}
