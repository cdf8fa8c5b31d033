import { safeLocalStorage } from './web-storage.ts';

/** The key in local storage of the last sign-out in this browser, in epoch milliseconds. */
export const SIGNED_OUT_AT_KEY = 'auth_signed_out_at';

/**
 * Identifies the last sign-out in this browser; `null` without one. It distinguishes a sign-out in another tab from a
 * session that has expired. Its time does not count: the clock may be set back.
 */
export function lastSignOut(): string | null {
  return safeLocalStorage.read(SIGNED_OUT_AT_KEY);
}

/** Records a sign-out, which ends every unfinished sign-in of this browser (R22.4). */
export function recordSignOut(): void {
  safeLocalStorage.write(SIGNED_OUT_AT_KEY, String(Date.now()));
}
