// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { consumeCallbackParams, holdToken, readCallbackParams } from '#src/stytch/callback.ts';
import { goTo } from './support/browser.ts';

const read = (address: string) => readCallbackParams(new URL(address, 'https://app.example'));

describe('readCallbackParams', () => {
  it.each([
    ['/discovery?stytch_token_type=discovery_oauth&token=abc', 'discovery_oauth'],
    ['/authenticate?slug=acme&stytch_token_type=oauth&token=abc', 'oauth'],
    ['/discovery?stytch_token_type=discovery&token=abc', 'magic_link'],
    ['/authenticate?stytch_token_type=multi_tenant_impersonation&token=abc', 'impersonation'],
    ['/discovery/?token=abc&stytch_token_type=discovery', 'magic_link'],
    ['/%64iscovery?token=abc&stytch_token_type=discovery', 'magic_link'],
    ['/Authenticate/?token=abc&stytch_token_type=oauth', 'oauth'],
  ])('reads %s as %s', (address, callback) => {
    expect(read(address)).toEqual({ callback, token: 'abc' });
  });

  it('reads a token of the maximum length', () => {
    const token = 'x'.repeat(4_096);
    const address = `/authenticate?stytch_token_type=oauth&token=${token}`;
    expect(read(address)).toEqual({ callback: 'oauth', token });
  });

  it.each([
    ['/discovery', 'no_token'],
    ['/discovery?token=&stytch_token_type=oauth', 'no_token'],
    ['/authenticate?stytch_token_type=oauth', 'no_token'],
    ['/authenticate?error=server_error', 'no_token'],
    [`/authenticate?stytch_token_type=oauth&token=${'x'.repeat(4_097)}`, 'no_token'],
    ['/discovery?error=access_denied&error_description=x', 'denied'],
    ['/discovery?token=abc', 'unknown_type'],
    ['/discovery%3Fstytch_token_type=discovery&token=abc', 'no_token'],
    ['/discovery/%3ftoken=abc%0A', 'no_token'],
    ['/discovery?token=abc&stytch_token_type=login', 'unknown_type'],
    ['/discovery?token=abc&stytch_token_type=toString', 'unknown_type'],
  ])('reads %s as %s, without a token', (address, callback) => {
    expect(read(address)).toEqual({ callback, token: null });
  });

  it.each(['/', '/policies?token=abc&stytch_token_type=oauth', '/authenticated?token=a'])(
    'returns null for %s',
    (address) => expect(read(address)).toBeNull(),
  );
});

/** Makes the browser report how it has loaded the document. */
function loadBy(type: NavigationTimingType): void {
  const entry: Partial<PerformanceNavigationTiming> = { type };
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((name) =>
    name === 'navigation' ? [entry as PerformanceEntry] : [],
  );
}

describe('consumeCallbackParams', () => {
  it('takes a token out of the address also where a mail program has encoded its "?"', () => {
    goTo('/discovery%3Fstytch_token_type=discovery&token=secret');
    loadBy('navigate');
    expect(consumeCallbackParams()).toEqual({ callback: 'no_token', token: null });
    expect(window.location.pathname + window.location.search).toBe('/discovery');
  });

  it.each([
    ['navigate', '/discovery?stytch_token_type=discovery_oauth&token=secret', true],
    ['reload', '/discovery?stytch_token_type=discovery_oauth&token=secret', true],
    ['back_forward', '/discovery?stytch_token_type=discovery_oauth&token=secret', false],
    ['back_forward', '/authenticate?stytch_token_type=oauth&token=secret', false],
    ['back_forward', '/discovery?stytch_token_type=discovery&token=of-a-link', false],
    ['navigate', '/discovery', true],
    ['reload', '/discovery', false],
    ['back_forward', '/discovery', false],
  ] as const)(
    'uses a callback that the browser has loaded by %s of %s: %s [R5.14]',
    (type, path, isUsed) => {
      goTo(path);
      loadBy(type);
      expect(consumeCallbackParams() !== null).toBe(isUsed);
      expect(window.location.search).toBe('');
      vi.restoreAllMocks();
    },
  );

  it.each(['/discovery', '/discovery/', '/DISCOVERY', '/%64iscovery', '//discovery'])(
    'removes the token of %s, restores the route’s own spelling, and adds no history entry',
    (path) => {
      goTo(`${path}?stytch_token_type=discovery_oauth&token=secret#x`);
      const { length } = window.history;
      expect(consumeCallbackParams()).toEqual({ callback: 'discovery_oauth', token: 'secret' });
      expect(window.location.href).toBe('http://localhost:3000/discovery');
      expect(window.history).toHaveLength(length);
    },
  );

  it('leaves the address of another route unchanged, also when it is reloaded', () => {
    goTo('/policies?tab=x#y');
    loadBy('reload');
    expect(consumeCallbackParams()).toBeNull();
    expect(window.location.href).toBe('http://localhost:3000/policies?tab=x#y');
  });
});

it('holdToken returns the token once', () => {
  const holder = holdToken('secret');
  expect(holder.take()).toBe('secret');
  expect(holder.take()).toBeNull();
  expect(JSON.stringify(holder)).not.toContain('secret');
});
