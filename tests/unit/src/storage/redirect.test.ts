// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { saveRedirect, takeRedirect } from '#src/storage/redirect.ts';

it('does not save an address of another site, and keeps the earlier redirect [R3.5]', () => {
  saveRedirect('/policies/1?tab=x#y');
  saveRedirect('//evil.example');
  expect(takeRedirect()).toBe('/policies/1?tab=x#y');
});

it('checks a redirect again when it is taken, and removes an unsafe one [R3.5]', () => {
  localStorage.setItem('post_login_redirect', '//evil.example');
  expect(takeRedirect()).toBeNull();
  expect(localStorage).toHaveLength(0);
});
