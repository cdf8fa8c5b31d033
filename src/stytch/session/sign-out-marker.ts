import { safeLocalStorage } from '../../storage/web-storage.ts';

/** When a person of this browser last signed out, in epoch milliseconds. */
const KEY = 'auth_signed_out_at';

export interface SignOutMarker {
  /** To be set before the session goes: other tabs see both in this order. */
  set(): void;
  /** Whether somebody signed out in this browser at `since` or later (epoch milliseconds). */
  isSetSince(since: number): boolean;
  stop(): void;
}

/**
 * Tells a session that was signed out in another tab from one that ended by itself: the other tab's storage
 * only says that it is gone.
 *
 * @param now epoch milliseconds
 */
export function createSignOutMarker(now: () => number): SignOutMarker {
  let heardAt = 0;
  // Stopping an impersonation clears local storage right after, so the mark is kept when it is heard.
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue !== null) heardAt = moment(newValue);
  };
  window.addEventListener('storage', hear);
  return {
    set: () => void safeLocalStorage.write(KEY, String(now())),
    isSetSince: (since) => Math.max(heardAt, moment(safeLocalStorage.read(KEY))) >= since,
    stop: () => window.removeEventListener('storage', hear),
  };
}

function moment(text: string | null): number {
  const at = Number(text ?? 0);
  return Number.isFinite(at) ? at : 0;
}
