import type { Script } from 'node:vm';
import { vi } from 'vitest';
import type { Handler } from '#emulator/handler.ts';
import { createLocks } from '#tests/unit/src/stytch/support/locks.ts';
import { MemoryStorage } from '#tests/unit/src/stytch/support/memory-storage.ts';
import { Network } from './network.ts';
import { deterministicCrypto, SimulatedPage } from './simulated-page.ts';

const APP = 'http://localhost:3000';

/** Everything that the tabs of one browser share: cookies, local storage, locks, channels and the network. */
export class SimulatedBrowser {
  readonly tabs: SimulatedTab[] = [];
  readonly cookies = new CookieJar();
  readonly storage = new MemoryStorage();
  readonly locks = createLocks();
  readonly crypto = deterministicCrypto();
  /** The mails whose link a person has opened; nobody opens one twice. */
  readonly openedLinks = new Set<string>();
  readonly handler: Handler;
  readonly network: Network;
  readonly script: Script;
  private readonly tasks: (() => void)[] = [];

  constructor(handler: Handler, script: Script) {
    this.handler = handler;
    this.network = new Network(handler);
    this.script = script;
  }

  openTab(name: string): SimulatedTab {
    const tab = new SimulatedTab(this, name);
    this.tabs.push(tab);
    return tab;
  }

  /** Does something in a page as a task of its own, after all tasks that are waiting. */
  post(page: SimulatedPage, act: () => void): void {
    this.postTask(() => page.run(act));
  }

  postTask(task: () => void): void {
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
    const end = Date.now() + milliseconds;
    let isOver = false;
    setTimeout(() => {
      isOver = true;
    }, milliseconds);
    await this.settle();
    while (!isOver) {
      vi.advanceTimersToNextTimer();
      await this.settle();
    }
    if (Date.now() !== end) throw new Error('The clock missed the end of a wait.');
  }

  pages(): readonly SimulatedPage[] {
    return this.tabs.flatMap(({ pages }) => [...pages]);
  }

  /** Local storage as a page sees it. Its writes send `storage` events to the other pages. */
  localStorageOf(page: SimulatedPage): Storage {
    const { storage } = this;
    const change = (key: string | null, value: string | null, act: () => void) => {
      const isChange = key === null ? storage.length > 0 : storage.getItem(key) !== value;
      act();
      if (!isChange) return;
      for (const other of this.pages()) {
        if (other !== page) this.post(other, () => other.receiveStorage(key, value));
      }
    };
    const changing: Partial<Storage> = {
      setItem: (key, value) => change(key, value, () => storage.setItem(key, value)),
      removeItem: (key) => change(key, null, () => storage.removeItem(key)),
      clear: () => change(null, null, () => storage.clear()),
    };
    return new Proxy(storage, {
      get(real, name) {
        const changes: unknown = Reflect.get(changing, name);
        if (changes !== undefined) return changes;
        const value: unknown = Reflect.get(real, name, real);
        return typeof value === 'function' ? value.bind(real) : value;
      },
    });
  }
}

/** One tab: its session storage, and its page or the address of another site. */
export class SimulatedTab {
  readonly browser: SimulatedBrowser;
  readonly name: string;
  sessionStorage = new MemoryStorage();
  /** The page of the product that is shown; `null` on another site, and when the tab is closed. */
  page: SimulatedPage | null = null;
  /** The page that the tab has left, in the back/forward cache. */
  cached: SimulatedPage | null = null;
  /** The address of the other site that the tab shows. */
  otherSite: URL | null = null;
  /** Whether the network holds the requests of this tab. */
  isSlow = false;

  constructor(browser: SimulatedBrowser, name: string) {
    this.browser = browser;
    this.name = name;
  }

  get pages(): readonly SimulatedPage[] {
    return [this.page, this.cached].filter((page) => page !== null);
  }

  load(path: string, navigation: 'navigate' | 'reload' = 'navigate'): void {
    this.leave();
    this.page = new SimulatedPage(this, new URL(path, APP), navigation);
  }

  reload(): void {
    if (this.page !== null) this.load(this.page.url.href, 'reload');
  }

  /** Navigates after the present task, as a browser does. */
  leaveFor(url: URL): void {
    this.browser.postTask(() => {
      const { page } = this;
      if (url.origin === APP && !url.pathname.startsWith('/v1/')) {
        this.load(url.href);
        return;
      }
      this.page = null;
      this.leave();
      this.otherSite = url;
      this.cached = page;
      page?.dispatch(new Event('pagehide'));
      page?.freeze();
    });
  }

  /** Goes back from another site: to the page in the back/forward cache, or to a new one. */
  goBack(isCached: boolean): void {
    const { cached } = this;
    this.cached = null;
    this.otherSite = null;
    this.page = cached;
    if (!isCached || cached === null) this.load(cached?.url.href ?? '/', 'reload');
    else cached.resume(Object.assign(new Event('pageshow'), { persisted: true }));
  }

  /** Closes the tab. What it stored is gone. */
  close(): void {
    this.leave();
    this.sessionStorage = new MemoryStorage();
  }

  private leave(): void {
    for (const page of this.pages) {
      page.close();
      this.browser.network.drop(page);
    }
    this.page = null;
    this.cached = null;
    this.otherSite = null;
  }
}

/** The cookies of the path `/`; one of another path is another cookie. */
class CookieJar {
  private readonly jar = new Map<string, { readonly value: string; readonly until: number }>();

  text(): string {
    const valid = [...this.jar].filter(([, { until }]) => until > Date.now());
    return valid.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  value(name: string): string | null {
    const cookie = this.jar.get(name);
    return cookie === undefined || cookie.until <= Date.now() ? null : cookie.value;
  }

  write(text: string): void {
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (!attributes.includes('path=/')) return;
    const expires = attributes.find((attribute) => attribute.startsWith('expires='));
    const until = expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires.slice(8));
    if (until <= Date.now()) this.jar.delete(name);
    else this.jar.set(name, { value, until });
  }
}
