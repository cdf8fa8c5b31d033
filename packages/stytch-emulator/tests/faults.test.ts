import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { ConnectionDropped, matchesPath } from '#emulator/store/faults.ts';
import { createRawClient, type RawClient, test } from './support/raw-client.ts';

const SEND = '/b2b/otps/email/discovery/send';

async function addFault(client: RawClient, fault: object, more: object = {}): Promise<void> {
  const response = await client.control('POST', '/faults', {
    match: { path: SEND },
    fault,
    ...more,
  });
  expect(response.status).toBe(201);
}

function send(client: RawClient) {
  return client.post(SEND, { email_address: 'ada@acme.example' });
}

async function mailCount(client: RawClient): Promise<number> {
  return (await client.control('GET', '/inbox')).json.length;
}

/** Resolves once the condition holds. The test's time limit ends it otherwise. */
function until(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => (condition() ? resolve() : setImmediate(check));
    check();
  });
}

describe('the response of a fault [R20.3]', () => {
  test('error has the provider’s format and the given message', async ({ client }) => {
    await addFault(client, {
      kind: 'error',
      status: 429,
      errorType: 'too_many_requests',
      message: 'Slow down.',
      retryAfter: 30,
    });
    const response = await send(client);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('30');
    expect(response.json).toMatchObject({
      error_type: 'too_many_requests',
      error_message: 'Slow down.',
    });
    expect(await mailCount(client)).toBe(0);
  });

  test.each([
    [undefined, 500, 'internal_server_error'],
    [503, 503, 'internal_server_error'],
    [401, 401, 'unauthorized_credentials'],
    [429, 429, 'too_many_requests'],
    [418, 418, 'bad_request'],
  ])('error %s defaults to %d %s', async (status, expected, errorType) => {
    const client = createRawClient();
    await addFault(client, { kind: 'error', ...(status === undefined ? {} : { status }) });
    const response = await send(client);
    expect([response.status, response.json.error_type]).toEqual([expected, errorType]);
  });

  test('html, truncated and wrongShape replace the body', async ({ client }) => {
    await addFault(client, { kind: 'html' }, { times: 1 });
    const html = await send(client);
    expect([html.status, html.headers.get('content-type')]).toEqual([
      502,
      'text/html; charset=utf-8',
    ]);
    await addFault(client, { kind: 'truncated' }, { times: 1 });
    await expect(send(client)).rejects.toThrow('JSON');
    await addFault(client, { kind: 'wrongShape' }, { times: 1 });
    expect((await send(client)).json.data).toEqual({ unexpected: ['shape'] });
    expect(await mailCount(client)).toBe(0);
  });

  test('drop and hang give no response; a reset ends a hanging request', async ({ client }) => {
    await addFault(client, { kind: 'drop' }, { times: 1 });
    await expect(send(client)).rejects.toBeInstanceOf(ConnectionDropped);
    await addFault(client, { kind: 'hang' });
    const hanging = expect(send(client)).rejects.toBeInstanceOf(ConnectionDropped);
    await until(() => client.handler.store.state.requests[1]?.fault === 'hang');
    const log = (await client.control('GET', '/requests')).json;
    expect(
      log.map(({ status, fault }: { status: number; fault: string }) => [status, fault]),
    ).toEqual([
      [0, 'drop'],
      [0, 'hang'],
    ]);
    await client.control('POST', '/reset');
    await hanging;
  });

  test('slow delays the response of the provider', async ({ client }) => {
    await addFault(client, { kind: 'slow', latencyMs: 5 });
    expect((await send(client)).status).toBe(200);
    expect(await mailCount(client)).toBe(1);
  });
});

describe('the requests a fault matches', () => {
  test.each([
    ['/b2b/otps/**', true],
    ['/sdk/v1/b2b/otps/**', true],
    ['/b2b/otps/*', false],
    ['/b2b/otps/email/discovery/*', true],
    ['**/send', true],
    ['*', true],
    ['**', true],
    ['/b2b/otps', false],
    ['/b2b/otp./**', false],
  ])('%s: %s', (glob, matches) => {
    expect(matchesPath(glob, '/sdk/v1/b2b/otps/email/discovery/send')).toBe(matches);
  });

  test('matches a glob with many wildcards without backtracking', () => {
    const glob = `${'**a'.repeat(8)}b`;
    const started = performance.now();
    expect(matchesPath(glob, 'a'.repeat(300))).toBe(false);
    expect(matchesPath(glob, `${'a'.repeat(300)}b`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('matches by method, and for the given number of requests', async ({ client }) => {
    await client.control('POST', '/faults', [
      { match: { path: '**', method: 'get' }, fault: { kind: 'html' } },
      { match: { path: SEND }, fault: { kind: 'error' }, times: 2 },
    ]);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await send(client)).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect((await client.control('GET', '/faults')).json).toHaveLength(1);
    await client.control('DELETE', '/faults');
    expect((await client.control('GET', '/faults')).json).toEqual([]);
  });

  test('matches browser redirects', async ({ client }) => {
    await client.control('POST', '/faults', {
      match: { path: '/v1/b2b/public/oauth/google/**' },
      fault: { kind: 'html', status: 503 },
    });
    const response = await client.send('/v1/b2b/public/oauth/google/discovery/start');
    expect(response.status).toBe(503);
  });

  test.each([
    [{ match: { path: '' }, fault: { kind: 'drop' } }],
    [{ match: { path: '*' }, fault: { kind: 'explode' } }],
    [{ match: { path: '*' }, fault: { kind: 'error', status: 99 } }],
    [{ match: { path: '*' }, fault: { kind: 'drop' }, times: 0 }],
  ])('rejects %o', async (fault) => {
    const client = createRawClient();
    expect((await client.control('POST', '/faults', fault)).status).toBe(400);
    expect((await client.control('GET', '/faults')).json).toEqual([]);
  });
});

describe('over a real socket', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await createEmulator();
  });
  afterAll(() => emulator.close());
  beforeEach(() => emulator.store.reset());

  async function addFaultOverHttp(fault: object): Promise<void> {
    await fetch(`${emulator.origin}/_emulator/faults`, {
      method: 'POST',
      body: JSON.stringify({ match: { path: '**' }, fault }),
    });
  }

  test('drop destroys the connection', async () => {
    await addFaultOverHttp({ kind: 'drop' });
    await expect(fetch(`${emulator.origin}/sdk/v1/b2b/organizations/me`)).rejects.toThrow(
      'fetch failed',
    );
  });

  test('hang waits until the client disconnects or the emulator is reset', async () => {
    await addFaultOverHttp({ kind: 'hang' });
    const disconnect = new AbortController();
    const url = `${emulator.origin}/sdk/v1/b2b/organizations/me`;
    const first = expect(fetch(url, { signal: disconnect.signal })).rejects.toThrow('aborted');
    const second = expect(fetch(url)).rejects.toThrow('fetch failed');
    await until(() => emulator.store.state.requests.length === 2);
    disconnect.abort();
    await first;
    emulator.store.reset();
    await second;
  });

  test('createEmulator rejects when the port is in use', async () => {
    await expect(createEmulator({ port: emulator.port })).rejects.toThrow('EADDRINUSE');
  });
});
