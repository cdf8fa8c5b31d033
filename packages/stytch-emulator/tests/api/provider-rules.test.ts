import { X509Certificate } from 'node:crypto';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { describe, expect } from 'vitest';
import { EMULATOR_PROJECT_ID, EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createHandler } from '#emulator/handler.ts';
import {
  APP_ORIGIN,
  createRawClient,
  EMULATOR_ORIGIN,
  RawClient,
  test,
} from '../support/raw-client.ts';

const BOOTSTRAP = `/sdk/v1/projects/bootstrap/${EMULATOR_PUBLIC_TOKEN}`;

function authorization(text: string): string {
  return `Basic ${btoa(text)}`;
}

describe('GET /projects/bootstrap/:publicToken', () => {
  test('returns every field of the project configuration [R14.13]', async () => {
    const { json } = await createRawClient().call(
      'GET',
      `/projects/bootstrap/${EMULATOR_PUBLIC_TOKEN}`,
    );
    const { request_id, status_code, rbac_policy, ...data } = json.data;
    expect([status_code, request_id]).toEqual([200, json.request_id]);
    expect(rbac_policy.roles).toMatchObject([
      {
        role_id: 'stytch_member',
        permissions: [
          { resource_id: 'stytch.self', actions: ['*'] },
          { resource_id: 'policy', actions: ['read'] },
        ],
      },
      {
        role_id: 'stytch_admin',
        permissions: [
          { resource_id: 'stytch.organization', actions: ['*'] },
          { resource_id: 'stytch.member', actions: ['*'] },
          { resource_id: 'stytch.sso', actions: ['*'] },
          { resource_id: 'stytch.scim', actions: ['*'] },
          { resource_id: 'stytch.self', actions: ['*'] },
          { resource_id: 'policy', actions: ['read', 'create', 'update', 'delete'] },
        ],
      },
      { role_id: 'policy_editor' },
    ]);
    expect(data).toEqual({
      project_name: 'Emulated project',
      disable_sdk_watermark: true,
      captcha_settings: { enabled: false },
      cname_domain: null,
      email_domains: ['stytch.com'],
      pkce_required_for_email_magic_links: false,
      pkce_required_for_password_resets: false,
      pkce_required_for_oauth: true,
      pkce_required_for_sso: false,
      slug_pattern: null,
      create_organization_enabled: true,
      password_config: null,
      dfp_protected_auth_enabled: false,
      dfp_protected_auth_mode: 'OBSERVATION',
      siwe_required_for_crypto_wallets: false,
      vertical: 'B2B',
    });
  });

  test.each([
    ['public-token-test-of-another-project', 404, 'public_token_not_found'],
    ['public-token-live-11111111', 400, 'live_id_used_in_test_environment'],
  ])('rejects %s', async (token, status, errorType) => {
    const { json } = await createRawClient().call('GET', `/projects/bootstrap/${token}`);
    expect(json).toEqual({
      status_code: status,
      request_id: expect.stringMatching(/^request-id-test-/),
      error_type: errorType,
      error_message: expect.any(String),
      error_url: `https://stytch.com/docs/api/errors/${status}#${errorType}`,
    });
  });

  test('createHandler throws for a live public token [R20.4]', () => {
    expect(() => createHandler({ publicToken: 'public-token-live-1' })).toThrow(
      'public-token-test-',
    );
  });
});

describe('POST /events', () => {
  test('accepts telemetry without credentials, and rejects other bodies [R14.16]', async ({
    client,
  }) => {
    const send = (body: string) =>
      client.send('/sdk/v1/events', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    const event = { telemetry: {}, event: { public_token: 'x', event_name: 'y' } };
    expect((await send(JSON.stringify([event]))).status).toBe(200);
    expect((await send('{}')).status).toBe(400);
    expect((await send('{')).json.error_message).toBe('The body is not JSON.');
  });
});

describe('the headers of every call', () => {
  test.each([
    ['no Authorization', { authorization: '' }, 'invalid_authorization_header'],
    ['a bearer token', { authorization: 'Bearer abc' }, 'invalid_authorization_header'],
    [
      'no session token',
      { authorization: authorization('public') },
      'invalid_authorization_header',
    ],
    ['malformed base64', { authorization: 'Basic ###' }, 'invalid_authorization_header'],
    [
      'another project',
      { authorization: authorization('public-token-test-x:public-token-test-x') },
      'public_token_not_found',
    ],
    ['no telemetry', { 'x-sdk-client': '' }, 'bad_request'],
    ['telemetry that is not base64', { 'x-sdk-client': '{}' }, 'bad_request'],
    ['telemetry without fields', { 'x-sdk-client': btoa('{}') }, 'bad_request'],
  ])('rejects %s [R14.1]', async (_, headers, errorType) => {
    const client = createRawClient();
    const response = await client.send(BOOTSTRAP, { headers: { ...client.headers(), ...headers } });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.json.error_type).toBe(errorType);
  });

  test('rejects a body whose content type is not JSON', async ({ client }) => {
    const response = await client.send('/sdk/v1/b2b/otps/email/discovery/send', {
      method: 'POST',
      headers: { ...client.headers(), 'content-type': 'text/plain' },
      body: '{}',
    });
    expect(response.json.error_message).toBe('The Content-Type must be application/json.');
  });

  test('names a missing field', async () => {
    const response = await createRawClient().post('/b2b/otps/email/discovery/send', {});
    expect(response.json).toMatchObject({ status_code: 400, error_type: 'bad_request' });
    expect(response.json.error_message).toContain('email_address');
  });

  test('rejects unknown calls and methods in the same format', async ({ client }) => {
    expect((await client.post('/b2b/passwords/authenticate')).json.error_type).toBe(
      'route_not_found',
    );
    const wrong = await client.call('GET', '/b2b/sessions/authenticate');
    expect([wrong.status, wrong.json.error_type]).toEqual([405, 'method_not_allowed']);
  });

  test('rejects B2B calls for a consumer project', async ({ client }) => {
    await client.control('PATCH', '/project', { vertical: 'CONSUMER' });
    expect((await client.post('/b2b/sessions/authenticate')).json.error_type).toBe(
      'invalid_b2b_endpoint',
    );
    expect((await client.send(BOOTSTRAP, { headers: client.headers() })).json.data.vertical).toBe(
      'CONSUMER',
    );
  });
});

