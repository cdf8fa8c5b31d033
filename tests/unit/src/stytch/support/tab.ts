import { webcrypto } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import type { Handler } from '#emulator/handler.ts';
import type { StytchAuth, StytchAuthOptions } from '#src/stytch/stytch-auth.ts';
import { createLocks } from './locks.ts';
import { MemoryStorage } from './memory-storage.ts';

/** The provider and the real SDK as one script, so that each tab runs copies of its own. */
export async function bundleProvider(): Promise<string> {
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

/** What the tabs of one browser share: cookies, local storage, locks, and the network. */
export class SharedBrowser {
  readonly tabs: Tab[] = [];
  readonly storage = new MemoryStorage();
  readonly cookies = new Map<string, string>();
  readonly handler: Handler;
  readonly script: string;
  readonly locks = createLocks();

  constructor(handler: Handler, script: string) {
    this.handler = handler;
    this.script = script;
  }

  open(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    return tab;
  }

  setCookie(text: string): void {
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const expires = attributes.find((attribute) => attribute.startsWith('expires='));
    const isOver = expires !== undefined && Date.parse(expires.slice(8)) <= Date.now();
    if (isOver) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  tell(from: Tab, key: string, newValue: string | null): void {
    for (const tab of this.tabs) if (tab !== from) tab.hear(key, newValue);
  }
}

class StorageEventStandIn extends Event {
  readonly key: string | null;
  readonly newValue: string | null;

  constructor(type: string, init: { key: string | null; newValue: string | null }) {
    super(type);
    this.key = init.key;
    this.newValue = init.newValue;
  }
}

/** One tab: a global object of its own, with the provider's script in it. */
export class Tab {
  private readonly events = new EventTarget();
  private readonly browser: SharedBrowser;
  private readonly global: {
    stytch: { createStytchAuth(options: StytchAuthOptions): Promise<StytchAuth> };
  };

  constructor(browser: SharedBrowser) {
    this.browser = browser;
    const scope = { ...this.scope(), stytch: { createStytchAuth: notYet } };
    this.global = scope;
    Object.assign(scope, { window: scope, self: scope });
    runInContext(browser.script, createContext(scope));
  }

  createStytchAuth(options: StytchAuthOptions): Promise<StytchAuth> {
    return this.global.stytch.createStytchAuth(options);
  }

  hear(key: string, newValue: string | null): void {
    this.events.dispatchEvent(new StorageEventStandIn('storage', { key, newValue }));
  }

  private scope() {
    const { browser, events } = this;
    const listening = {
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    };
    const network: typeof fetch = (input, init) =>
      browser.handler.fetch(new Request(String(input), { ...init, keepalive: false }));
    return {
      ...listening,
      console,
      Date,
      URL,
      URLSearchParams,
      TextEncoder,
      AbortController,
      AbortSignal,
      Response,
      Event,
      StorageEvent: StorageEventStandIn,
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
        ...listening,
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

  /** The shared storage, as this tab sees it: the others hear what it writes. */
  private localStorage(): Storage {
    const { browser } = this;
    const { storage } = browser;
    const tell = (key: string, value: string | null) => browser.tell(this, key, value);
    return new Proxy(storage, {
      get(real, name) {
        if (name === 'setItem') {
          return (key: string, value: string) => {
            const isNews = real.getItem(key) !== value;
            real.setItem(key, value);
            if (isNews) tell(key, value);
          };
        }
        if (name === 'removeItem') {
          return (key: string) => {
            const isNews = real.getItem(key) !== null;
            real.removeItem(key);
            if (isNews) tell(key, null);
          };
        }
        const value: unknown = Reflect.get(real, name, real);
        return typeof value === 'function' ? value.bind(real) : value;
      },
    });
  }
}

function notYet(): never {
  throw new Error('The script of the tab did not run.');
}
