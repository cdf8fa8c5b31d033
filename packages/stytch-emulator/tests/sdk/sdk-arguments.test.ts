// @vitest-environment happy-dom
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless';
import { describe, expect, it, vi } from 'vitest';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { dependencies } from '../../../../package.json';
import { setUpSdkHarness } from '../support/sdk-harness.ts';

const harness = setUpSdkHarness(StytchB2BHeadlessClient);

/** Calls a method of the SDK with arguments that its types forbid. */
function callUntyped(method: (...args: never[]) => unknown, owner: object, argument: unknown) {
  return Promise.resolve().then(() => Reflect.apply(method, owner, [argument]));
}

const caller = { organization_id: 'organization-1', member_id: 'member-1' };

describe('the arguments that the SDK requires', () => {
  const totp = { ...caller, code: '123456', session_duration_minutes: 60 };

  it.each([
    [{ ...totp, organization_id: undefined }, 'organization_id must be a string'],
    [{ ...totp, member_id: undefined }, 'member_id must be a string'],
    [{ ...totp, code: 123456 }, 'code must be a string'],
    [{ ...totp, session_duration_minutes: '60' }, 'session_duration_minutes must be a number'],
    [{ ...totp, set_mfa_enrollment: true }, 'set_mfa_enrollment must be a string'],
    [{ ...totp, set_default_mfa: 'yes' }, 'set_default_mfa must be a boolean'],
  ])('totp.authenticate rejects %j [R14.8]', async (argument, message) => {
    const { totp: api } = harness.client;
    await expect(callUntyped(api.authenticate, api, argument)).rejects.toThrow(message);
  });

  const recovery = { ...caller, recovery_code: 'rc-1', session_duration_minutes: 60 };

  it.each([
    [{ ...recovery, organization_id: undefined }, 'organization_id must be a string'],
    [{ ...recovery, member_id: undefined }, 'member_id must be a string'],
    [{ ...recovery, recovery_code: undefined }, 'recovery_code must be a string'],
    [{ ...recovery, session_duration_minutes: null }, 'session_duration_minutes must be a number'],
  ])('recoveryCodes.recover rejects %j [R14.9]', async (argument, message) => {
    const { recoveryCodes: api } = harness.client;
    await expect(callUntyped(api.recover, api, argument)).rejects.toThrow(message);
  });

  it('impersonation.authenticate rejects a missing token [R14.11]', async () => {
    const { impersonation: api } = harness.client;
    await expect(callUntyped(api.authenticate, api, {})).rejects.toThrow(
      'impersonation_token must be a string',
    );
  });

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
