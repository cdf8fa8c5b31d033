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

const AREAS = ['localStorage', 'sessionStorage'] as const;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['safeLocalStorage', safeLocalStorage, () => localStorage],
  ['safeSessionStorage', safeSessionStorage, () => sessionStorage],
] as const)('%s', (_, safe, area) => {
  it('reads, writes and removes, and is cleared with the other one', () => {
    expect(safe.read('x')).toBeNull();
    expect(safe.write('x', 'y')).toBe(true);
    expect([safe.read('x'), area().getItem('x')]).toEqual(['y', 'y']);
    safe.remove('x');
    expect(area()).toHaveLength(0);
    safe.write('x', 'y');
    clearWebStorage();
    expect(area()).toHaveLength(0);
  });

  it('in full storage keeps an equal text, and removes an older one', () => {
    safe.write('same', 'y');
    safe.write('old', 'y');
    const empty = fillStorage();
    expect([safe.write('same', 'y'), safe.write('old', 'z')]).toEqual([true, false]);
    empty();
    expect([safe.read('same'), safe.read('old')]).toEqual(['y', null]);
  });

  it('never throws where storage is denied', () => {
    for (const name of AREAS) vi.stubGlobal(name, undefined);
    expect([safe.read('x'), safe.write('x', 'y'), localStorageKeys('x')]).toEqual([
      null,
      false,
      [],
    ]);
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
  const parsed = ['{"a":1}', 'null', '{', null].map(parseJson);
  expect(parsed).toEqual([{ a: 1 }, null, undefined, undefined]);
});

describe('storage is allowed [R1.7]', () => {
  it('unless cookies are denied', () => {
    expect(isStorageAllowed()).toBe(true);
    vi.stubGlobal('navigator', { cookieEnabled: false });
    expect(isStorageAllowed()).toBe(false);
  });

  it.each(AREAS)('unless %s alone is denied, or throws on access', (area) => {
    vi.stubGlobal(area, undefined);
    expect(isStorageAllowed()).toBe(false);
    vi.unstubAllGlobals();
    const denied = vi.spyOn(window, area, 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(isStorageAllowed()).toBe(false);
    denied.mockRestore();
  });
});
