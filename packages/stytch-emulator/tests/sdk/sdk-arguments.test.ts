// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { describe, expect, it, vi } from 'vitest';
import { dependencies } from '../../../../package.json';
import { EMULATOR_PUBLIC_TOKEN } from '../../emulated-project.ts';
import { setUpSdkHarness } from '../support/sdk-harness.ts';

const harness = setUpSdkHarness(StytchB2BHeadlessClient);

const caller = {
  organization_id: 'organization-1',
  member_id: 'member-1',
  session_duration_minutes: 60,
};

describe('the arguments that the SDK requires', () => {
  const code = { ...caller, code: '123456' };
  const recovery = { ...caller, recovery_code: 'rc-1' };
  it.each([
    ['totp', 'authenticate', code, 'organization_id', undefined, 'must be a string'],
    ['totp', 'authenticate', code, 'member_id', undefined, 'must be a string'],
    ['totp', 'authenticate', code, 'code', 123456, 'must be a string'],
    ['totp', 'authenticate', code, 'session_duration_minutes', '60', 'must be a number'],
    ['totp', 'authenticate', code, 'set_mfa_enrollment', true, 'must be a string'],
    ['totp', 'authenticate', code, 'set_default_mfa', 'yes', 'must be a boolean'],
    ['recoveryCodes', 'recover', recovery, 'organization_id', undefined, 'must be a string'],
    ['recoveryCodes', 'recover', recovery, 'member_id', undefined, 'must be a string'],
    ['recoveryCodes', 'recover', recovery, 'recovery_code', undefined, 'must be a string'],
    ['recoveryCodes', 'recover', recovery, 'session_duration_minutes', null, 'must be a number'],
    ['impersonation', 'authenticate', {}, 'impersonation_token', undefined, 'must be a string'],
  ] as const)(
    '%s.%s rejects another %4$s [R14.8, R14.9, R14.11]',
    async (group, method, valid, name, value, message) => {
      const owner = harness.client[group];
      const call = async () =>
        Reflect.apply(Reflect.get(owner, method), owner, [{ ...valid, [name]: value }]);
      await expect(call()).rejects.toThrow(`${name} ${message}`);
    },
  );

  it.each(['opaqueTokenCookieName', 'jwtCookieName', 'istCookieName'])(
    'the constructor rejects cookieOptions.%s when it is not a string [R14.17]',
    (name) => {
      // The SDK checks the options once per public token, and fetches the settings before it does.
      const token = `public-token-test-${name}`;
      vi.stubGlobal('fetch', () => new Promise(() => undefined));
      const options = { cookieOptions: { [name]: 5 } };
      expect(() => Reflect.construct(StytchB2BHeadlessClient, [token, options])).toThrow(
        `cookieOptions.${name} must be a string`,
      );
    },
  );
});

describe('the headers that the SDK sends', () => {
  it('carry the public token, the session token and version 5.32.0 [R14.1, R14.2]', async () => {
    expect(dependencies['@stytch/vanilla-js']).toBe('5.32.0');
    await harness.signIn('ada@acme.example', 'acme');
    await harness.client.session.authenticate();
    const requests = await harness.control('GET', '/requests');
    const [exchange, refresh] = requests
      .filter(({ path }: { path: string }) => path !== '/sdk/v1/events')
      .slice(-2);
    expect(exchange.path).toBe('/sdk/v1/b2b/discovery/intermediate_sessions/exchange');
    expect(exchange.headers.authorization).toMatchObject({ publicToken: EMULATOR_PUBLIC_TOKEN });
    expect(refresh.path).toBe('/sdk/v1/b2b/sessions/authenticate');
    expect(refresh.headers).toMatchObject({
      authorization: {
        publicToken: EMULATOR_PUBLIC_TOKEN,
        sessionToken: expect.stringMatching(/^session-token-/),
      },
      telemetry: { sdk: { version: '5.32.0' } },
    });
  });
});
