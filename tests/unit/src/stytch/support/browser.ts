import { flushMicrotasks } from './flush-microtasks.ts';

const APP = 'http://localhost:3000';

declare global {
  interface Window {
    /** Exists only in these tests. */
    readonly happyDOM?: { setURL(url: string): void };
  }
}

/** The address to which `act` navigates the page, without navigating. */
export async function navigatedUrl(act: () => void): Promise<URL> {
  const original = Object.getOwnPropertyDescriptor(window, 'location');
  const { location } = window;
  const target = new Promise<string>((resolve) => {
    const standIn = new Proxy(location, {
      get: (real, key) => Reflect.get(real, key, real),
      set(_, key, value) {
        if (key === 'href') resolve(String(value));
        return true;
      },
    });
    Object.defineProperty(window, 'location', { configurable: true, value: standIn });
  });
  try {
    act();
    const href = await target;
    await flushMicrotasks();
    return new URL(href);
  } finally {
    if (original !== undefined) Object.defineProperty(window, 'location', original);
  }
}

export function goTo(path: string): void {
  window.happyDOM?.setURL(APP + path);
}

/** Writes to local storage as another tab does: this tab receives a `storage` event. */
export function writeAsOtherTab(key: string | null, newValue: string | null): void {
  if (key !== null && newValue !== null) localStorage.setItem(key, newValue);
  else if (key !== null) localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
}

/**
 * Makes an area of web storage full while `isFull` returns `true`: reading works, writing throws. Returns a function that
 * undoes it. The SDK keeps the storage that it was imported with, so call this before the page is loaded.
 */
export function fillStorage(isFull = (_: string) => true): () => void {
  const areas = ['localStorage', 'sessionStorage'] as const;
  const originals = areas.map((area) => Object.getOwnPropertyDescriptor(window, area));
  for (const area of areas) {
    const storage = window[area];
    const full = new Proxy(storage, {
      get(real, key) {
        if (key !== 'setItem') {
          const value = Reflect.get(real, key, real);
          return typeof value === 'function' ? value.bind(real) : value;
        }
        return (...args: [string, string]) => {
          if (isFull(area)) throw new DOMException('full', 'QuotaExceededError');
          real.setItem(...args);
        };
      },
    });
    Object.defineProperty(window, area, { configurable: true, value: full });
  }
  return () => {
    areas.forEach((area, index) => {
      const original = originals[index];
      if (original !== undefined) Object.defineProperty(window, area, original);
    });
  };
}

export function clearCookies(): void {
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim();
    // biome-ignore lint/suspicious/noDocumentCookie: the SDK keeps its tokens there
    document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  }
}

export function clearBrowser(): void {
  localStorage.clear();
  sessionStorage.clear();
  clearCookies();
}

/** The event of a page that comes back from the back/forward cache. */
export function persistedPageShow(): Event {
  const event = new Event('pageshow');
  Object.defineProperty(event, 'persisted', { value: true });
  return event;
}
