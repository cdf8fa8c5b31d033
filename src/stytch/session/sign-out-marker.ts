import { safeLocalStorage } from '../../storage/web-storage.ts';

/** Local storage key of the last sign-out in this browser, in epoch milliseconds. */
const KEY = 'auth_signed_out_at';

export interface SignOutMarker {
  /** Records a sign-out. Call it before the session is removed, so that other tabs see the two in this order. */
  set(): void;
  /** Whether a tab of this browser has signed out at `since` (epoch milliseconds) or later. */
  isSetSince(since: number): boolean;
  stop(): void;
}

/**
 * Distinguishes a sign-out in another tab from a session that has expired. The SDK's storage shows only that
 * the session is gone.
 *
 * @param now epoch milliseconds
 */
export function createSignOutMarker(now: () => number): SignOutMarker {
  let receivedAt = 0;
  // Kept in memory too: stopping an impersonation clears local storage right afterwards.
  const receive = ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue !== null) receivedAt = parseTime(newValue);
  };
  window.addEventListener('storage', receive);
  return {
    set: () => void safeLocalStorage.write(KEY, String(now())),
    isSetSince: (since) => Math.max(receivedAt, parseTime(safeLocalStorage.read(KEY))) >= since,
    stop: () => window.removeEventListener('storage', receive),
  };
}

function parseTime(text: string | null): number {
  const at = Number(text ?? 0);
  return Number.isFinite(at) ? at : 0;
}
