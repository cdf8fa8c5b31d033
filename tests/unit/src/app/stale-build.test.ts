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

/** Loads the module as the page of a build does. */
async function loadBuild(name: string) {
  document.head.innerHTML = `<script type="module" src="data:text/javascript,/*${name}*/"></script>`;
  removeListeners();
  vi.resetModules();
  const build = await import('#src/app/stale-build.ts');
  build.watchImports();
  return build;
}

/** Returns whether an error is shown now. */
async function isShown(recovery: Promise<void>): Promise<boolean> {
  const pending = Symbol('pending');
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([recovery, pending])) !== pending;
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  reload.mockClear();
  listen = vi.spyOn(window, 'addEventListener');
});
afterEach(() => {
  removeListeners();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an import whose file a deploy has removed [R1.8]', () => {
  it('reloads each build once, also when the message names no file', async () => {
    const first = await loadBuild('first');
    expect(await isShown(first.recoverFromImportFailure(failImport()))).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    const second = await loadBuild('second');
    expect(await isShown(second.recoverFromImportFailure(failImport()))).toBe(false);
    expect(reload).toHaveBeenCalledTimes(2);
    for (const name of ['first', 'second']) {
      const again = await loadBuild(name);
      expect(await isShown(again.recoverFromImportFailure(failImport()))).toBe(true);
    }
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('has a message for which the router does not reload', async () => {
    await loadBuild('any');
    expect(failImport('Importing a module script failed.').message).toBe(
      'A file of this page is missing: Importing a module script failed.',
    );
  });

  it('records the builds that were reloaded, and reloads a page without a module once, too', async () => {
    const { recoverFromImportFailure } = await loadBuild('any');
    document.head.innerHTML = '';
    await isShown(recoverFromImportFailure(failImport()));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(sessionStorage.getItem('reloaded_builds')).toBe('');
    expect(await isShown(recoverFromImportFailure(failImport()))).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads for a style sheet, too', async () => {
    const { recoverFromImportFailure } = await loadBuild('any');
    await isShown(recoverFromImportFailure(failImport('Unable to preload CSS for /assets/x.css')));
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('an import that a navigation interrupts [R1.8]', () => {
  it('does not reload, and is shown when the page is still there', async () => {
    const { isInterruptedImport, recoverFromImportFailure } = await loadBuild('any');
    window.dispatchEvent(new Event('beforeunload'));
    const error = failImport();
    expect(isInterruptedImport(error)).toBe(true);
    const recovery = recoverFromImportFailure(error);
    expect(await isShown(recovery)).toBe(false);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await isShown(recovery)).toBe(true);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload either when the navigation started before the product ran', async () => {
    await vi.advanceTimersByTimeAsync(1);
    vi.stubGlobal('documentStart', { navigationStartedAt: performance.now() });
    const { isInterruptedImport, recoverFromImportFailure } = await loadBuild('any');
    const error = failImport();
    expect(isInterruptedImport(error)).toBe(true);
    expect(await isShown(recoverFromImportFailure(error))).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads when the back/forward cache restores the page', async () => {
    await loadBuild('any');
    window.dispatchEvent(new Event('beforeunload'));
    failImport();
    showPage({ persisted: true });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload a restored page of which nothing was interrupted', async () => {
    await loadBuild('any');
    showPage({ persisted: true });
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload a page that is shown for the first time', async () => {
    await loadBuild('any');
    window.dispatchEvent(new Event('beforeunload'));
    failImport();
    showPage({ persisted: false });
    expect(reload).not.toHaveBeenCalled();
  });

  it('takes an import that fails after fifteen seconds for one whose file is missing', async () => {
    const { isInterruptedImport } = await loadBuild('any');
    window.dispatchEvent(new Event('beforeunload'));
    await vi.advanceTimersByTimeAsync(14_999);
    expect(isInterruptedImport(failImport())).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(isInterruptedImport(failImport())).toBe(false);
  });
});

it('shows any other error at once', async () => {
  const { isInterruptedImport, recoverFromImportFailure } = await loadBuild('any');
  expect(isInterruptedImport(new Error('broken'))).toBe(false);
  expect(isInterruptedImport('no error')).toBe(false);
  expect(await isShown(recoverFromImportFailure(new Error('broken')))).toBe(true);
  expect(reload).not.toHaveBeenCalled();
});
