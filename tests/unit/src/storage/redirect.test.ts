// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { clearRedirect, readRedirect, rememberRedirect } from '#src/storage/redirect.ts';

const KEY = 'post_login_redirect';

beforeEach(() => localStorage.clear());

describe('where a member wanted to go', () => {
  it('is remembered with query and hash, until they are there', () => {
    expect(readRedirect()).toBeNull();
    rememberRedirect('/policies?tab=x#y');
    expect(localStorage.getItem(KEY)).toBe('/policies?tab=x#y');
    expect(readRedirect()).toBe('/policies?tab=x#y');
    clearRedirect();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it.each(['//evil.example', 'https://evil.example', '/discovery?token=x', '/a\\b'])(
    'is not %s: what was remembered before stays',
    (address) => {
      rememberRedirect('/policies');
      rememberRedirect(address);
      expect(readRedirect()).toBe('/policies');
    },
  );

  it('is checked again when it is used, and dropped when it is not safe', () => {
    localStorage.setItem(KEY, '//evil.example');
    expect(readRedirect()).toBeNull();
    expect(localStorage.getItem(KEY)).toBeNull();
  });
});
