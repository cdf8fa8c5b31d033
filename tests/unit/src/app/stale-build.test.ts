// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';

const reload = vi.fn();
let listen: MockInstance<typeof window.addEventListener>;

/** A rejected import, as Vite's helper reports it. Safari's message names no file. */
function failImport(message = 'Importing a module script failed.') {
  const payload = new TypeError(message);
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  return payload;
}

function showPage({ persisted }: { readonly persisted: boolean }): void {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

/** Removes the listeners of the page that was loaded before. */
function removeListeners(): void {
  for (const [type, listener] of listen.mock.calls) window.removeEventListener(type, listener);
  listen.mockClear();
}

/** Loads the module as the page of a build does; a build without a name has no module script. */
async function loadBuild(name = '') {
  const script = `<script type="module" src="data:text/javascript,/*${name}*/"></script>`;
  document.head.innerHTML = name === '' ? '' : script;
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
  listen = vi.spyOn(window, 'addEventListener');
});
afterEach(() => {
  removeListeners();
  vi.useRealTimers();
});

describe('an import whose file a deploy has removed [R1.8]', () => {
  it('reloads each build once, also one without a module, and when the message names no file', async () => {
    window.history.replaceState({ key: 'of the router' }, '');
    for (const [index, name] of ['first', 'second', ''].entries()) {
      for (const isRepeated of [false, true]) {
        const build = await loadBuild(name);
        expect(await build.shows(failImport())).toBe(isRepeated);
        expect(reload).toHaveBeenCalledTimes(index + 1);
      }
    }
    expect(window.history.state).toMatchObject({ key: 'of the router' });
  });

  it('has a message for which the router does not reload', async () => {
    await loadBuild();
    expect(failImport('Importing a module script failed.').message).toBe(
      'A file of this page is missing: Importing a module script failed.',
    );
  });

  it('reloads for a style sheet, too, and shows any other error at once', async () => {
    const build = await loadBuild();
    expect(build.isInterruptedImport('no error')).toBe(false);
    expect(await build.shows(new Error('broken'))).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    await build.shows(failImport('Unable to preload CSS for /assets/x.css'));
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('an import that a navigation interrupts [R1.8]', () => {
  it('does not reload, and is shown when the page is still there', async () => {
    const build = await loadBuild();
    window.dispatchEvent(new Event('beforeunload'));
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

  it('does not reload either when the navigation started before the product ran', async () => {
    await vi.advanceTimersByTimeAsync(1);
    vi.stubGlobal('documentStart', { navigationStartedAt: performance.now() });
    const build = await loadBuild();
    expect(await build.shows(failImport())).toBe(false);
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
        window.dispatchEvent(new Event('beforeunload'));
        failImport();
      }
      showPage({ persisted });
      expect(reload).toHaveBeenCalledTimes(times);
    },
  );
});
