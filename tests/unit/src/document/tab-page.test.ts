import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetTabPage, watchTabPage } from '#src/document/tab-page.ts';
import { safeSessionStorage } from '#src/storage/web-storage.ts';

const APP = 'http://localhost:3000';

/** Web storage as an object, as the browser lists its entries. */
function createStorage(isWritable = () => true): Storage {
  const items: Record<string, string> = {};
  const methods: Partial<Storage> = {
    getItem: (key) => items[key] ?? null,
    setItem(key, value) {
      if (!isWritable()) throw new DOMException('full', 'QuotaExceededError');
      items[key] = value;
    },
    removeItem: (key) => void Reflect.deleteProperty(items, key),
    clear: () => {
      for (const key of Object.keys(items)) Reflect.deleteProperty(items, key);
    },
  };
  return new Proxy(items, {
    get: (target, key) => Reflect.get(methods, key) ?? Reflect.get(target, key),
  }) as unknown as Storage;
}

class FakeDocument extends EventTarget {
  prerendering = false;
  visibilityState: DocumentVisibilityState = 'visible';
  readonly documentElement = { dataset: {} as DOMStringMap };
}

/** The address whose entry in the history the next page takes, if its browser tells. */
let replaced: string | undefined;

/** One page of a tab, in which the script of the document has run. */
class FakePage extends EventTarget {
  readonly document = new FakeDocument();
  readonly location: { href: string; reload: () => void };
  readonly navigation = replaced && { activation: { from: { url: replaced } } };
  /** What the product hears: its listeners come after those of the document's script. */
  readonly heard: string[] = [];
  /** Counts those before which the page has ended its calls, and says that it makes none. */
  reloads = 0;
  private hasStopped = false;
  isLeaving = () => false;
  readonly documentStart = { isLeaving: () => this.isLeaving() };
  private readonly storage: () => Record<'localStorage' | 'sessionStorage', Storage>;

  constructor(storage: FakePage['storage'], path: string, isPrerendered = false) {
    super();
    this.document.prerendering = isPrerendered;
    this.storage = storage;
    const reload = () => {
      if (this.hasStopped && this.isLeaving()) this.reloads += 1;
    };
    this.location = { href: APP + path, reload };
    this.run(() => {
      this.isLeaving = watchTabPage();
    });
    this.document.addEventListener('visibilitychange', ({ type }) => this.heard.push(type));
    for (const event of ['pageshow', 'storage', 'popstate']) {
      this.addEventListener(event, ({ type }) => this.heard.push(type));
    }
  }

  get localStorage(): Storage {
    return this.storage().localStorage;
  }

  get sessionStorage(): Storage {
    return this.storage().sessionStorage;
  }

  get isHidden(): boolean {
    return this.document.documentElement.dataset.leaving !== undefined;
  }

  /** Puts the page into the back/forward cache; with `false`, it is gone. */
  leave(persisted = true): void {
    this.setVisible(false);
    this.run(() => this.dispatchEvent(Object.assign(new Event('pagehide'), { persisted })));
  }

  stop(): void {
    this.hasStopped = true;
  }

  /** Chromium tells the visibility first. */
  comeBack(): void {
    this.setVisible(true);
    this.run(() => this.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  }

  /** Another tab has changed local storage. */
  receiveStorage(): void {
    this.run(() => this.dispatchEvent(new Event('storage')));
  }

  /** Back or Forward leads to another entry of the same document. */
  moveWithin(): void {
    this.heard.length = 0;
    this.run(() => this.dispatchEvent(new Event('popstate')));
  }

  setVisible(isVisible: boolean): void {
    this.document.visibilityState = isVisible ? 'visible' : 'hidden';
    this.heard.length = 0;
    this.run(() => this.document.dispatchEvent(new Event('visibilitychange')));
  }

  run(act: () => void): void {
    const { window: outer, document: outerDocument } = globalThis;
    vi.stubGlobal('window', this);
    vi.stubGlobal('document', this.document);
    act();
    // Another page can start in the middle.
    if (outer instanceof FakePage) {
      vi.stubGlobal('window', outer);
      vi.stubGlobal('document', outerDocument);
    }
  }
}

/** A tab: its pages share session storage, and all tabs local storage. */
class FakeTab {
  sessionStorage = createStorage();
  readonly localStorage: Storage;

