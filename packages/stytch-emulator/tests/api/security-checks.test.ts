import { describe, expect } from 'vitest';
import { providerRoutes } from '../../api/provider-routes.ts';
import { APP_ORIGIN, type RawClient, test } from '../support/raw-client.ts';

const CAPTCHA = { captcha_settings: { enabled: true, siteKey: 'site-key' } };
const OBSERVATION = { dfp_protected_auth_enabled: true };
const DECISIONING = { dfp_protected_auth_mode: 'DECISIONING' };

const STAND_INS = '/_emulator/security-checks';
const send = (client: RawClient, values: object = {}) =>
  client.post('/b2b/otps/email/discovery/send', { email_address: 'ada@acme.example', ...values });

async function valueFrom(client: RawClient, address: string): Promise<string> {
  const init = { method: 'POST', headers: { origin: APP_ORIGIN } };
  return (await client.send(`${STAND_INS}/${address}`, init)).text;
}
const captchaToken = (client: RawClient) =>
  valueFrom(client, 'www.google.com/recaptcha/enterprise/clr?k=site-key');
const telemetryId = (client: RawClient) => valueFrom(client, 'telemetry.stytch.com/submit');

/** The calls to which SDK 6.3 adds the values, read from its clients, of those that are emulated. */
const PROTECTED = [
  'POST /b2b/impersonation/authenticate',
  'POST /b2b/magic_links/authenticate',
  'POST /b2b/magic_links/discovery/authenticate',
  'POST /b2b/magic_links/email/discovery/send',
  'POST /b2b/oauth/authenticate',
  'POST /b2b/oauth/discovery/authenticate',
  'POST /b2b/otps/email/authenticate',
  'POST /b2b/otps/email/discovery/authenticate',
  'POST /b2b/otps/email/discovery/send',
  'POST /b2b/otps/email/login_or_signup',
  'POST /b2b/recovery_codes/recover',
  'POST /b2b/recovery_codes/rotate',
  'POST /b2b/sso/authenticate',
  'POST /b2b/totp',
  'POST /b2b/totp/authenticate',
  'POST /users/search',
];

test('the calls to which the SDK adds the values are refused without them, and no other [R20.5]', async ({
  client,
}) => {
  await client.control('PATCH', '/project', CAPTCHA);
  const refused: string[] = [];
  for (const { browser } of providerRoutes) {
    const [method, path] = browser?.split(' ') ?? [];
    if (method === undefined || path === undefined) continue;
    const { json } = await client.call(method, path, method === 'GET' ? undefined : {});
    if (json.error_type === 'captcha_required') refused.push(`${method} ${path}`);
  }
  expect(refused.sort()).toEqual(PROTECTED);
});

describe('with captcha [R20.5]', () => {
  test('a protected call needs a token that was issued, once and within two minutes', async ({
    client,
  }) => {
    await client.control('PATCH', '/project', CAPTCHA);
    expect((await send(client)).json).toMatchObject({
      status_code: 403,
      error_type: 'captcha_required',
    });
    const failed = { status_code: 429, error_type: 'captcha_failed' };
    expect((await send(client, { captcha_token: 'invented' })).json).toMatchObject(failed);
    const token = await captchaToken(client);
    expect((await send(client, { captcha_token: token })).status).toBe(200);
    expect((await send(client, { captcha_token: token })).json).toMatchObject(failed);
    const late = await captchaToken(client);
    await client.control('POST', '/clock', { advanceMs: 121_000 });
    expect((await send(client, { captcha_token: late })).json).toMatchObject(failed);
  });
});

describe('with fingerprinting [R20.5]', () => {
  test('observing demands nothing more; deciding demands a telemetry id that was issued, and no captcha token', async ({
    client,
  }) => {
    await client.control('PATCH', '/project', { ...CAPTCHA, ...OBSERVATION });
    expect((await send(client)).json.error_type).toBe('captcha_required');
    await client.control('PATCH', '/project', DECISIONING);
    const refused = { status_code: 400, error_type: 'ad_blocker_detected' };
    expect((await send(client)).json).toMatchObject(refused);
    expect((await send(client, { dfp_telemetry_id: 'invented' })).json).toMatchObject(refused);
    const id = await telemetryId(client);
    expect((await send(client, { dfp_telemetry_id: id })).status).toBe(200);
    await client.control('POST', '/clock', { advanceMs: 60_000 });
    expect((await send(client, { dfp_telemetry_id: id })).status).toBe(200);
  });
});
