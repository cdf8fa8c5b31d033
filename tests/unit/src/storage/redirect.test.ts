// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { saveRedirect, takeRedirect } from '#src/storage/redirect.ts';

const KEY = 'post_login_redirect';

beforeEach(() => localStorage.clear());

it('takes a saved redirect once, with its query and hash [R2.11, R3.1]', () => {
  expect(takeRedirect()).toBeNull();
  saveRedirect('/policies?tab=x#y');
  expect(localStorage.getItem(KEY)).toBe('/policies?tab=x#y');
  expect(takeRedirect()).toBe('/policies?tab=x#y');
  expect(localStorage.getItem(KEY)).toBeNull();
});

it('does not save an address of another site, and keeps the earlier redirect [R3.5]', () => {
  saveRedirect('/policies/1');
  saveRedirect('//evil.example');
  expect(takeRedirect()).toBe('/policies/1');
});

it('checks a redirect again when it is taken, and removes an unsafe one [R3.5]', () => {
  localStorage.setItem(KEY, '//evil.example');
  expect(takeRedirect()).toBeNull();
  expect(localStorage.getItem(KEY)).toBeNull();
});
