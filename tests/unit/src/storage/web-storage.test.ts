// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import {
  clearWebStorage,
  isStorageAllowed,
  localStorageKeys,
  safeLocalStorage,
  safeSessionStorage,
} from '#src/storage/web-storage.ts';

const AREAS = ['localStorage', 'sessionStorage'] as const;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
it('clears both areas, and never throws where they are denied [R13.5]', () => {
  safeLocalStorage.write('x', 'y');
  safeSessionStorage.write('x', 'y');
  clearWebStorage();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  for (const name of AREAS) vi.stubGlobal(name, undefined);
  const answers = [safeLocalStorage.read('x'), safeLocalStorage.write('x', 'y')];
  expect([...answers, localStorageKeys('x')]).toEqual([null, false, []]);
  safeSessionStorage.remove('x');
  clearWebStorage();
});

it.each(AREAS)(
  'storage is not allowed where %s alone is denied, or throws on access [R1.7]',
  (area) => {
    expect(isStorageAllowed()).toBe(true);
    vi.stubGlobal(area, undefined);
    expect(isStorageAllowed()).toBe(false);
    vi.unstubAllGlobals();
    vi.spyOn(window, area, 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(isStorageAllowed()).toBe(false);
  },
);
