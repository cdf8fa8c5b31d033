// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchListeners } from '#tests/unit/support/watch-listeners.ts';

const reload = vi.fn();
/** Answers with a redirect that is not followed. */
const fetchDocument = vi.fn<typeof fetch>(async () =>
  Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
);
let removeListeners = () => {};

/** A rejected import, as Vite's helper reports it. Safari's message names no file. */
function failImport() {
  const payload = new TypeError('Importing a module script failed.');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  return payload;
}

/** Starts a navigation, which the document's script records. */
function leave(): void {
  vi.stubGlobal('documentStart', { navigationStartedAt: performance.now() });
}

/** Loads the module as the page of a build does; a build without a name names no entry. */
async function loadBuild(name = '') {
  const script = `<script data-app="/assets/app-${name}.js"></script>`;
  document.head.innerHTML = name === '' ? '' : script;
  // Those of the page that was loaded before.
  removeListeners();
  vi.resetModules();
  const build = await import('#src/app/stale-build.ts');
  build.watchImports();
  return {
    ...build,
    /** Returns whether an error is shown now. */
    async shows(error: unknown): Promise<boolean> {
      const pending = Symbol('pending');
      const recovery = build.recoverFromImportFailure(error);
      await vi.advanceTimersByTimeAsync(0);
      return (await Promise.race([recovery, pending])) !== pending;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, '');
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  reload.mockClear();
  vi.stubGlobal('fetch', fetchDocument);
  removeListeners = watchListeners();
});
afterEach(() => removeListeners());

it('reloads each build once for a missing file, and keeps the state of the router [R1.8]', async () => {
  window.history.replaceState({ key: 'of the router' }, '');
  for (const [index, name] of ['first', 'second'].entries()) {
    for (const isRepeated of [false, true]) {
      const build = await loadBuild(name);
      const error = failImport();
      expect(await build.shows(error)).toBe(isRepeated);
      expect(reload).toHaveBeenCalledTimes(index + 1);
      // The router reloads for the messages of the browsers.
      expect(error.message).toMatch(/^A file of this page is missing: /);
    }
    expect(await (await loadBuild(name)).shows(new Error('broken'))).toBe(true);
  }
  expect(window.history.state).toMatchObject({ key: 'of the router' });
  expect(fetchDocument.mock.lastCall?.[1]).toMatchObject({ redirect: 'manual' });
});

it.each<[string, typeof fetch]>([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a server that is being updated', async () => new Response(null, { status: 404 })],
  [
    'a server that hangs',
    async (_, init) => {
      init?.signal?.throwIfAborted();
      return new Promise(() => {});
    },
  ],
])(
  'does not replace the page by that of the browser: with %s it shows an error, and reloads later [R1.6, R1.8]',
  async (_, answer) => {
    const build = await loadBuild('unreachable');
    const error = failImport();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
    fetchDocument.mockImplementationOnce(answer);
    expect(await build.shows(error)).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    expect(await build.shows(error)).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
  },
);

it.each([
  ['reloads for a call outside of a form', '<form><input></form><button autofocus></button>', true],
  ['does not reload in a form', '<form><input autofocus></form>', false],
  ['does not reload under a dialog', '<dialog open></dialog>', false],
])('%s whose file is missing [R1.8]', async (_, html, reloads) => {
  const build = await loadBuild('call');
  document.body.innerHTML = html;
  document.querySelector<HTMLElement>('[autofocus]')?.focus();
  void build.recoverUnlessTyping(failImport());
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(Number(reloads));
});

it('does not reload when a dialog opens while the server is asked [R1.8]', async () => {
  const build = await loadBuild('call');
  document.body.innerHTML = '<dialog></dialog>';
  fetchDocument.mockImplementationOnce(async () => {
    document.querySelector('dialog')?.setAttribute('open', '');
    return new Response();
  });
  await build.recoverUnlessTyping(failImport());
  expect(reload).not.toHaveBeenCalled();
});

describe('an import that a navigation interrupts [R1.8]', () => {
  it('does not reload, and is shown when the page is still there', async () => {
    const build = await loadBuild();
    leave();
    const error = failImport();
    expect(build.isInterruptedImport(error)).toBe(true);
    const shown = vi.fn();
    void build.recoverFromImportFailure(error).then(shown);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(build.isInterruptedImport(failImport())).toBe(true);
    expect(shown).not.toHaveBeenCalled();
    // An import that fails later is one whose file is missing.
    await vi.advanceTimersByTimeAsync(1);
    expect(build.isInterruptedImport(failImport())).toBe(false);
    expect(shown).toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ['a page that the back/forward cache restores', true, true, 1],
    ['a restored page of which nothing was interrupted', false, true, 0],
    ['a page that is shown for the first time', true, false, 0],
  ])(
    'of %s: interrupted %s, persisted %s, %i reloads',
    async (_, interrupted, persisted, times) => {
      await loadBuild();
      if (interrupted) {
        leave();
        failImport();
      }
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
      expect(reload).toHaveBeenCalledTimes(times);
    },
  );
});