  constructor(localStorage = createStorage()) {
    this.localStorage = localStorage;
  }

  open(path = '/', isPrerendered = false): FakePage {
    return new FakePage(() => this, path, isPrerendered);
  }

  /** Gives the pages of this tab, from now on, another session storage: a copy of the present one. */
  copyStorage(): Storage {
    const copy = createStorage();
    for (const [key, value] of Object.entries<string>(this.sessionStorage))
      copy.setItem(key, value);
    return copy;
  }

  get asks(): boolean {
    return this.sessionStorage.getItem('identity_question') !== null;
  }

  /** Whether the next page shows nothing of the stored sign-in. */
  get isOutdated(): boolean {
    return this.sessionStorage.getItem('signed_out_at') === '-';
  }

  get page(): string | null {
    return this.sessionStorage.getItem('tab_page');
  }

  /** The newest page of each tab that local storage knows. */
  get known(): readonly (string | null)[] {
    const keys = Object.keys(this.localStorage).filter((key) => key.startsWith('tab_page:'));
    return keys.map((key) => this.localStorage.getItem(key));
  }
}

const NOT_HEARD: readonly string[] = [];
const HEARD = ['visibilitychange', 'pageshow'];

beforeEach(() => {
  let now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1));
});

afterEach(() => {
  replaced = undefined;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a page from the back/forward cache [R22.16]', () => {
  it('is loaded again after another page of its tab, is hidden at once, and writes nothing', () => {
    const tab = new FakeTab();
    const adas = tab.open();
    adas.leave();
    const doras = tab.open('/policies');
    tab.sessionStorage.setItem('discovery_email_address', 'dora@acme.example');
    doras.leave();
    adas.comeBack();
    adas.receiveStorage();
    expect(adas).toMatchObject({ reloads: 1, isHidden: true, heard: NOT_HEARD });
    adas.run(() => safeSessionStorage.write('discovery_email_address', 'ada@acme.example'));
    adas.leave(false);
    expect(tab.sessionStorage.getItem('discovery_email_address')).toBe('dora@acme.example');
    expect(tab.asks).toBe(false);
  });

  it('writes nothing while an older page of its tab comes back, which would find it there', () => {
    const tab = new FakeTab();
    const first = tab.open();
    first.leave();
    const adas = tab.open();
    adas.leave();
    tab.open().leave();
    adas.comeBack();
    // Chromium shows the next page before it tells the last one that it is left.
    adas.run(() => safeSessionStorage.write('discovery_email_address', 'ada@acme.example'));
    first.comeBack();
    adas.leave();
    adas.run(() => safeSessionStorage.write('discovery_email_address', 'ada@acme.example'));
    first.leave(false);
    expect(tab.sessionStorage.getItem('discovery_email_address')).toBeNull();
  });

  it('stays when only another site was there', () => {
    const tab = new FakeTab();
    const page = tab.open();
    page.leave();
    page.comeBack();
    page.receiveStorage();
    expect(page).toMatchObject({ reloads: 0, isHidden: false, heard: [...HEARD, 'storage'] });
    page.leave();
    page.comeBack();
    expect(page).toMatchObject({ reloads: 0, heard: HEARD });
    expect(tab.asks).toBe(false);
  });

  it('is loaded again when it comes back a second time, because the person went on before the reload', () => {
    const tab = new FakeTab();
    const first = tab.open();
    first.leave();
    tab.open('/policies');
    first.comeBack();
    first.leave();
    first.comeBack();
    expect(first).toMatchObject({ reloads: 2, isHidden: true });
    expect(first.isLeaving()).toBe(true);
  });

  it('reloads again when Back within its document has ended the reload, and takes no other step', () => {
    const tab = new FakeTab();
    const first = tab.open();
    first.leave();
    tab.open();
    first.moveWithin();
    expect(first).toMatchObject({ reloads: 0, heard: ['popstate'] });
    first.comeBack();
    first.moveWithin();
    expect(first).toMatchObject({ reloads: 2, heard: NOT_HEARD });
  });

  it('is loaded again also by Forward, and each page after its reload is the newest', () => {
    const tab = new FakeTab();
    const first = tab.open();
    first.leave();
    const second = tab.open('/policies');
    second.leave();
    first.comeBack();
    first.leave(false);
    const again = tab.open();
    again.leave();
    second.comeBack();
    expect(second).toMatchObject({ reloads: 1, isHidden: true });
    second.leave(false);
    const last = tab.open('/policies');
    last.leave();
    last.comeBack();
    expect(last).toMatchObject({ reloads: 0, heard: HEARD });
    again.comeBack();
    expect(again.reloads).toBe(1);
    expect(tab.asks).toBe(false);
  });

  it('asks when its session storage is outdated, because another site was in between', () => {
    const tab = new FakeTab();
    const login = tab.open();
    const outdated = tab.copyStorage();
    login.leave();
    tab.open('/discovery').leave();
    tab.sessionStorage = outdated;
    login.comeBack();
    expect(login.reloads).toBe(1);
    expect(tab).toMatchObject({ asks: true, isOutdated: true });
    // What the page does until it is gone does not answer it.
    login.run(() => safeSessionStorage.remove('identity_question'));
    login.leave(false);
    expect(tab).toMatchObject({ asks: true, isOutdated: true });
  });

  it('asks when the page is loaded again by Back, with an outdated session storage', () => {
    const tab = new FakeTab();
    tab.open().leave(false);
    const outdated = tab.copyStorage();
    tab.open('/discovery').leave();
    tab.sessionStorage = outdated;
    loadNextBy('back_forward');
    tab.open();
    expect(tab).toMatchObject({ asks: true, isOutdated: true });
  });

  it('asks when an older process loads another page, with an outdated session storage', () => {
    const tab = new FakeTab();
    tab.open().leave();
    const outdated = tab.copyStorage();
    tab.open('/discovery').leave();
    tab.sessionStorage = outdated;
    loadNextBy('navigate');
    tab.open('/policies');
    expect(tab).toMatchObject({ asks: true, isOutdated: true });
  });

  it.each<[NavigationTimingType, boolean]>([
    ['back_forward', true],
    ['reload', false],
    ['navigate', false],
  ])('that is loaded by %s when nothing is known of its tab asks: %s', (type, asks) => {
    const tab = new FakeTab();
    tab.open().leave(false);
    openManyTabs(tab);
    loadNextBy(type);
    tab.open();
    expect(tab).toMatchObject({ asks, isOutdated: asks });
  });

  it('asks in a tab that the browser reopens without its session storage [R22.15]', () => {
    const tab = new FakeTab();
    tab.open().leave(false);
    tab.sessionStorage = new FakeTab().copyStorage();
    loadNextBy('back_forward');
    tab.open();
    expect(tab).toMatchObject({ asks: true, isOutdated: true });
  });

  it('does not ask in a new tab', () => {
    const tab = new FakeTab();
    loadNextBy('navigate');
    tab.open();
    expect(tab).toMatchObject({ asks: false, isOutdated: false });
  });

  it('does not ask when the page is loaded again by Back, with its session storage', () => {
    const tab = new FakeTab();
    tab.open().leave(false);
    tab.open('/discovery').leave();
    loadNextBy('back_forward');
    tab.open();
    expect(tab).toMatchObject({ asks: false, isOutdated: false });
  });

  it('asks after another tab that started in the same moment, and wrote later than it read', () => {
    const tab = new FakeTab();
    const login = tab.open();
    const outdated = tab.copyStorage();
    login.leave();
    let answers = 0;
    // The page of the answer starts after the other tab has read, and before it writes.
    const storage = new Proxy(tab.localStorage, {
      get(target, key) {
        if (key === 'setItem' && answers++ === 0) tab.open('/discovery').leave();
        return Reflect.get(target, key);
      },
    });
    new FakeTab(storage).open();
    expect(answers).toBeGreaterThan(0);
    tab.sessionStorage = outdated;
    login.comeBack();
    expect(login.reloads).toBe(1);
    expect(tab.asks).toBe(true);
  });

  it('is loaded again when only its session storage tells that another page has run', () => {
    const tab = new FakeTab();
    const login = tab.open();
    const known = tab.page ?? '';
    login.leave();
    tab.open('/discovery').leave();
    tab.localStorage.setItem(`tab_page:${known.split(':')[1]}`, known);
    login.comeBack();
    expect(login.reloads).toBe(1);
    expect(tab).toMatchObject({ asks: true, isOutdated: true });
  });

  it('does not go by the clock', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const tab = new FakeTab();
    const adas = tab.open();
    adas.leave();
    vi.setSystemTime(Date.now() - 3_600_000);
    const doras = tab.open();
    doras.leave();
    doras.comeBack();
    expect(doras.reloads).toBe(0);
    doras.leave();
    adas.comeBack();
    expect(adas.reloads).toBe(1);
  });

  it.each<[string, (tab: FakeTab) => void]>([
    ['very many other tabs were opened', openManyTabs],
    ['local storage was cleared', (tab) => tab.localStorage.clear()],
  ])('is loaded again and asks when nothing is known of it, because %s', (_, forget) => {
    const tab = new FakeTab();
    const page = tab.open();
    page.leave();
    forget(tab);
    page.comeBack();
    expect(page).toMatchObject({ reloads: 1, isHidden: true });
    expect(tab.asks).toBe(true);
    page.leave(false);
    const again = tab.open();
    // The person has answered.
    tab.sessionStorage.removeItem('identity_question');
    again.leave();
    again.comeBack();
    expect(again.reloads).toBe(0);
  });

  it('is loaded again and asks where local storage is full', () => {
    let isFull = false;
    const tab = new FakeTab(createStorage(() => !isFull));
    const adas = tab.open();
    adas.leave();
    isFull = true;
    tab.open('/policies').leave();
    expect(tab.known).toEqual([]);
    adas.comeBack();
    expect(adas.reloads).toBe(1);
    expect(tab.asks).toBe(true);
  });

  it('throws nothing where storage is forbidden', () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const page = new FakePage(denied, '/');
    page.leave();
    page.comeBack();
    expect(page.reloads).toBe(1);
  });
});

