import { describe, expect } from 'vitest';
import { createRawClient, test } from './support/raw-client.ts';

const ADA = 'ada@acme.example';

test('GET /_emulator/health', async () => {
  expect((await createRawClient({ seed: 7 }).control('GET', '/health')).json).toEqual({
    ok: true,
    now: '2026-01-05T12:00:00.000Z',
    seed: '7',
  });
});

test('POST /_emulator/reset restores the seed: mail, requests, faults, sessions, settings and clock', async ({
  client,
}) => {
  const before = (await client.control('GET', '/state')).text;
  await client.signIn(ADA, 'acme');
  await client.sendCode(ADA);
  await client.control('POST', '/faults', { match: { path: '**' }, fault: { kind: 'drop' } });
  await client.advance(1);
  await client.control('PATCH', '/project', { vertical: 'CONSUMER' });
  await client.control('POST', '/reset');
  expect((await client.control('GET', '/state')).text).toBe(before);
});

test('POST /_emulator/clock advances and sets the clock, which goes on with real time', async () => {
  let real = Date.UTC(2026, 0, 1);
  const client = createRawClient({ now: () => real });
  const clock = async (change: object) => (await client.control('POST', '/clock', change)).json;
  expect((await clock({ advanceMs: 1_000 })).now).toBe('2026-01-01T00:00:01.000Z');
  expect((await clock({ now: '2030-01-01T00:00:00.000Z' })).now).toBe('2030-01-01T00:00:00.000Z');
  real += 5_000;
  expect((await client.control('GET', '/health')).json.now).toBe('2030-01-01T00:00:05.000Z');
});

test.each([
  ['PUT', '/state', { hello: 'there' }, 'This is not a state of the emulator.'],
  ['PUT', '/state', { version: 2 }, 'version'],
  ['PATCH', '/project', { unknown_setting: true }, 'unknown_setting'],
  ['PATCH', '/project', { slug_pattern: '[a-z' }, 'slug_pattern'],
  ['PATCH', '/project', { vertical: 'B2C' }, 'vertical'],
  ['POST', '/clock', { now: 'tomorrow' }, 'now: Invalid'],
  ['POST', '/clock', { advance: 5 }, 'advance'],
  [
    'POST',
    '/impersonate',
    { email: ADA, organizationSlug: 'acme', origin: 'localhost:3000' },
    'origin',
  ],
  ['POST', '/faults', { match: { path: '' }, fault: { kind: 'drop' } }, 'match.path'],
  ['POST', '/faults', { match: { path: '*' }, fault: { kind: 'explode' } }, 'fault.kind'],
  ['POST', '/faults', [{ match: { path: '*' }, fault: { kind: 'drop' }, times: 0 }], 'times'],
])('%s /_emulator%s rejects %j and changes nothing', async (method, path, body, message) => {
  const client = createRawClient();
  const before = (await client.control('GET', '/state')).text;
  const { status, json } = await client.control(method, path, body);
  expect(status).toBe(400);
  expect(json.error).toContain(message);
  expect((await client.control('GET', '/state')).text).toBe(before);
});

test('PUT /_emulator/state rejects one invalid member, and a body that is not JSON', async ({
  client,
}) => {
  const state = (await client.control('GET', '/state')).json;
  state.members[0].status = 'gone';
  const { json } = await client.control('PUT', '/state', state);
  expect(json.error).toContain('members.0.status');
  const broken = await client.send('/_emulator/state', { method: 'PUT', body: '{' });
  expect(broken.json.error).toBe('The body is not JSON.');
});

