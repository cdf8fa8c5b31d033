// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints } from '#src/stytch/sdk/endpoints.ts';
import { installTransport, type RawSettings, type Transport } from '#src/stytch/sdk/transport.ts';
import { flushMicrotasks } from '../support/flush-microtasks.ts';
import { Harness, start } from '../support/harness.ts';

const ORIGIN = 'http://localhost:4290';
const SDK = `${ORIGIN}/sdk/v1`;
const EXCHANGE = `${SDK}${endpoints.exchange.path}`;
const UNREACHABLE = { name: 'TypeError', message: 'Failed to fetch' };

interface Sent {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

const sent: Sent[] = [];
const told: (RawSettings | null)[] = [];
let network: (url: string, init: RequestInit) => Promise<Response>;
let transport: Transport;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const unfinished = { data: { member_authenticated: false } };

beforeEach(() => {
  sent.length = 0;
  told.length = 0;
  network = async () => json(unfinished);
  window.fetch = (input, init) => {
    sent.push({ url: String(input), init });
    return network(String(input), init ?? {});
  };
  transport = installTransport({
    apiOrigin: ORIGIN,
    callTimeoutMs: 1_000,
    onSettings: (settings) => told.push(settings),
  });
});
afterEach(() => {
  vi.useRealTimers();
  transport.uninstall();
});

/** A network that answers only when it is aborted, as a browser does. */
const hanging = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

describe('what is not the provider’s', () => {
  it.each([
    '/policies',
    `${ORIGIN}/_emulator/health`,
    `${ORIGIN}/sdk/v10/x`,
    'https://elsewhere.example/sdk/v1/b2b/sessions/authenticate',
  ])('%s passes as it is', async (address) => {
    const init = { method: 'POST' };
    network = async () => new Response('as it is');
    expect(await (await fetch(address, init)).text()).toBe('as it is');
    expect(sent.at(-1)?.init).toBe(init);
  });

  it('gets its own fetch back', () => {
    const seam = window.fetch;
    transport.uninstall();
    expect(window.fetch).not.toBe(seam);
  });
});

describe('a call', () => {
  it('passes with what the SDK gave it, and no path of a page', async () => {
    const init = { method: 'POST', body: '{}', credentials: 'include' } as const;
    expect(await (await fetch(EXCHANGE, init)).json()).toEqual(unfinished);
    expect(sent[0]?.init).toMatchObject({ ...init, referrerPolicy: 'strict-origin' });
  });

  it.each([
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['an abort', new DOMException('The user aborted a request.', 'AbortError')],
    ['anything', 'text'],
  ])('that fails fails as the SDK knows it (%s)', async (_, thrown) => {
    network = () => Promise.reject(thrown);
    await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
  });

  it('is given up in time, and its request with it [R14.19]', async () => {
    vi.useFakeTimers();
    network = hanging;
    const answer = fetch(EXCHANGE).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent[0]?.init?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent[0]?.init?.signal?.aborted).toBe(true);
    expect(await answer).toMatchObject(UNREACHABLE);
  });

  it('is given up although its body never ends', async () => {
    vi.useFakeTimers();
    network = async () => {
      const response = json({});
      vi.spyOn(response, 'text').mockReturnValue(new Promise(() => undefined));
      return response;
    };
    const answer = fetch(EXCHANGE).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toMatchObject(UNREACHABLE);
  });

  it.each([
    ['no JSON', new Response('<html>', { headers: { 'content-type': 'application/json' } })],
    ['null', json(null)],
    ['no data', json({ status_code: 200 })],
    ['a list as data', json({ data: [] })],
    ['another shape', json({ data: { unexpected: ['shape'] } })],
    ['a session without its end', json({ data: { member_session: {} } })],
    ['an empty answer', new Response(null, { status: 204 })],
    ['a page', new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['an error that is none', json(null, 500)],
    ['an error without a type', json({ message: 'x' }, 400)],
  ])('with %s has no answer', async (_, response) => {
    network = async () => response;
    await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
  });

  it.each([
    ['a refusal', json({ error_type: 'x', error_message: 'No.' }, 400)],
    ['a refusal of its form', json({ body: [{ dataPath: 'x', message: 'y' }] }, 400)],
    ['a wish for a captcha', new Response('Captcha required', { status: 403 })],
  ])('with %s is left to the SDK', async (_, response) => {
    network = async () => response;
    expect((await fetch(EXCHANGE)).status).toBe(response.status);
  });
});

describe('a declared call', () => {
  it('ends with the signal it was declared under', async () => {
    network = hanging;
    const controller = new AbortController();
    const release = transport.claimNextCall(endpoints.exchange.path, controller.signal);
    const answer = fetch(EXCHANGE).catch((error: unknown) => error);
    controller.abort();
    expect(await answer).toMatchObject(UNREACHABLE);
    release();
  });

  it('is not made at all once its signal has ended', async () => {
    const controller = new AbortController();
    controller.abort();
    const release = transport.claimNextCall(endpoints.exchange.path, controller.signal);
    await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
    expect(sent).toEqual([]);
    release();
    await expect(fetch(EXCHANGE)).resolves.toBeDefined();
  });

  it('is not taken for the one that was given up before', async () => {
    network = hanging;
    const [old, young] = [new AbortController(), new AbortController()];
    const ends = [transport.claimNextCall(endpoints.exchange.path, old.signal)];
    const first = fetch(EXCHANGE).catch((error: unknown) => error);
    old.abort();
    ends.push(transport.claimNextCall(endpoints.exchange.path, young.signal));
    network = async () => json(unfinished);
    expect((await fetch(EXCHANGE)).status).toBe(200);
    expect(await first).toMatchObject(UNREACHABLE);
    for (const end of ends) end();
  });

  it('is the only kind of session refresh that leaves', async () => {
    const refresh = `${SDK}${endpoints.refresh.path}`;
    await expect(fetch(refresh)).rejects.toMatchObject(UNREACHABLE);
    expect(sent).toEqual([]);
    const release = transport.claimNextCall(endpoints.refresh.path, new AbortController().signal);
    network = async () => json({ error_type: 'session_not_found' }, 404);
    expect((await fetch(refresh)).status).toBe(404);
    release();
    await expect(fetch(refresh)).rejects.toMatchObject(UNREACHABLE);
  });
});

describe('telemetry', () => {
  it('never fails [R14.16]', async () => {
    network = () => Promise.reject(new TypeError('x'));
    await expect(fetch(`${SDK}/events`, { method: 'POST' })).resolves.toBeDefined();
  });
});

describe('signing out', () => {
  it('is answered at once, and goes on without the page', async () => {
    network = hanging;
    const answer = await fetch(`${SDK}${endpoints.revoke.path}`, { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(sent[0]?.init).toMatchObject({ method: 'POST', keepalive: true });
  });
});

describe('the project’s settings', () => {
  const address = `${SDK}/projects/bootstrap/public-token-test-x`;
  const settings = {
    captcha_settings: { enabled: false },
    password_config: null,
    pkce_required_for_oauth: false,
    pkce_required_for_email_magic_links: false,
    slug_pattern: null,
    create_organization_enabled: true,
    rbac_policy: null,
    vertical: 'B2B',
  };

  it('are told as they are, and given to the SDK with PKCE', async () => {
    network = async () => json({ data: settings });
    expect(await (await fetch(address)).json()).toEqual({
      data: { ...settings, pkce_required_for_oauth: true },
    });
    expect(told).toEqual([settings]);
  });

  it.each([
    ['without password_config', { ...settings, password_config: undefined }],
    ['without captcha_settings', { ...settings, captcha_settings: undefined }],
    [
      'with an access policy that is none',
      { ...settings, rbac_policy: { roles: 5, resources: [] } },
    ],
  ])('%s would be an error inside the SDK, so they are none', async (_, data) => {
    network = async () => json({ data });
    await expect(fetch(address)).rejects.toMatchObject(UNREACHABLE);
    expect(told).toEqual([null]);
  });

  it('are given up before what waits for them', async () => {
    vi.useFakeTimers();
    transport.uninstall();
    transport = installTransport({ apiOrigin: ORIGIN, onSettings: (one) => told.push(one) });
    network = hanging;
    const answer = fetch(address).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toMatchObject(UNREACHABLE);
    expect(told).toEqual([null]);
  });
});

describe('with the real SDK', () => {
  it('sends every call to the configured origin: the SDK honours the undeclared option', async () => {
    const harness = Harness.open();
    await harness.signIn('ada@acme.example', 'acme');
    expect([...harness.origins]).toEqual([ORIGIN]);
    harness.close();
  });

  it('never writes the late answer of an abandoned exchange over anything [R7.10]', async () => {
    const harness = Harness.open();
    const stytchAuth = await harness.discover('ada@acme.example');
    const before = [JSON.stringify({ ...localStorage }), document.cookie];
    const { answered, release } = harness.holdAnswer(endpoints.exchange.path);
    const organizationId = harness.organizationId('acme');
    const abandoned = start(stytchAuth.actors.exchange, { organizationId });
    expect((await answered).status).toBe(200);
    abandoned.stop();
    release();
    await flushMicrotasks();
    expect([JSON.stringify({ ...localStorage }), document.cookie]).toEqual(before);
    harness.close();
  });
});
