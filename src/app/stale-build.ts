import { safeSessionStorage } from '../storage/web-storage.ts';

/** Remembers, per tab, which missing file this tab has already reloaded for. */
const KEY = 'reloaded_for';

/** How each browser says that a file of the build could not be fetched. */
const MISSING =
  /dynamically imported module|importing a module script failed|error loading dynamically/i;

/**
 * Whether an error means that a deploy took away a file this page still names, and a reload has not been
 * tried for it: once, for a reload that does not help must not be repeated.
 *
 * @param error what a dynamic import was rejected with
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof Error) || !MISSING.test(error.message)) return false;
  if (safeSessionStorage.read(KEY) === error.message) return false;
  // Where this cannot be stored, the page could reload without end.
  return safeSessionStorage.write(KEY, error.message);
}
