/**
 * Access to web storage that never throws: a browser may deny storage, and storage may be full. A failed
 * read is `null`, and a failed write returns `false`.
 */
export interface SafeStorage {
  /** The text under `key`; `null` when there is none or storage cannot be read. */
  read(key: string): string | null;
  /**
   * Writes `text` under `key`, unless it is there already. A text that cannot be written removes the older
   * one, which is no longer true.
   *
   * @returns whether `text` is stored now
   */
  write(key: string, text: string): boolean;
  remove(key: string): void;
  /** The keys that start with `prefix`. */
  keys(prefix: string): string[];
  /** Removes every key. */
  clear(): void;
}

/** Storage of this origin, shared by all tabs. */
export const safeLocalStorage = createSafeStorage('localStorage');

/** Storage of this tab. */
export const safeSessionStorage = createSafeStorage('sessionStorage');

function createSafeStorage(area: 'localStorage' | 'sessionStorage'): SafeStorage {
  /** The browser throws on access to the property itself when storage is denied. */
  const access = <Result>(use: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return use(window[area]);
    } catch {
      return otherwise;
    }
  };
  const remove = (key: string) => access((storage) => storage.removeItem(key), undefined);
  return {
    remove,
    read: (key) => access((storage) => storage.getItem(key), null),
    write(key, text) {
      const isStored = access((storage) => {
        if (storage.getItem(key) !== text) storage.setItem(key, text);
        return true;
      }, false);
      if (!isStored) remove(key);
      return isStored;
    },
    keys: (prefix) =>
      access((storage) => {
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
        return keys.filter((key) => key !== null).filter((key) => key.startsWith(prefix));
      }, []),
    clear: () => access((storage) => storage.clear(), undefined),
  };
}

/**
 * Parses a stored text.
 *
 * @returns the value; `undefined` for `null` and for a text that is not JSON
 */
export function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether the browser allows web storage and cookies. The SDK throws while it is imported when local storage
 * is denied, so the app checks this first and asks the person to allow cookies.
 */
export function isStorageAllowed(): boolean {
  try {
    // eslint-disable-next-line baseline-js/use-baseline, no-restricted-properties -- Every supported browser has it.
    return Boolean(window.localStorage && window.sessionStorage && navigator.cookieEnabled);
  } catch {
    return false;
  }
}
