// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearWebStorage,
  isStorageAllowed,
  localStorageKeys,
  parseJson,
  safeLocalStorage,
  safeSessionStorage,
} from '#src/storage/web-storage.ts';
import { fillStorage } from '../stytch/support/browser.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['safeLocalStorage', safeLocalStorage, () => localStorage],
  ['safeSessionStorage', safeSessionStorage, () => sessionStorage],
] as const)('%s', (_, safe, area) => {
  it('reads, writes and removes', () => {
    expect(safe.read('x')).toBeNull();
    expect(safe.write('x', 'y')).toBe(true);
    expect(area().getItem('x')).toBe('y');
    expect(safe.read('x')).toBe('y');
    safe.remove('x');
    expect(area()).toHaveLength(0);
  });

  it('is cleared together with the other one', () => {
    safe.write('x', 'y');
    clearWebStorage();
    expect(area()).toHaveLength(0);
  });

  it('does not write a text that is stored already', () => {
    safe.write('x', 'y');
    const empty = fillStorage();
    expect(safe.write('x', 'y')).toBe(true);
    empty();
  });

  it('removes the older text when the new one cannot be written', () => {
    safe.write('x', 'old');
    const empty = fillStorage();
    expect(safe.write('x', 'new')).toBe(false);
    empty();
    expect(safe.read('x')).toBeNull();
  });

  it('never throws where storage is denied', () => {
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, undefined);
    expect(safe.read('x')).toBeNull();
    expect(safe.write('x', 'y')).toBe(false);
    expect(localStorageKeys('x')).toEqual([]);
    expect(() => {
      safe.remove('x');
      clearWebStorage();
    }).not.toThrow();
  });
});

it('lists the keys of local storage with a prefix', () => {
  for (const key of ['a:1', 'a:2', 'b:1']) safeLocalStorage.write(key, 'x');
  expect(localStorageKeys('a:').toSorted()).toEqual(['a:1', 'a:2']);
});

it('parses a stored text, and returns undefined for none and for one that is not JSON', () => {
  expect([parseJson('{"a":1}'), parseJson('null'), parseJson('{'), parseJson(null)]).toEqual([
    { a: 1 },
    null,
    undefined,
    undefined,
  ]);
});

describe('isStorageAllowed', () => {
  it('returns false where web storage is denied', () => {
    expect(isStorageAllowed()).toBe(true);
    for (const area of ['localStorage', 'sessionStorage']) vi.stubGlobal(area, undefined);
    expect(isStorageAllowed()).toBe(false);
  });

  it.each(['localStorage', 'sessionStorage'] as const)(
    'returns false where %s alone is denied, or throws on access',
    (area) => {
      vi.stubGlobal(area, undefined);
      expect(isStorageAllowed()).toBe(false);
      vi.unstubAllGlobals();
      const original = Object.getOwnPropertyDescriptor(window, area);
      const get = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      Object.defineProperty(window, area, { configurable: true, get });
      const isAllowed = isStorageAllowed();
      if (original !== undefined) Object.defineProperty(window, area, original);
      expect(isAllowed).toBe(false);
    },
  );

  it('returns false where cookies are denied', () => {
    vi.stubGlobal('navigator', { cookieEnabled: false });
    expect(isStorageAllowed()).toBe(false);
  });
});
