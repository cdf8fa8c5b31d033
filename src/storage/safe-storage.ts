/** Storage that throws or is full is never fatal: what cannot be kept is lost with this tab. */
type Area = 'localStorage' | 'sessionStorage';

/** The text under `key`; `null` when there is none or storage cannot be read. */
export function readText(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Writes `text` under `key`, or removes the key when it is `null`; what is there already is left alone. */
export function writeText(area: Area, key: string, text: string | null): void {
  try {
    if (window[area].getItem(key) === text) return;
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
  } catch {
    // A value that does not fit must not leave an older one that is no longer true.
    if (text !== null) writeText(area, key, null);
  }
}