it('a page that the browser prerenders is hidden, writes nothing, and is loaded again when it is shown [R22.16]', () => {
  const tab = new FakeTab();
  const visible = tab.open();
  const own = tab.page;
  const prerendered = tab.open('/', true);
  expect(prerendered.isLeaving()).toBe(true);
  expect(prerendered.isHidden).toBe(true);
  expect([tab.page, tab.known]).toEqual([own, [own]]);
  prerendered.stop();
  prerendered.run(() => prerendered.document.dispatchEvent(new Event('prerenderingchange')));
  expect([prerendered.reloads, visible.reloads]).toEqual([1, 0]);
});

describe('a page that local storage has forgotten', () => {
  it('is known again while it is shown [R22.16]', () => {
    const tab = new FakeTab();
    const page = tab.open();
    tab.localStorage.clear();
    page.receiveStorage();
    expect(tab.known).toEqual([tab.page]);
    page.leave();
    page.comeBack();
    tab.localStorage.clear();
    page.receiveStorage();
    expect(tab.known).toEqual([tab.page]);
    expect(page.reloads).toBe(0);
  });

  it('stays forgotten in the back/forward cache [R22.16]', () => {
    const tab = new FakeTab();
    const page = tab.open();
    page.leave();
    tab.open('/policies');
    tab.localStorage.clear();
    page.receiveStorage();
    expect(tab.known).toEqual([]);
  });
});

