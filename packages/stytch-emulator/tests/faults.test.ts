import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import { createEmulator, type Emulator } from '../server.ts';
import { matchesPath } from '../store/faults.ts';
import { createRawClient, type RawClient, test } from './support/raw-client.ts';

const SEND = '/b2b/otps/email/discovery/send';

async function addFault(client: RawClient, fault: object, times?: number): Promise<void> {
  const { status } = await client.control('POST', '/faults', {
    match: { path: SEND },
    fault,
    ...(times && { times }),
  });
  expect(status).toBe(200);
}

const send = (client: RawClient) => client.sendCode('ada@acme.example');

describe('the response of a fault [R20.3]', () => {
  test.each([
    [{}, 500, 'internal_server_error'],
    [{ status: 401 }, 401, 'unauthorized_credentials'],
    [{ status: 429 }, 429, 'too_many_requests'],
    [{ status: 418 }, 418, 'bad_request'],
    [{ status: 400, errorType: 'invalid_email' }, 400, 'invalid_email'],
  ])('error %j has status %d and type %s', async (fault, status, error_type) => {
    const client = createRawClient();
    const given = { kind: 'error', message: 'Slow down.', retryAfter: 30, ...fault };
    await addFault(client, given);
    const { json, headers } = await send(client);
    expect(json).toMatchObject({ status_code: status, error_type, error_message: 'Slow down.' });
    expect(headers.get('retry-after')).toBe('30');
    expect(client.handler.store.state.mail).toEqual([]);
  });

  test('html, truncated and wrongShape replace the body', async ({ client }) => {
    await addFault(client, { kind: 'html' }, 1);
    const html = await send(client);
    expect(html.status).toBe(502);
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    await addFault(client, { kind: 'truncated' }, 1);
    await expect(send(client)).rejects.toThrow('JSON');
    await addFault(client, { kind: 'wrongShape' }, 1);
    expect((await send(client)).json.data).toEqual({ unexpected: ['shape'] });
    expect(client.handler.store.state.mail).toEqual([]);
  });

  test('slow delays the response of the provider', async ({ client }) => {
    await addFault(client, { kind: 'slow', latencyMs: 5 });
    expect((await send(client)).status).toBe(200);
    expect(client.handler.store.state.mail).toHaveLength(1);
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

  test('applies only to its path, and to the given number of requests', async ({ client }) => {
    await client.control('POST', '/faults', [
      { match: { path: '/b2b/totp/**' }, fault: { kind: 'html' } },
      { match: { path: SEND }, fault: { kind: 'error' }, times: 2 },
    ]);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await send(client)).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect((await client.control('GET', '/faults')).json).toHaveLength(1);
    await client.control('DELETE', '/faults');
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

  /** Makes a call that meets a fault. */
  async function callInto(kind: string, signal?: AbortSignal): Promise<Response> {
    await fetch(`${emulator.origin}/_emulator/faults`, {
      method: 'POST',
      body: JSON.stringify({ match: { path: '**' }, fault: { kind }, times: 1 }),
    });
    return fetch(`${emulator.origin}/sdk/v1/b2b/organizations/me`, signal ? { signal } : {});
  }

  test('drop destroys the connection', async () => {
    await expect(callInto('drop')).rejects.toThrow('fetch failed');
  });

  test('hang waits until the client disconnects or the emulator is reset', async () => {
    const disconnect = new AbortController();
    const first = expect(callInto('hang', disconnect.signal)).rejects.toThrow('aborted');
    const second = expect(callInto('hang')).rejects.toThrow('fetch failed');
    await vi.waitFor(() => expect(emulator.store.state.requests).toHaveLength(2));
    // One that was cut would have ended by then.
    await fetch(`${emulator.origin}/_emulator/health`);
    disconnect.abort();
    await first;
    const unanswered = { status: 0, fault: 'hang' };
    expect(emulator.store.state.requests).toMatchObject([unanswered, unanswered]);
    emulator.store.reset();
    await second;
  });

  test('createEmulator rejects when the port is in use', async () => {
    await expect(createEmulator({ port: emulator.port })).rejects.toThrow('EADDRINUSE');
  });
});
