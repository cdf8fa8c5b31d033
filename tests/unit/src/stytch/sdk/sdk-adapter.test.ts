// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sdkOptions } from '#src/stytch/sdk/sdk-adapter.ts';
import { clearBrowser } from '../support/browser.ts';

const EMULATOR = 'http://localhost:4290';

beforeEach(() => {
  clearBrowser();
  window.happyDOM?.setURL('https://login.charter.example/policies');
  window.fetch = vi.fn(() => new Promise<Response>(() => undefined));
});
afterEach(() => {
  Reflect.deleteProperty(window, Symbol.for('__stytch_b2b_DataLayer'));
});

const load = (token: string, origin: string) =>
  new StytchB2BHeadlessClient(token, sdkOptions(token, origin));

it.each(['', ':8443'])(
  'lets the SDK write cookies for every path and for subdomains, at the port %j [R13.7]',
  (port) => {
    window.happyDOM?.setURL(`https://login.charter.example${port}/policies`);
    const client = load('public-token-test-cookies', EMULATOR);
    const write = vi.spyOn(document, 'cookie', 'set');
    client.session.updateSession({ session_token: 'token', session_jwt: 'jwt' });
    const written = write.mock.calls.map(([text]) => text).filter((text) => !text.includes('=;'));
    expect(written).toHaveLength(2);
    const attributes = ['path=/', 'sameSite=lax', 'domain=login.charter.example', 'secure'];
    for (const cookie of written)
      expect(cookie.split('; ')).toEqual(expect.arrayContaining(attributes));
  },
);

it.each(['public-token-test-x', 'public-token-live-x'])(
  'sends the calls of %s to the given origin',
  async (token) => {
    load(token, EMULATOR);
    await vi.waitFor(() => expect(window.fetch).toHaveBeenCalled());
    const origins = vi.mocked(window.fetch).mock.calls.map(([url]) => new URL(String(url)).origin);
    expect(new Set(origins)).toEqual(new Set([EMULATOR]));
  },
);