describe('the inbox', () => {
  test('lists mail newest first, filters by address, and can be emptied', async ({ client }) => {
    await client.sendCode(ADA);
    await client.sendLink('x@y.example');
    const all = (await client.control('GET', '/inbox')).json;
    expect(all).toMatchObject([
      { kind: 'magic_link', to: 'x@y.example' },
      { kind: 'otp', to: ADA },
    ]);
    expect((await client.control('GET', `/inbox?to=${ADA.toUpperCase()}`)).json).toEqual([
      {
        to: ADA,
        subject: 'Your Emulated project verification code',
        kind: 'otp',
        code: expect.stringMatching(/^\d{6}$/),
        sentAt: '2026-01-05T12:00:00.000Z',
        expiresAt: '2026-01-05T12:10:00.000Z',
        state: 'open',
      },
    ]);
    await client.verifyCode(ADA, await client.receiveCode(ADA));
    const codes = (await client.control('GET', `/inbox?to=${ADA}`)).json;
    expect(codes).toMatchObject([{ state: 'used' }, { state: 'superseded' }]);
    await client.advance(60);
    expect((await client.control('GET', '/inbox?to=x@y.example')).json[0].state).toBe('expired');
    await client.control('DELETE', '/inbox');
    expect((await client.control('GET', '/inbox')).json).toEqual([]);
  });

  test('logs one line for each mail', async () => {
    const lines: string[] = [];
    const client = createRawClient({ log: (line) => lines.push(line) });
    const code = await client.receiveCode(ADA);
    expect(lines).toEqual([`  mail to ${ADA} · Your Emulated project verification code · ${code}`]);
  });
});

describe('the request log', () => {
  test('lists provider requests only, oldest first, with decoded headers', async ({ client }) => {
    await client.signIn(ADA, 'acme');
    await client.post('/b2b/sessions/authenticate', { session_duration_minutes: 60 });
    const log = (await client.control('GET', '/requests')).json;
    expect(log).toHaveLength(4);
    expect(log[0].path).toBe('/v1/b2b/public/oauth/google/discovery/start');
    expect(log[3]).toMatchObject({
      method: 'POST',
      path: '/sdk/v1/b2b/sessions/authenticate',
      status: 200,
      body: { session_duration_minutes: 60 },
      at: '2026-01-05T12:00:00.000Z',
      fault: null,
      headers: {
        authorization: { publicToken: expect.any(String), sessionToken: client.sessionToken },
        telemetry: { sdk: { version: '5.32.0' } },
        parentHost: 'http://localhost:5173',
      },
    });
    await client.control('DELETE', '/requests');
    expect((await client.control('GET', '/requests')).json).toEqual([]);
  });

  test('keeps the last 1,000 requests', async ({ client }) => {
    for (let count = 0; count < 1_003; count += 1) await client.send(`/sdk/v1/none/${count}`);
    const log = (await client.control('GET', '/requests')).json;
    expect(log).toHaveLength(1_000);
    expect(log[0].path).toBe('/sdk/v1/none/3');
  });
});

test('the telemetry collector keeps requests unparsed until they are deleted', async ({
  client,
}) => {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'text/plain', referer: 'http://localhost:5173/a' },
    body: 'hello',
  };
  await client.send('/_emulator/telemetry/e/?ip=1', sent);
  const body = new Uint8Array([0x1f, 0x8b, 0xff]);
  await client.send('/_emulator/telemetry/zipped', { method: 'POST', body });
  const [first, second] = (await client.control('GET', '/telemetry')).json;
  expect(first).toMatchObject({ ...sent, path: '/_emulator/telemetry/e/', query: '?ip=1' });
  expect(second.body).toBe('base64:H4v/');
  await client.control('DELETE', '/telemetry');
  expect((await client.control('GET', '/telemetry')).json).toEqual([]);
});

describe('the console', () => {
  test('escapes text that contains markup', async ({ client }) => {
    await client.control('PATCH', '/project', { project_name: '<img src=x>' });
    const { text } = await client.control('GET', '');
    expect(text).not.toContain('<img');
    expect(text.match(/aria-current="page">\w+/g)).toEqual(['aria-current="page">Inbox']);
    expect(text).not.toContain('Back to the app');
  });

  test('serves its two assets and no other file', async ({ client }) => {
    const paths = ['/assets/pages.css', '/assets/console.js', '/assets/..%2Fhtml.ts', '/nothing'];
    const responses = await Promise.all(paths.map((path) => client.control('GET', path)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
    expect((await client.control('GET', '/')).headers.get('location')).toBe('/_emulator');
  });
});
