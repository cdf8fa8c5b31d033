// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALL_TIMEOUT } from '#machines/rules/limits.ts';
import { endpoints, isUsableResponse } from '#src/stytch/calls/calls.ts';
import type { RawSettings } from '#src/stytch/sdk/raw-settings.ts';
import {
  installTransport,
  type Transport,
  type TransportOptions,
} from '#src/stytch/transport/transport.ts';

const ORIGIN = 'http://localhost:4290';
const SDK = `${ORIGIN}/sdk/v1`;
const EXCHANGE = `${SDK}${endpoints.exchange.path}`;
const UNREACHABLE = { name: 'TypeError', message: 'Failed to fetch' };

interface Sent {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

const sent: Sent[] = [];
const reported: (RawSettings | null)[] = [];
let network: (url: string, init: RequestInit) => Promise<Response>;
let transport: Transport;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const unfinished = { data: { member_authenticated: false } };

const pageFetch: typeof fetch = (input, init) => {
  sent.push({ url: String(input), init });
  return network(String(input), init ?? {});
};

/** Installs a transport in a page of its own. */
function install(options: Partial<TransportOptions> = {}) {
  window.fetch = pageFetch;
  transport = installTransport({
    providerOrigin: ORIGIN,
    onSettings: (settings) => reported.push(settings),
    ...options,
  });
}

beforeEach(() => {
  sent.length = 0;
  reported.length = 0;
  network = async () => json(unfinished);
  install();
  transport.checkResponses(isUsableResponse);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A `fetch` that settles only when it is aborted. */
const hanging = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

describe('other requests', () => {
  it.each([
    '/policies',
    `${ORIGIN}/sdk/v10/x`,
    'https://elsewhere.example/sdk/v1/b2b/sessions/authenticate',
    'https://test.stytch.com/sdk/v1/b2b/sessions/authenticate',
    'http://[',
  ])('%s is sent unchanged', async (address) => {
    const init = { method: 'POST' };
    network = async () => new Response('as it is');
    expect(await (await fetch(address, init)).text()).toBe('as it is');
    expect(sent.at(-1)?.init).toBe(init);
  });
});

describe('a call of the SDK', () => {
  it('is sent as the SDK made it, without the page’s path', async () => {
    const init = { method: 'POST', body: '{}', credentials: 'include' } as const;
    expect(await (await fetch(EXCHANGE, init)).json()).toEqual(unfinished);
    expect(sent[0]?.init).toMatchObject({ ...init, referrerPolicy: 'strict-origin' });
  });

  it.each([
    [CALL_TIMEOUT, true],
    [CALL_TIMEOUT + 1, false],
  ])(
    'gets a response after %i ms, also when a frozen page runs its timers late: %s [R11.17]',
    async (waited, isPassed) => {
      const from = performance.now();
      const clock = vi.spyOn(performance, 'now').mockReturnValue(from);
      network = async () => {
        clock.mockReturnValue(from + waited);
        return json(unfinished);
      };
      const result = await fetch(EXCHANGE).catch((error: unknown) => error);
      expect(result instanceof Response).toBe(isPassed);
    },
  );

  it('is aborted after the time-out, also when the body of its response never ends [R14.19]', async () => {
    vi.useFakeTimers();
    network = async () => {
      const response = json({});
      vi.spyOn(response, 'text').mockReturnValue(new Promise(() => undefined));
      return response;
    };
    const result = fetch(EXCHANGE).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT - 1);
    expect(sent[0]?.init?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent[0]?.init?.signal?.aborted).toBe(true);
    expect(await result).toMatchObject(UNREACHABLE);
  });

  it.each([
    ['a page of a proxy', new Response('<!doctype html><h1>502 Bad Gateway</h1>', { status: 502 })],
    ['text that ends in the middle', new Response('{"status_code":200,"data":{"mem')],
    ['no data', json({ status_code: 200 })],
    ['a list as data', json({ data: [] })],
    ['a session without its end', json({ data: { member_session: {} } })],
    ['an error without a type', json({ message: 'x' }, 400)],
  ])('rejects a response with %s', async (_, response) => {
    network = async () => response;
    await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
  });

  it.each([
    ['a refusal', json({ error_type: 'x', error_message: 'No.' }, 400)],
    ['a refusal of its form', json({ body: [{ dataPath: 'x', message: 'y' }] }, 400)],
    ['a wish for a captcha', new Response('Captcha required', { status: 403 })],
    ['a success of any status', json(unfinished, 299)],
  ])('passes %s to the SDK', async (_, response) => {
    network = async () => response;
    expect((await fetch(EXCHANGE)).status).toBe(response.status);
  });
});

// What a claim knows of the intermediate session is tested with the calls.
it('aborts a call with the oldest claim that has none yet, and a repeated one with the newest', async () => {
  const { path } = endpoints.exchange;
  const [old, young] = [new AbortController(), new AbortController()];
  for (const { signal } of [old, young]) transport.claimNextCall(path, signal);
  const call = () => fetch(EXCHANGE).catch((error: unknown) => error);
  young.abort();
  expect(await call()).toBeInstanceOf(Response);
  expect(await call()).toMatchObject(UNREACHABLE);
  expect(await call()).toMatchObject(UNREACHABLE);
  expect(sent).toHaveLength(1);
  old.abort();
  expect(sent[0]?.init?.signal?.aborted).toBe(false);
});

it('sends a session refresh only while it is claimed', async () => {
  const refresh = `${SDK}${endpoints.refresh.path}`;
  await expect(fetch(refresh)).rejects.toMatchObject(UNREACHABLE);
  expect(sent).toEqual([]);
  const { signal } = new AbortController();
  const { release } = transport.claimNextCall(endpoints.refresh.path, signal);
  network = async () => json({ error_type: 'session_not_found' }, 404);
  expect((await fetch(refresh)).status).toBe(404);
  release();
  await expect(fetch(refresh)).rejects.toMatchObject(UNREACHABLE);
});

it('hides failures of the SDK’s telemetry, and reads its responses [R14.16]', async () => {
  const response = json({ received: true });
  network = async () => response;
  expect((await fetch(`${SDK}/events`, { method: 'POST' })).status).toBe(204);
  expect(response.bodyUsed).toBe(true);
  network = () => Promise.reject(new TypeError('x'));
  expect((await fetch(`${SDK}/events`, { method: 'POST' })).status).toBe(204);
});

describe('the project’s settings', () => {
  const address = `${SDK}/projects/bootstrap/public-token-test-x`;
  const settings = { vertical: 'B2B', rbac_policy: null, pkce_required_for_oauth: false };

  /** What the SDK gets in place of the provider's own values. */
  const forSdk = { rbac_policy: { roles: [], resources: [] } };

  it('are reported unchanged, and reach the SDK with an access policy without roles', async () => {
    network = async () => json({ data: settings });
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ data: { ...settings, ...forSdk } });
    expect(reported).toMatchObject([settings]);
  });

  it('that were asked for ahead are the response to the SDK, once', async () => {
    network = async () => json({ data: settings });
    transport.askForSettings({ url: address, init: {} });
    expect(sent).toMatchObject([{ url: address, init: { referrerPolicy: 'strict-origin' } }]);
    for (const count of [1, 2]) {
      expect(await (await fetch(address)).json()).toMatchObject({
        data: { ...settings, ...forSdk },
      });
      expect(sent).toHaveLength(count);
    }
  });

  it('are not of another shape', async () => {
    network = async () => json({ data: { unexpected: 'shape' } });
    await expect(fetch(address)).rejects.toMatchObject(UNREACHABLE);
    expect(reported).toEqual([null]);
  });

  it('time out before the calls that wait for them', async () => {
    vi.useFakeTimers();
    network = hanging;
    const result = fetch(address).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(reported).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject(UNREACHABLE);
    expect(reported).toEqual([null]);
  });
});

it('responds to a revocation at once, and sends a request that outlives the page', async () => {
  network = hanging;
  const result = await fetch(`${SDK}${endpoints.revoke.path}`, { method: 'POST' });
  expect(await result.json()).toEqual({ data: {} });
  expect(sent[0]?.init).toMatchObject({ method: 'POST', keepalive: true });
});
