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
}

/** Storage of this origin, shared by all tabs. */
export const safeLocalStorage = createSafeStorage('localStorage');

/** Storage of this tab. */
export const safeSessionStorage = createSafeStorage('sessionStorage');

function createSafeStorage(area: 'localStorage' | 'sessionStorage'): SafeStorage {
  const remove = (key: string) => {
    access(area, (storage) => storage.removeItem(key), undefined);
  };
  return {
    remove,
    read: (key) => access(area, (storage) => storage.getItem(key), null),
    write(key, text) {
      const isStored = access(
        area,
        (storage) => {
          if (storage.getItem(key) !== text) storage.setItem(key, text);
          return true;
        },
        false,
      );
      if (!isStored) remove(key);
      return isStored;
    },
  };
}

/**
 * Named values of this tab under one key of session storage.
 *
 * @param key is removed with its last value
 */
export function createTabRecord(key: string) {
  const read = (): Readonly<Record<string, unknown>> => {
    const stored = parseJson(safeSessionStorage.read(key));
    return typeof stored === 'object' ? { ...stored } : {};
  };
  return {
    /** The values, each of any shape. */
    read,
    /** Changes some values, and removes those that are `null` or `undefined`. Returns whether they are stored now. */
    write(change: Readonly<Record<string, unknown>>): boolean {
      const values = Object.entries({ ...read(), ...change }).filter(([, value]) => value != null);
      if (values.length > 0) {
        return safeSessionStorage.write(key, JSON.stringify(Object.fromEntries(values)));
      }
      safeSessionStorage.remove(key);
      return true;
    },
  };
}

/** The keys in local storage that start with `prefix`. */
export function localStorageKeys(prefix: string): string[] {
  return access(
    'localStorage',
    (storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)),
    [],
  );
}

/** Removes every key of this origin and of this tab. */
export function clearWebStorage(): void {
  access('localStorage', (storage) => storage.clear(), undefined);
  access('sessionStorage', (storage) => storage.clear(), undefined);
}

/** The browser throws on access to the property itself when storage is denied. */
function access<Result>(
  area: 'localStorage' | 'sessionStorage',
  use: (storage: Storage) => Result,
  otherwise: Result,
): Result {
  try {
    return use(window[area]);
  } catch {
    return otherwise;
  }
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
    return Boolean(window.localStorage && window.sessionStorage && navigator.cookieEnabled);
  } catch {
    return false;
  }
}
