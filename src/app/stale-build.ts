import { CALL_TIMEOUT } from '#machines/rules/limits.ts';

/**
 * Milliseconds in which a navigation that has started is expected to replace the page. An import that fails in this
 * time was interrupted by it: Firefox and WebKit reject pending imports when a navigation starts, with the error of a
 * missing file, and a reload would cancel the navigation.
 */
const LEAVING_MS = 15_000;

type ImportFailure = 'missing' | 'interrupted';

const failures = new WeakMap<Error, ImportFailure>();

/** Records why imports of the page's own files fail (R1.8). Call it before the first import. */
export function watchImports(): void {
  let wasInterrupted = false;
  window.addEventListener('pageshow', ({ persisted }) => {
    // The back/forward cache kept a page that cannot continue.
    if (persisted && wasInterrupted) window.location.reload();
  });
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const { navigationStartedAt = Number.NEGATIVE_INFINITY } = window.documentStart ?? {};
    const isLeaving = performance.now() - navigationStartedAt < LEAVING_MS;
    wasInterrupted ||= isLeaving;
    failures.set(payload, isLeaving ? 'interrupted' : 'missing');
    // The router would reload the page once for each message that a browser gives to a missing file.
    payload.message = `A file of this page is missing: ${payload.message}`;
  });
}

/** Whether an error is an import that failed because the page is being left. It is no defect. */
export function isInterruptedImport(error: unknown): boolean {
  return error instanceof Error && failures.get(error) === 'interrupted';
}

/**
 * Reloads when a deploy has removed a file that this page imports, and waits when the page is being left (R1.8).
 * Resolves when the error must be shown instead: a reload did not help or finds nothing, the navigation was cancelled, or
 * it is another error.
 *
 * @param error the rejection of a dynamic import, or any other error
 * @param mayReload whether a reload would lose nothing when the server has answered
 */
export async function recoverFromImportFailure(
  error: unknown,
  mayReload = () => true,
): Promise<void> {
  const failure = error instanceof Error ? failures.get(error) : undefined;
  if (failure === 'interrupted') await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
  if (failure !== 'missing' || !(await isDocumentServed())) return;
  if (!mayReload() || !isFirstReloadOfBuild()) return;
  window.location.reload();
  await new Promise(() => {});
}

/** Recovers when the code of a call is missing, except in a form, whose text a reload would lose (R1.8). */
export async function recoverUnlessTyping(error: unknown): Promise<void> {
  if (!isTyping()) await recoverFromImportFailure(error, () => !isTyping());
}

function isTyping(): boolean {
  return (
    (document.activeElement?.closest('form') ?? document.querySelector('dialog[open]')) !== null
  );
}

/**
 * Whether a reload finds a document: without one, it would replace the page by an error of the browser or of the server.
 * A proxy that leads to its own sign-in serves one.
 */
function isDocumentServed(): Promise<boolean> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT);
  return fetch('/', { cache: 'no-store', redirect: 'manual', signal }).then(
    ({ ok, type }) => ok || type === 'opaqueredirect',
    () => false,
  );
}

/**
 * Records a reload in the history entry. Returns whether it is the first reload for this build: a page reloads once per
 * build at most.
 */
function isFirstReloadOfBuild(): boolean {
  const build = document.querySelector<HTMLScriptElement>('[data-app]')?.dataset.app ?? '';
  const { state } = window.history;
  if (state?.reloadedBuild === build) return false;
  // Not the router's own function, which would load the page's route again.
  History.prototype.replaceState.call(window.history, { ...state, reloadedBuild: build }, '');
  return true;
}