describe('the origin of a request', () => {
  test('rejects another host name [R20.4]', async () => {
    const handler = createHandler();
    const response = await handler.fetch(
      new Request(`${EMULATOR_ORIGIN}/_emulator/health`, { headers: { host: 'evil.example' } }),
    );
    expect(response.status).toBe(403);
  });

  test.each(['https://evil.example', 'null'])('rejects the origin %s [R20.4]', async (origin) => {
    const response = await createRawClient().send('/_emulator/reset', {
      method: 'POST',
      headers: { origin },
    });
    expect(response.status).toBe(403);
  });

  test('allows loopback origins by CORS with credentials', async ({ client }) => {
    const preflight = await client.send(BOOTSTRAP, {
      method: 'OPTIONS',
      headers: {
        origin: APP_ORIGIN,
        'access-control-request-headers': 'authorization,x-sdk-client',
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': APP_ORIGIN,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization,x-sdk-client',
    });
    const without = await client.send(BOOTSTRAP, { headers: client.headers() });
    expect(without.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('sets no cookie', async ({ client }) => {
    const responses = [
      await client.signIn('ada@acme.example', 'acme'),
      await client.control('GET', ''),
    ];
    for (const { headers } of responses) expect(headers.has('set-cookie')).toBe(false);
  });
});

describe('the session JWT', () => {
  test('is signed by the published key and has the claims of member, organization and session', async ({
    client,
  }) => {
    const { json } = await client.signIn('ada@acme.example', 'acme');
    const jwks = await client.send(`/v1/b2b/sessions/jwks/${EMULATOR_PROJECT_ID}`);
    const [{ x5c, x5tS256, n, ...key }] = jwks.json.keys;
    expect(jwks.json).toMatchObject({
      status_code: 200,
      request_id: expect.stringMatching(/^request-id-test-/),
    });
    expect(key).toMatchObject({ kty: 'RSA', use: 'sig', key_ops: ['verify'], alg: 'RS256' });
    const certificate = new X509Certificate(Buffer.from(x5c[0], 'base64'));
    expect(certificate.publicKey.export({ format: 'jwk' }).n).toBe(n);
    expect(Buffer.from(x5tS256, 'base64url').toString('hex')).toBe(
      certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    );
    const { payload } = await jwtVerify(
      json.data.session_jwt,
      await importJWK(jwks.json.keys[0], 'RS256'),
      { audience: EMULATOR_PROJECT_ID, currentDate: new Date('2026-01-05T12:04:59Z') },
    );
    expect(payload.sub).toBe(json.data.member_id);
    expect(payload.exp).toBe(Date.parse('2026-01-05T12:05:00Z') / 1000);
    expect(payload['https://stytch.com/organization']).toEqual({
      organization_id: client.organizationId('acme'),
      slug: 'acme',
    });
  });

  test('lives for five minutes, also when its session ends earlier', async ({ client }) => {
    await client.signIn('ada@acme.example', 'acme');
    await client.control('POST', '/clock', { advanceMs: (24 * 60 - 2) * 60_000 });
    const { json } = await client.post('/b2b/sessions/authenticate');
    const { iat = 0, exp } = decodeJwt(json.data.session_jwt);
    expect(exp).toBe(iat + 300);
    expect(exp).toBeGreaterThan(Date.parse(json.data.member_session.expires_at) / 1000);
  });
});

test('two emulators share nothing', async () => {
  const first = createRawClient();
  const second = new RawClient(createHandler());
  await first.signIn('ada@acme.example', 'acme');
  second.sessionToken = first.sessionToken;
  expect((await second.post('/b2b/sessions/authenticate')).json.error_type).toBe(
    'session_not_found',
  );
});
