// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { consumeCallbackParams, holdToken, readCallbackParams } from '#src/stytch/callback.ts';
import { goTo } from './support/browser.ts';

const LONGEST = 'x'.repeat(4_096);

it.each([
  ['/discovery?stytch_token_type=discovery_oauth&token=abc', 'discovery_oauth', 'abc'],
  ['/authenticate?slug=acme&stytch_token_type=oauth&token=abc', 'oauth', 'abc'],
  ['/authenticate?stytch_token_type=multi_tenant_impersonation&token=abc', 'impersonation', 'abc'],
  ['/authenticate?stytch_token_type=multi_tenant_magic_links&token=a', 'organization_link', 'a'],
  ['/authenticate?stytch_token_type=sso&token=abc', 'sso', 'abc'],
  ['/discovery/?token=abc&stytch_token_type=discovery', 'magic_link', 'abc'],
  [`/authenticate?stytch_token_type=oauth&token=${LONGEST}`, 'oauth', LONGEST],
  [`/authenticate?stytch_token_type=oauth&token=${LONGEST}x`, 'no_token', null],
  ['/discovery?token=&stytch_token_type=oauth', 'no_token', null],
  ['/authenticate?error=server_error', 'provider_error', null],
  ['/discovery?error=access_denied&error_description=x', 'denied', null],
  ['/discovery?token=abc', 'unknown_type', null],
  ['/discovery?token=abc&stytch_token_type=toString', 'unknown_type', null],
  ['/discovery/%3ftoken=abc%0A', 'no_token', null],
])('reads %s as %s [R2.1, R2.2]', (address, callback, token) => {
  expect(readCallbackParams(new URL(address, 'https://app.example'))).toEqual({ callback, token });
});

it.each(['/', '/policies?token=abc&stytch_token_type=oauth', '/authenticated?token=a'])(
  'reads nothing in %s',
  (address) => expect(readCallbackParams(new URL(address, 'https://app.example'))).toBeNull(),
);

/** Opens an address, as the browser reports that it has loaded it. */
function open(path: string, type: NavigationTimingType = 'navigate') {
  goTo(path);
  const entry: Partial<PerformanceNavigationTiming> = { type };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry as PerformanceEntry]);
  return consumeCallbackParams();
}

it.each([
  ['navigate', '/discovery?stytch_token_type=discovery_oauth&token=secret', true],
  ['reload', '/discovery?stytch_token_type=discovery_oauth&token=secret', true],
  ['back_forward', '/discovery?stytch_token_type=discovery_oauth&token=secret', false],
  ['back_forward', '/discovery?stytch_token_type=discovery&token=of-a-link', false],
  ['navigate', '/discovery', true],
  ['reload', '/discovery', false],
  ['back_forward', '/discovery', false],
] as const)('uses what the browser has loaded by %s of %s: %s [R5.14]', (type, path, isUsed) => {
  expect(open(path, type) !== null).toBe(isUsed);
  expect(window.location.search).toBe('');
});

// Other spellings are in callback-path.test.ts.
it.each(['/%64iscovery', '//discovery', '/discovery%3Fx'])(
  'takes the token of %s out of the address, and adds no history entry [R5.7]',
  (path) => {
    const { length } = window.history;
    open(`${path}?stytch_token_type=discovery_oauth&token=secret#x`);
    expect(window.location.href).toBe('http://localhost:3000/discovery');
    expect(window.history).toHaveLength(length);
  },
);

it('leaves the address of another route unchanged', () => {
  expect(open('/policies?tab=x#y', 'reload')).toBeNull();
  expect(window.location.href).toBe('http://localhost:3000/policies?tab=x#y');
});

it('gives the token once', () => {
  const holder = holdToken('secret');
  expect(JSON.stringify(holder)).not.toContain('secret');
  expect([holder.take(), holder.take()]).toEqual(['secret', null]);
});
