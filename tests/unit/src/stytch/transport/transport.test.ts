// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CALL_TIMEOUT } from '#machines/rules/limits.ts';
import { endpoints, isUsableResponse } from '#src/stytch/calls/calls.ts';
import { installTransport, type Transport } from '#src/stytch/transport/transport.ts';

const ORIGIN = 'http://localhost:4290';
const SDK = `${ORIGIN}/sdk/v1`;
const EXCHANGE = `${SDK}${endpoints.exchange.path}`;
const UNREACHABLE = { name: 'TypeError', message: 'Failed to fetch' };

interface Sent {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

const sent: Sent[] = [];
let network: (url: string, init: RequestInit) => Promise<Response>;
let transport: Transport;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const unfinished = { data: { member_authenticated: false } };

const pageFetch: typeof fetch = (input, init) => {
  sent.push({ url: String(input), init });
  return network(String(input), init ?? {});
};

beforeEach(() => {
  sent.length = 0;
  network = async () => json(unfinished);
  window.fetch = pageFetch;
  transport = installTransport(ORIGIN);
  transport.checkResponses(isUsableResponse);
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

it('is aborted with the newest actor that has claimed it, or not sent at all', async () => {
  const { path } = endpoints.exchange;
  const [old, young] = [new AbortController(), new AbortController()];
  const [releaseOld] = [old, young].map(({ signal }) => transport.claimCalls(path, signal));
  network = hanging;
  const call = () => fetch(EXCHANGE).catch((error: unknown) => error);
  const result = call();
  old.abort();
  releaseOld?.();
  expect(sent[0]?.init?.signal?.aborted).toBe(false);
  young.abort();
  expect(sent[0]?.init?.signal?.aborted).toBe(true);
  expect([await result, await call()]).toMatchObject([UNREACHABLE, UNREACHABLE]);
  expect(sent).toHaveLength(1);
});

it('sends a session refresh only while it is claimed', async () => {
  const refresh = `${SDK}${endpoints.refresh.path}`;
  await expect(fetch(refresh)).rejects.toMatchObject(UNREACHABLE);
  expect(sent).toEqual([]);
  const release = transport.claimCalls(endpoints.refresh.path, new AbortController().signal);
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
  const settings = { vertical: 'B2B', rbac_policy: null, slug_pattern: 'x' };

  it('come to the SDK with an access policy without roles', async () => {
    network = async () => json({ data: settings });
    const response = await fetch(address);
    expect(sent).toMatchObject([{ url: address, init: { referrerPolicy: 'strict-origin' } }]);
    expect(response.headers.get('content-type')).toBe('application/json');
    const forSdk = { ...settings, rbac_policy: { roles: [], resources: [] } };
    expect(await response.json()).toMatchObject({ data: forSdk });
    const project = { slugPattern: 'x', createOrganizationEnabled: true };
    expect(await transport.settings).toMatchObject({ project, hasAccessPolicy: false });
  });

  it('are not of another shape, and no later ones replace those of the first response [R15.5]', async () => {
    network = async () => json({ data: { unexpected: 'shape' } });
    await expect(fetch(address)).rejects.toMatchObject(UNREACHABLE);
    network = async () => json({ data: settings });
    await fetch(address);
    expect(await transport.settings).toBeNull();
  });

  it('time out before the calls that wait for them', async () => {
    vi.useFakeTimers();
    network = hanging;
    const result = fetch(address).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await result).toMatchObject(UNREACHABLE);
    expect(await transport.settings).toBeNull();
  });
});

it('responds to a revocation at once, and sends a request that outlives the page', async () => {
  network = hanging;
  const result = await fetch(`${SDK}${endpoints.revoke.path}`, { method: 'POST' });
  expect(await result.json()).toEqual({ data: {} });
  expect(sent[0]?.init).toMatchObject({ method: 'POST', keepalive: true });
});
