/**
 * Storage that throws, is full or was denied must never end a sign-in: reads give `null`, and writes say
 * whether they held.
 */

/** Reads a value of this origin's local storage; `null` when there is none or storage cannot be read. */
export function readLocal(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a value to local storage. Returns whether it is there now. */
export function writeLocal(key: string, value: string): boolean {
  try {
    window.localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes a value of local storage, if it can be. */
export function removeLocal(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Storage that cannot be written holds nothing of ours.
  }
}

/** Every key of local storage that starts with `prefix`. */
export function localKeys(prefix: string): string[] {
  try {
    const { localStorage } = window;
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
      .filter((key) => key?.startsWith(prefix) === true)
      .flatMap((key) => (key === null ? [] : [key]));
  } catch {
    return [];
  }
}

/** Clears local storage whole, if it can be (R12.4). */
export function clearLocal(): void {
  try {
    window.localStorage.clear();
  } catch {
    // As above.
  }
}

/** Reads a value of this tab's session storage; `null` when there is none or it cannot be read. */
export function readTab(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a value to this tab's session storage. Returns whether it is there now. */
export function writeTab(key: string, value: string): boolean {
  try {
    window.sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes a value of this tab's session storage, if it can be. */
export function removeTab(key: string): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/**
 * Whether this browser lets the product keep anything at all. The SDK throws while it is imported when
 * local storage is denied, so this is asked first; without it, a page says that cookies are needed.
 */
export function storageIsAllowed(): boolean {
  try {
    const areas = [window.localStorage, window.sessionStorage];
    return areas.every(Boolean) && navigator.cookieEnabled;
  } catch {
    return false;
  }
}
