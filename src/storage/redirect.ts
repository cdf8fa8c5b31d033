import { safeRedirect } from '#machines/rules/redirect.ts';
import { readText, writeText } from './safe-storage.ts';

/** The key in local storage (R2.11). */
const KEY = 'post_login_redirect';

/**
 * Remembers where a member wanted to go (R2.11, R3.5). An address that is not safe is not remembered, and what
 * was remembered before stays.
 *
 * @param path path, query and hash
 */
export function rememberRedirect(path: string): void {
  const safe = safeRedirect(path);
  if (safe !== null) writeText('localStorage', KEY, safe);
}

/**
 * Where a member wanted to go, checked again (R3.5): what stands in storage may not be what was written.
 *
 * @returns path, query and hash; `null` when there is none, or none that is safe
 */
export function readRedirect(): string | null {
  const stored = readText('localStorage', KEY);
  const safe = safeRedirect(stored);
  if (stored !== null && safe === null) clearRedirect();
  return safe;
}

/** Forgets where a member wanted to go: they are there. */
export function clearRedirect(): void {
  writeText('localStorage', KEY, null);
}