describe('several tabs', () => {
  it('do not count for each other [R22.16]', () => {
    const one = new FakeTab();
    const two = new FakeTab(one.localStorage);
    const pages = [one.open(), two.open()];
    for (const page of pages) page.leave();
    two.open('/policies');
    for (const page of pages) page.comeBack();
    expect(pages.map(({ reloads }) => reloads)).toEqual([0, 1]);
    expect([one.asks, two.asks]).toEqual([false, false]);
  });

  it('leave a page alone that was shown all the time, or only hidden [R22.16]', () => {
    const tab = new FakeTab();
    const page = tab.open();
    const duplicate = new FakeTab(tab.localStorage);
    duplicate.sessionStorage = tab.copyStorage();
    duplicate.open();
    const own = tab.page;
    page.setVisible(false);
    page.setVisible(true);
    expect(page).toMatchObject({ reloads: 0, heard: ['visibilitychange'] });
    // Only the news of another page itself: a page that is being left can read what the next one has written.
    expect(tab.page).toBe(own);
  });

  it('with a copied session storage do not ask: the copied page takes another id [R22.16]', () => {
    const tab = new FakeTab();
    const page = tab.open();
    const duplicates = [1, 2].map(() => {
      const duplicate = new FakeTab(tab.localStorage);
      duplicate.sessionStorage = tab.copyStorage();
      loadNextBy('back_forward');
      const copy = duplicate.open();
      page.receiveStorage();
      return { duplicate, copy };
    });
    const copies = duplicates.map(({ copy }) => copy);
    for (const each of [page, ...copies]) each.leave();
    for (const each of [page, ...copies]) each.comeBack();
    expect([page, ...copies].map(({ reloads }) => reloads)).toEqual([0, 0, 0]);
    const tabs = [tab, ...duplicates.map(({ duplicate }) => duplicate)];
    expect(tabs.map(({ asks }) => asks)).toEqual([false, false, false]);
    expect(new Set(tabs.map((each) => each.page?.split(':')[1])).size).toBe(3);
    expect(tabs.every((each) => tab.known.includes(each.page))).toBe(true);
  });

  it('with a copied session storage: an older page of the copied tab asks [R22.16]', () => {
    const tab = new FakeTab();
    const older = tab.open();
    const outdated = tab.copyStorage();
    older.leave();
    const page = tab.open('/discovery');
    const duplicate = new FakeTab(tab.localStorage);
    duplicate.sessionStorage = tab.copyStorage();
    duplicate.open();
    page.receiveStorage();
    page.leave();
    tab.sessionStorage = outdated;
    older.comeBack();
    expect(older.reloads).toBe(1);
    expect(tab.asks).toBe(true);
  });

  it('that were opened do not give a page another id, also when it is the oldest [R22.16]', () => {
    const tab = new FakeTab();
    const page = tab.open();
    const own = tab.page;
    openManyTabs(tab);
    page.receiveStorage();
    expect(tab.page).toBe(own);
  });

  it('do not give a page that was in the back/forward cache another id [R22.16]', () => {
    const tab = new FakeTab();
    const page = tab.open();
    page.leave();
    page.comeBack();
    const own = tab.page ?? '';
    // Late news of a page that has run meanwhile cannot be told from a copy of the tab.
    tab.localStorage.setItem(`tab_page:${own.split(':')[1]}`, 'another');
    page.receiveStorage();
    expect(tab.page).toBe(own);
    page.leave();
    page.comeBack();
    expect(page.reloads).toBe(1);
  });

  it('are remembered up to two hundred, each with one page, the latest last [R13.2]', () => {
    const tab = new FakeTab();
    for (const path of ['/', '/policies', '/']) tab.open(path);
    expect(tab.known).toEqual([tab.page]);
    const last = openManyTabs(tab);
    expect(tab.known).toHaveLength(200);
    expect(tab.known).toContain(last.page);
    expect(tab.known).not.toContain(tab.page);
    for (let page = 0; page < 50; page += 1) last.open();
    expect(tab.known).toHaveLength(200);
  });

  it('forget the page that is the oldest, but not their own [R13.2]', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = new FakeTab();
    first.open();
    const second = new FakeTab(first.localStorage);
    second.open();
    vi.setSystemTime(Date.now() + 1_000);
    first.open();
    vi.setSystemTime(Date.now() + 1_000);
    for (let opened = 0; opened < 199; opened += 1) new FakeTab(first.localStorage).open();
    expect(first.known).toHaveLength(200);
    expect(first.known).toContain(first.page);
    expect(first.known).not.toContain(second.page);
    vi.setSystemTime(Date.now() - 3_600_000);
    second.open();
    expect(first.known).toHaveLength(200);
    expect(first.known).toContain(second.page);
  });
});

