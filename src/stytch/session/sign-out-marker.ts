import { SIGNED_OUT_AT_KEY } from '#machines/rules/limits.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';

export interface SignOutMarker {
  /** Records a sign-out. Call it before the session is removed, so that other tabs see the two in this order. */
  set(): void;
  /** Records the sign-out now if storage had no space for it. */
  ensure(): void;
  /** Whether a tab of this browser has signed out at `since` (epoch milliseconds) or later. */
  isSetSince(since: number): boolean;
  /** Whether a tab has signed out since this was asked last, while this page could not be told. */
  wasMissed(): boolean;
  stop(): void;
}

/**
 * Distinguishes a sign-out in another tab from a session that has expired. The SDK's storage shows only that
 * the session is gone.
 *
 * @param now epoch milliseconds
 * @param onSetElsewhere is called when another tab has signed out
 */
export function createSignOutMarker(now: () => number, onSetElsewhere: () => void): SignOutMarker {
  const stored = () => safeLocalStorage.read(SIGNED_OUT_AT_KEY);
  let receivedAt = 0;
  let known = stored();
  // Kept in memory too: stopping an impersonation clears local storage right afterwards.
  const receive = ({ key, newValue }: StorageEvent) => {
    // Without a key, all of local storage was cleared.
    if (key !== SIGNED_OUT_AT_KEY && key !== null) return;
    known = stored();
    // The clock may have been changed since the other tab was loaded.
    if (newValue !== null) receivedAt = now();
    onSetElsewhere();
  };
  window.addEventListener('storage', receive);
  const set = () => {
    safeLocalStorage.write(SIGNED_OUT_AT_KEY, String(now()));
    known = stored();
  };
  return {
    set,
    ensure() {
      if (stored() === null) set();
    },
    isSetSince: (since) => Math.max(receivedAt, parseTime(stored())) >= since,
    wasMissed() {
      const before = known;
      known = stored();
      return known !== before;
    },
    stop: () => window.removeEventListener('storage', receive),
  };
}

function parseTime(text: string | null): number {
  const at = Number(text ?? 0);
  return Number.isFinite(at) ? at : 0;
}
