import { describe, expect } from 'vitest';
import { EMULATOR_PUBLIC_TOKEN } from '../../emulated-project.ts';
import { APP_ORIGIN, createRawClient, test } from '../support/raw-client.ts';

const BOOTSTRAP = `/projects/bootstrap/${EMULATOR_PUBLIC_TOKEN}`;

test('GET /projects/bootstrap/:publicToken returns the project configuration [R14.13]', async ({
  client,
}) => {
  const { json } = await client.call('GET', BOOTSTRAP);
  const { request_id, status_code, rbac_policy, ...data } = json.data;
  expect([status_code, request_id]).toEqual([200, json.request_id]);
  const [member, admin] = rbac_policy.roles;
  expect(member).toMatchObject({
    role_id: 'stytch_member',
    permissions: [
      { resource_id: 'stytch.self', actions: ['*'] },
      { resource_id: 'policy', actions: ['read'] },
    ],
  });
  const actions = ['read', 'create', 'update', 'delete'];
  expect(admin.permissions).toContainEqual({ resource_id: 'policy', actions });
  expect(data).toMatchObject({
    project_name: 'Emulated project',
    vertical: 'B2B',
    pkce_required_for_oauth: true,
    captcha_settings: {},
  });
  const settings = Object.keys(client.handler.store.state.project);
  expect(settings.filter((name) => !(name in json.data))).toEqual([
    'redirect_urls',
    'google_one_tap_client_id',
    'max_session_duration_minutes',
    'connected_apps',
  ]);
});

test('an error has the format of the provider, and names a missing field', async ({ client }) => {
  const { json } = await client.post('/b2b/otps/email/discovery/send');
  expect(json).toEqual({
    status_code: 400,
    request_id: expect.stringMatching(/^request-id-test-/),
    error_type: 'bad_request',
    error_message: expect.stringContaining('email_address'),
    error_url: 'https://stytch.com/docs/api/errors/400#bad_request',
  });
});

test('POST /events takes telemetry without credentials, which changes no later token [R14.16]', async () => {
  const [silent, telling] = [createRawClient(), createRawClient()];
  const event = { telemetry: {}, event: { public_token: 'x', event_name: 'y' } };
  const { status } = await telling.send('/sdk/v1/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([event]),
  });
  expect(status).toBe(200);
  for (const client of [silent, telling]) await client.signIn('ada@acme.example', 'acme');
  expect(telling.sessionToken).toBe(silent.sessionToken);
});

describe('the emulator serves this machine only [R20.4]', () => {
  test.each([
    ['host', 'evil.example'],
    ['host', 'evil-localhost'],
    ['origin', 'https://evil.example'],
    ['origin', 'https://evil-localhost'],
    ['origin', 'null'],
  ])('rejects the %s %s', async (name, value) => {
    const { status } = await createRawClient().send('/_emulator/reset', {
      method: 'POST',
      headers: { [name]: value },
    });
    expect(status).toBe(403);
  });

  test('allows loopback origins by CORS with credentials, and sets no cookie', async ({
    client,
  }) => {
    const preflight = await client.send(`/sdk/v1${BOOTSTRAP}`, {
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
    const answer = await client.send('/sdk/v1/events', { headers: { origin: APP_ORIGIN } });
    expect(answer.headers.get('access-control-expose-headers')).toBe('retry-after');
    const { headers } = await client.signIn('ada@acme.example', 'acme');
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(headers.has('set-cookie')).toBe(false);
  });
});
