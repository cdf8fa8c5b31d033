import { safeSessionStorage } from '../storage/web-storage.ts';

/** Session storage key of the error message that this tab has reloaded for. */
const KEY = 'reloaded_for';

/** The messages of the browsers for a module that could not be fetched. */
const IMPORT_FAILURE =
  /dynamically imported module|importing a module script failed|error loading dynamically/i;

/**
 * Whether to reload because a deploy removed a file that this page imports (R1.8). Returns true only once per
 * tab and error, so that a reload that does not help is not repeated.
 *
 * @param error the rejection of a dynamic import
 */
export function shouldReloadForNewBuild(error: unknown): boolean {
  if (!(error instanceof Error) || !IMPORT_FAILURE.test(error.message)) return false;
  if (safeSessionStorage.read(KEY) === error.message) return false;
  // If this cannot be stored, the page could reload without end.
  return safeSessionStorage.write(KEY, error.message);
}
