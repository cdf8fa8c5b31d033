import { describe, expect } from 'vitest';
import { createHandler } from '#emulator/handler.ts';
import { APP_ORIGIN, createRawClient, RawClient, test } from './support/raw-client.ts';

const ADA = 'ada@acme.example';

describe('health, reset and the clock', () => {
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
    await client.post('/b2b/otps/email/discovery/send', { email_address: ADA });
    await client.control('POST', '/faults', { match: { path: '**' }, fault: { kind: 'drop' } });
    await client.control('POST', '/clock', { advanceMs: 60_000 });
    await client.control('PATCH', '/project', { vertical: 'CONSUMER' });
    await client.control('POST', '/reset');
    expect((await client.control('GET', '/state')).text).toBe(before);
  });

  test('POST /_emulator/clock advances, sets, freezes and unfreezes the clock', async () => {
    let real = Date.UTC(2026, 0, 1);
    const client = new RawClient(createHandler({ now: () => real }));
    const clock = async (change: object) => (await client.control('POST', '/clock', change)).json;
    expect(await clock({ advanceMs: 1_000 })).toEqual({
      now: '2026-01-01T00:00:01.000Z',
      frozen: false,
    });
    expect((await clock({ now: '2030-01-01T00:00:00.000Z' })).now).toBe('2030-01-01T00:00:00.000Z');
    await clock({ freeze: true });
    real += 5_000;
    expect(await clock({ advanceMs: 10 })).toEqual({
      now: '2030-01-01T00:00:00.010Z',
      frozen: true,
    });
    await clock({ freeze: false });
    real += 5_000;
    expect((await client.control('GET', '/health')).json.now).toBe('2030-01-01T00:00:05.010Z');
    expect((await client.control('POST', '/clock', { now: 'tomorrow' })).status).toBe(400);
  });
});

describe('export and import', () => {
  test('an exported state continues in another emulator', async () => {
    const source = createRawClient();
    await source.signIn(ADA, 'acme');
    const exported = (await source.control('GET', '/state')).json;
    const target = createRawClient({ seed: 'another' });
    expect((await target.control('PUT', '/state', exported)).json).toEqual({ ok: true });
    target.sessionToken = source.sessionToken;
    expect((await target.post('/b2b/sessions/authenticate')).status).toBe(200);
  });

  test.each([
    ['an unrelated object', { hello: 'there' }, 'This is not a state of the emulator.'],
    ['a later version', { version: 2 }, 'version'],
    ['a list', [], 'This is not a state of the emulator.'],
  ])('rejects %s with an error message and changes nothing', async (_, candidate, message) => {
    const client = createRawClient();
    await client.signIn(ADA, 'acme');
    const before = (await client.control('GET', '/state')).text;
    const response = await client.control('PUT', '/state', candidate);
    expect(response.status).toBe(400);
    expect(response.json.error).toContain(message);
    expect((await client.control('GET', '/state')).text).toBe(before);
  });

  test('rejects a state with one invalid member', async ({ client }) => {
    const state = (await client.control('GET', '/state')).json;
    state.members[0].status = 'gone';
    const response = await client.control('PUT', '/state', state);
    expect(response.json.error).toContain('members.0.status');
  });

  test('rejects a body that is not JSON', async () => {
    const response = await createRawClient().send('/_emulator/state', { method: 'PUT', body: '{' });
    expect([response.status, response.json.error]).toEqual([400, 'The body is not JSON.']);
  });
});

describe('the project settings', () => {
  test('GET /_emulator/project returns what PATCH /_emulator/project set', async ({ client }) => {
    const patched = await client.control('PATCH', '/project', { project_name: 'Other' });
    expect(patched.json.project_name).toBe('Other');
    expect((await client.control('GET', '/project')).json.project_name).toBe('Other');
  });

  test.each([
    [{ unknown_setting: true }],
    [{ slug_pattern: '[a-z' }],
    [{ vertical: 'B2C' }],
    [{ create_organization_enabled: 'yes' }],
  ])('rejects %o', async (patch) => {
    expect((await createRawClient().control('PATCH', '/project', patch)).status).toBe(400);
  });
});