describe('an answer in the address [R22.11]', () => {
  beforeEach(() => loadNextBy('navigate'));

  it.each([
    ['/discovery?stytch_token_type=discovery_oauth&token=x', true],
    ['/authenticate?stytch_token_type=oauth&token=x', true],
    ['/discovery?stytch_token_type=discovery&token=x', true],
    ['/authenticate?stytch_token_type=multi_tenant_impersonation&token=x', false],
    ['/discovery?stytch_token_type=discovery_oauth', false],
    ['/discovery?error=access_denied', false],
    ['/discovery', false],
    ['/policies?stytch_token_type=oauth&token=x', false],
  ])('%s makes the next page of the tab ask: %s', (path, asks) => {
    const tab = new FakeTab();
    tab.open(path);
    expect(tab).toMatchObject({ asks, isOutdated: false });
    tab.open();
    expect(tab).toMatchObject({ asks, isOutdated: asks });
  });

  it('keeps the chosen organization when a person answers again before the page has read the answer', () => {
    const tab = new FakeTab();
    const path = '/discovery?stytch_token_type=discovery_oauth&token=x';
    for (const address of [path, path]) tab.open(address);
    expect(tab).toMatchObject({ asks: true, isOutdated: false });
  });

  it.each([
    ['navigate', false],
    ['reload', true],
    ['back_forward', true],
    [undefined, true],
  ] as const)('that is loaded by %s counts as somebody else’s: %s [R5.14]', (type, isUnknown) => {
    loadNextBy(type);
    const tab = new FakeTab();
    tab.sessionStorage.setItem('tab_page', '1:tab');
    tab.localStorage.setItem('tab_page:tab', '1:tab');
    tab.open('/authenticate?stytch_token_type=oauth&token=x');
    expect(tab.sessionStorage.getItem('identity_question')).toBe(isUnknown ? 'unknown' : 'answer');
    expect(tab.isOutdated).toBe(isUnknown);
  });

  it.each([
    [0, false],
    [119_000, false],
    [121_000, true],
    [-121_000, true],
  ])('%i ms after Google was started counts as somebody else’s: %s [R5.14]', (age, isUnknown) => {
    const tab = new FakeTab();
    tab.sessionStorage.setItem('auth_pkce_oauth', JSON.stringify({ at: Date.now() - age }));
    tab.open('/authenticate?stytch_token_type=oauth&token=x');
    expect(tab.isOutdated).toBe(isUnknown);
  });

  it.each([
    ['https://accounts.google.example/', false],
    [`${APP}/authenticate?stytch_token_type=oauth&token=x`, true],
  ])('that replaces %s counts as somebody else’s: %s [R5.14]', (url, isUnknown) => {
    const tab = new FakeTab();
    replaced = url;
    tab.open('/authenticate?stytch_token_type=oauth&token=x');
    expect(tab.isOutdated).toBe(isUnknown);
  });

  it.each([
    [null, 0],
    ['open', 0],
    ['answer', 1],
    ['unknown', 1],
  ])('that was noted as %s is loaded again when its page comes back: %i [R5.14]', (note, count) => {
    const tab = new FakeTab();
    const page = tab.open('/discovery?stytch_token_type=discovery_oauth&token=x');
    tab.sessionStorage.removeItem('identity_question');
    if (note !== null) tab.sessionStorage.setItem('identity_question', note);
    page.leave();
    page.comeBack();
    expect(page).toMatchObject({ reloads: count, isHidden: count === 1 });
  });

  it('is outdated for a page that comes back, and for one of an older process, when its page has no script', () => {
    const tab = new FakeTab();
    const login = tab.open();
    login.leave();
    const older = tab.copyStorage();
    login.run(forgetTabPage);
    login.comeBack();
    expect(login.reloads).toBe(1);
    tab.sessionStorage = older;
    loadNextBy('back_forward');
    tab.open();
    expect(tab).toMatchObject({ asks: true, isOutdated: true });
  });

  it('shows the stored sign-in again where only a question was open', () => {
    const tab = new FakeTab();
    tab.sessionStorage.setItem('identity_question', 'open');
    tab.open();
    expect(tab).toMatchObject({ asks: true, isOutdated: false });
  });
});

/** Says that the browser has loaded the next page by `type`; without one, it does not tell. */
function loadNextBy(type: NavigationTimingType | undefined): void {
  const entries = type === undefined ? [] : [{ type } as unknown as PerformanceEntry];
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries);
}

/** Opens twenty other tabs of the same browser, and returns the last one. */
function openManyTabs({ localStorage }: FakeTab): FakeTab {
  let tab = new FakeTab(localStorage);
  for (let opened = 0; opened < 200; opened += 1) {
    tab = new FakeTab(localStorage);
    tab.open();
  }
  return tab;
}
