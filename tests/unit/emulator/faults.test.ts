import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { ConnectionDropped, matchesPath } from '#emulator/store/faults.ts';
import { type RawClient, rawClient } from './support/raw-client.ts';

const SEND = '/b2b/otps/email/discovery/send';

async function arm(client: RawClient, fault: object, more: object = {}): Promise<void> {
  const answer = await client.control('POST', '/faults', {
    match: { path: SEND },
    fault,
    ...more,
  });
  expect(answer.status).toBe(201);
}

function send(client: RawClient) {
  return client.post(SEND, { email_address: 'ada@acme.example' });
}

async function mailed(client: RawClient): Promise<number> {
  return (await client.control('GET', '/inbox')).json.length;
}

/** Resolves once something is so; the test's own limit ends it otherwise. */
function until(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (isSo() ? resolve() : setImmediate(look));
    look();
  });
}

describe('a fault answers instead of the provider [R20.3]', () => {
  test('error, in the provider’s shape, with its own words', async () => {
    const client = rawClient();
    await arm(client, {
      kind: 'error',
      status: 429,
      errorType: 'too_many_requests',
      message: 'Slow down.',
      retryAfter: 30,
    });
    const answer = await send(client);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(answer.json).toMatchObject({
      error_type: 'too_many_requests',
      error_message: 'Slow down.',
    });
    expect(await mailed(client)).toBe(0);
  });

  test.each([
    [undefined, 500, 'internal_server_error'],
    [503, 503, 'internal_server_error'],
    [401, 401, 'unauthorized_credentials'],
    [429, 429, 'too_many_requests'],
    [418, 418, 'bad_request'],
  ])('error %s is %d %s by itself', async (status, expected, errorType) => {
    const client = rawClient();
    await arm(client, { kind: 'error', ...(status === undefined ? {} : { status }) });
    const answer = await send(client);
    expect([answer.status, answer.json.error_type]).toEqual([expected, errorType]);
  });

  test('html, truncated and wrongShape', async () => {
    const client = rawClient();
    await arm(client, { kind: 'html' }, { times: 1 });
    const html = await send(client);
    expect([html.status, html.headers.get('content-type')]).toEqual([
      502,
      'text/html; charset=utf-8',
    ]);
    await arm(client, { kind: 'truncated' }, { times: 1 });
    await expect(send(client)).rejects.toThrow('JSON');
    await arm(client, { kind: 'wrongShape' }, { times: 1 });
    expect((await send(client)).json.data).toEqual({ unexpected: ['shape'] });
    expect(await mailed(client)).toBe(0);
  });

  test('drop and hang; a reset lets go of what hangs', async () => {
    const client = rawClient();
    await arm(client, { kind: 'drop' }, { times: 1 });
    await expect(send(client)).rejects.toBeInstanceOf(ConnectionDropped);
    await arm(client, { kind: 'hang' });
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

  test('slow lets the provider answer, later', async () => {
    const client = rawClient();
    await arm(client, { kind: 'slow', latencyMs: 5 });
    expect((await send(client)).status).toBe(200);
    expect(await mailed(client)).toBe(1);
  });
});

describe('which calls a fault covers', () => {
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
  ])('%s: %s', (glob, covered) => {
    expect(matchesPath(glob, '/sdk/v1/b2b/otps/email/discovery/send')).toBe(covered);
  });

  test('matches a glob with many wildcards without backtracking', () => {
    const glob = `${'**a'.repeat(8)}b`;
    const started = performance.now();
    expect(matchesPath(glob, 'a'.repeat(300))).toBe(false);
    expect(matchesPath(glob, `${'a'.repeat(300)}b`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('by method, and as often as asked', async () => {
    const client = rawClient();
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

  test('browser redirects too', async () => {
    const client = rawClient();
    await client.control('POST', '/faults', {
      match: { path: '/v1/b2b/public/oauth/google/**' },
      fault: { kind: 'html', status: 503 },
    });
    const answer = await client.send('/v1/b2b/public/oauth/google/discovery/start');
    expect(answer.status).toBe(503);
  });

  test.each([
    [{ match: { path: '' }, fault: { kind: 'drop' } }],
    [{ match: { path: '*' }, fault: { kind: 'explode' } }],
    [{ match: { path: '*' }, fault: { kind: 'error', status: 99 } }],
    [{ match: { path: '*' }, fault: { kind: 'drop' }, times: 0 }],
  ])('refuses %o', async (fault) => {
    const client = rawClient();
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

  async function armed(fault: object): Promise<void> {
    await fetch(`${emulator.origin}/_emulator/faults`, {
      method: 'POST',
      body: JSON.stringify({ match: { path: '**' }, fault }),
    });
  }

  test('drop destroys the connection', async () => {
    await armed({ kind: 'drop' });
    await expect(fetch(`${emulator.origin}/sdk/v1/b2b/organizations/me`)).rejects.toThrow(
      'fetch failed',
    );
  });

  test('hang holds until the client goes, or the emulator is reset', async () => {
    await armed({ kind: 'hang' });
    const gone = new AbortController();
    const url = `${emulator.origin}/sdk/v1/b2b/organizations/me`;
    const first = expect(fetch(url, { signal: gone.signal })).rejects.toThrow('aborted');
    const second = expect(fetch(url)).rejects.toThrow('fetch failed');
    await until(() => emulator.store.state.requests.length === 2);
    gone.abort();
    await first;
    emulator.store.reset();
    await second;
  });

  test('a taken port is refused', async () => {
    await expect(createEmulator({ port: emulator.port })).rejects.toThrow('EADDRINUSE');
  });
});