describe('the inbox', () => {
  test('lists mail newest first, filters by address, and can be emptied', async ({ client }) => {
    await client.post('/b2b/otps/email/discovery/send', { email_address: ADA });
    await client.post('/b2b/magic_links/email/discovery/send', {
      email_address: 'x@y.example',
      discovery_redirect_url: `${APP_ORIGIN}/discovery`,
    });
    const all = (await client.control('GET', '/inbox')).json;
    expect(all.map(({ kind, to }: { kind: string; to: string }) => `${kind} ${to}`)).toEqual([
      'magic_link x@y.example',
      `otp ${ADA}`,
    ]);
    expect((await client.control('GET', `/inbox?to=${ADA.toUpperCase()}`)).json).toEqual([
      {
        id: expect.any(String),
        to: ADA,
        subject: 'Your Emulated project verification code',
        kind: 'otp',
        code: expect.stringMatching(/^\d{6}$/),
        sentAt: '2026-01-05T12:00:00.000Z',
        expiresAt: '2026-01-05T12:10:00.000Z',
        state: 'open',
      },
    ]);
    await client.control('DELETE', '/inbox');
    expect((await client.control('GET', '/inbox')).json).toEqual([]);
  });

  test('logs one line for each mail', async () => {
    const lines: string[] = [];
    const client = createRawClient({ log: (line) => lines.push(line) });
    await client.post('/b2b/otps/email/discovery/send', { email_address: ADA });
    const [mail] = (await client.control('GET', '/inbox')).json;
    expect(lines).toEqual([
      `  mail to ${ADA} · Your Emulated project verification code · ${mail.code}`,
    ]);
  });

  test('returns 404 when the mail to scan does not exist', async () => {
    expect((await createRawClient().control('POST', '/inbox/none/scan')).status).toBe(404);
  });
});

describe('the request log', () => {
  test('lists provider requests only, oldest first, with decoded headers', async ({ client }) => {
    await client.signIn(ADA, 'acme');
    await client.post('/b2b/sessions/authenticate', { session_duration_minutes: 60 });
    const log = (await client.control('GET', '/requests')).json;
    expect(
      log.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`),
    ).toEqual([
      'POST /v1/b2b/public/oauth/google/discovery/start',
      'POST /sdk/v1/b2b/oauth/discovery/authenticate',
      'POST /sdk/v1/b2b/discovery/intermediate_sessions/exchange',
      'POST /sdk/v1/b2b/sessions/authenticate',
    ]);
    expect(log[3]).toMatchObject({
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

describe('the telemetry collector', () => {
  test('keeps requests unparsed until they are deleted', async ({ client }) => {
    await client.send('/_emulator/telemetry/e/?ip=1', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', referer: 'http://localhost:5173/a' },
      body: 'hello',
    });
    await client.send('/_emulator/telemetry/zipped', {
      method: 'POST',
      body: new Uint8Array([0x1f, 0x8b, 0xff]),
    });
    const [first, second] = (await client.control('GET', '/telemetry')).json;
    expect(first).toMatchObject({
      method: 'POST',
      path: '/_emulator/telemetry/e/',
      query: '?ip=1',
      headers: { 'content-type': 'text/plain', referer: 'http://localhost:5173/a' },
      body: 'hello',
    });
    expect(second.body).toBe('base64:H4v/');
    await client.control('DELETE', '/telemetry');
    expect((await client.control('GET', '/telemetry')).json).toEqual([]);
  });
});

test('GET /_emulator/events streams each store event', async ({ client }) => {
  const stop = new AbortController();
  const response = await client.handler.fetch(
    new Request('http://localhost:4010/_emulator/events', { signal: stop.signal }),
  );
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe(': listening\n\n');
  await client.control('POST', '/clock', { advanceMs: 1 });
  expect((await reader?.read())?.value).toContain('event: clock\ndata: {"kind":"clock"');
  stop.abort();
  expect((await reader?.read())?.done).toBe(true);
});

describe('the console', () => {
  test.each([
    ['', 'No mail yet.'],
    ['/console/people', 'ada@acme.example'],
    ['/console/requests', 'No requests yet.'],
    ['/console/faults', 'No active faults.'],
    ['/console/settings', 'Export as JSON'],
  ])('GET /_emulator%s', async (path, text) => {
    const response = await createRawClient().control('GET', path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.text).toContain(text);
    expect(response.text).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(response.text).not.toMatch(/\sstyle=|\son\w+=/);
  });

  test('redirects a trailing slash to the console', async () => {
    const response = await createRawClient().control('GET', '/');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/_emulator']);
  });

  test('escapes text that contains markup', async ({ client }) => {
    await client.control('PATCH', '/project', { project_name: '<img src=x>' });
    expect((await client.control('GET', '')).text).not.toContain('<img');
  });

  test('serves its two assets and no other file', async ({ client }) => {
    expect(
      (await client.control('GET', '/assets/pages.css')).headers.get('content-type'),
    ).toContain('css');
    expect((await client.control('GET', '/assets/console.js')).status).toBe(200);
    expect((await client.control('GET', '/assets/..%2Fhtml.ts')).status).toBe(404);
    expect((await client.control('GET', '/nothing')).status).toBe(404);
  });
});
