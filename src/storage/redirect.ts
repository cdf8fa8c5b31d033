import { safeRedirect } from '#machines/rules/redirect.ts';
import { safeLocalStorage } from './web-storage.ts';

/** The key in local storage (R2.11). */
const KEY = 'post_login_redirect';

/**
 * Saves where a member wanted to go (R2.11, R3.5). An unsafe address is not saved, and does not replace the
 * one that was saved before.
 *
 * @param path path, query and hash
 */
export function saveRedirect(path: string): void {
  const safe = safeRedirect(path);
  if (safe !== null) safeLocalStorage.write(KEY, safe);
}

/** Forgets where a member wanted to go: the next person has not been there. */
export function clearRedirect(): void {
  safeLocalStorage.remove(KEY);
}

/**
 * Takes the saved redirect out of storage. It is checked again (R3.5): storage may hold something other
 * than what was saved.
 *
 * @returns path, query and hash; `null` when nothing safe was saved
 */
export function takeRedirect(): string | null {
  const saved = safeLocalStorage.read(KEY);
  safeLocalStorage.remove(KEY);
  return safeRedirect(saved);
}
