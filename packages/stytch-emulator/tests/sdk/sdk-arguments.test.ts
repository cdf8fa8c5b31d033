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

const caller = {
  organization_id: 'organization-1',
  member_id: 'member-1',
  session_duration_minutes: 60,
};

describe('the arguments that the SDK requires', () => {
  it.each([
    ['organization_id', undefined, 'must be a string'],
    ['member_id', undefined, 'must be a string'],
    ['code', 123456, 'must be a string'],
    ['session_duration_minutes', '60', 'must be a number'],
    ['set_mfa_enrollment', true, 'must be a string'],
    ['set_default_mfa', 'yes', 'must be a boolean'],
  ])('totp.authenticate rejects %s: %j [R14.8]', async (name, value, message) => {
    const { totp } = harness.client;
    const argument = { ...caller, code: '123456', [name]: value };
    await expect(callUntyped(totp.authenticate, totp, argument)).rejects.toThrow(
      `${name} ${message}`,
    );
  });

  it.each([
    ['organization_id', undefined, 'must be a string'],
    ['member_id', undefined, 'must be a string'],
    ['recovery_code', undefined, 'must be a string'],
    ['session_duration_minutes', null, 'must be a number'],
  ])('recoveryCodes.recover rejects %s: %j [R14.9]', async (name, value, message) => {
    const { recoveryCodes } = harness.client;
    const argument = { ...caller, recovery_code: 'rc-1', [name]: value };
    await expect(callUntyped(recoveryCodes.recover, recoveryCodes, argument)).rejects.toThrow(
      `${name} ${message}`,
    );
  });

  it('impersonation.authenticate rejects a missing token [R14.11]', async () => {
    const { impersonation } = harness.client;
    await expect(callUntyped(impersonation.authenticate, impersonation, {})).rejects.toThrow(
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
