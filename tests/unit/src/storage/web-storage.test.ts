// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearWebStorage,
  isStorageAllowed,
  localStorageKeys,
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

it('keeps an equal text in full storage, and removes an older one [R13.5]', () => {
  safeLocalStorage.write('same', 'y');
  safeLocalStorage.write('old', 'y');
  const empty = fillStorage();
  const written = [safeLocalStorage.write('same', 'y'), safeLocalStorage.write('old', 'z')];
  empty();
  expect(written).toEqual([true, false]);
  expect({ ...localStorage }).toEqual({ same: 'y' });
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
