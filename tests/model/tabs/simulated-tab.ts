import { MemoryStorage } from '#tests/unit/src/stytch/support/memory-storage.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';
import { SimulatedPage } from './simulated-page.ts';

export const APP = 'http://localhost:3000';

/** One tab: its session storage, and its page or the address of another site. */
export class SimulatedTab {
  readonly browser: SimulatedBrowser;
  readonly name: string;
  sessionStorage = new MemoryStorage();
  /** The page of the product that is shown; `null` on another site. */
  page: SimulatedPage | null = null;
  /** The page that the tab has left, in the back/forward cache. */
  cached: SimulatedPage | null = null;
  /** The address of the other site that the tab shows. */
  otherSite: URL | null = null;
  /** Whether the network holds the requests of this tab. */
  isSlow = false;
  /** The address of who sits at the tab: who signed in there, or was confirmed there by name. */
  person: string | null = null;

  constructor(browser: SimulatedBrowser, name: string) {
    this.browser = browser;
    this.name = name;
  }

  get pages(): readonly SimulatedPage[] {
    return [this.page, this.cached].filter((page) => page !== null);
  }

  load(path: string, navigation: 'navigate' | 'reload' = 'navigate'): void {
    this.leave();
    this.browser.staleCookies.delete(this);
    this.page = new SimulatedPage(this, new URL(path, APP), navigation);
  }

  /** Navigates after the present task, as a browser does. */
  leaveFor(url: URL): void {
    this.browser.post(() => {
      if (url.origin === APP && !url.pathname.startsWith('/v1/')) {
        this.load(url.href);
        return;
      }
      const { page } = this;
      this.page = null;
      this.leave();
      this.otherSite = url;
      this.cached = page;
      page?.dispatch('pagehide');
      page?.freeze();
    });
  }

  /** Goes back from another site: to the page in the back/forward cache, or to a new one. */
  goBack(isCached: boolean): void {
    const { cached } = this;
    if (!isCached || cached === null) {
      this.load(cached?.url.href ?? '/', 'reload');
      return;
    }
    this.cached = null;
    this.otherSite = null;
    this.page = cached;
    cached.resume('pageshow', { persisted: true });
  }

  /** Closes the tab, and opens another one in its place. */
  replace(): void {
    this.person = null;
    this.sessionStorage = new MemoryStorage();
    this.load('/');
  }

  private leave(): void {
    for (const page of this.pages) page.close();
    this.page = null;
    this.cached = null;
    this.otherSite = null;
  }
}
