import { SIGNED_OUT_AT_KEY } from '#machines/rules/limits.ts';
import { safeLocalStorage } from '../../storage/web-storage.ts';

export interface SignOutMarker {
  /** Records a sign-out. Call it before the session is removed, so that other tabs see the two in this order. */
  set(): void;
  /** Records the sign-out now if storage had no space for it. */
  ensure(): void;
  /** Identifies the last sign-out of this browser that this page knows; `null` without one. */
  last(): string | null;
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
  let known = stored();
  let latest = known;
  const receive = ({ key, newValue }: StorageEvent) => {
    // Without a key, all of local storage was cleared.
    if (key !== SIGNED_OUT_AT_KEY && key !== null) return;
    known = stored();
    // Stopping an impersonation clears local storage right afterwards.
    latest = newValue ?? latest;
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
    last() {
      latest = stored() ?? latest;
      return latest;
    },
    wasMissed() {
      const before = known;
      known = stored();
      return known !== before;
    },
    stop: () => window.removeEventListener('storage', receive),
  };
}
