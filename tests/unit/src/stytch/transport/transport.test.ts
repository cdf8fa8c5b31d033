// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints, isUsableResponse } from '#src/stytch/calls/calls.ts';
import type { RawSettings } from '#src/stytch/sdk/raw-settings.ts';
import { installTransport, type Transport } from '#src/stytch/transport/transport.ts';
import { Harness } from '../support/harness.ts';

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

beforeEach(() => {
  sent.length = 0;
  reported.length = 0;
  network = async () => json(unfinished);
  window.fetch = (input, init) => {
    sent.push({ url: String(input), init });
    return network(String(input), init ?? {});
  };
  transport = installTransport({
    apiOrigin: ORIGIN,
    callTimeoutMs: 1_000,
    onSettings: (settings) => reported.push(settings),
  });
  transport.checkResponses(isUsableResponse);
});
afterEach(() => {
  vi.useRealTimers();
  transport.uninstall();
});

/** A `fetch` that settles only when it is aborted. */
const hanging = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

describe('other requests', () => {
  it.each([
    '/policies',
    `${ORIGIN}/_emulator/health`,
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

  it('uninstall restores fetch', () => {
    const seam = window.fetch;
    transport.uninstall();
    expect(window.fetch).not.toBe(seam);
  });

  it('uninstall leaves a fetch that has replaced its own', () => {
    const other: typeof fetch = async () => json(null);
    window.fetch = other;
    transport.uninstall();
    expect(window.fetch).toBe(other);
  });
});

describe('a call of the SDK', () => {
  it('is sent as the SDK made it, without the page’s path', async () => {
    const init = { method: 'POST', body: '{}', credentials: 'include' } as const;
    expect(await (await fetch(EXCHANGE, init)).json()).toEqual(unfinished);
    expect(sent[0]?.init).toMatchObject({ ...init, referrerPolicy: 'strict-origin' });
  });

  it.each([new Request(EXCHANGE), new URL(EXCHANGE)])('is recognized as a %o', async (call) => {
    await fetch(call);
    expect(sent[0]?.init).toMatchObject({ referrerPolicy: 'strict-origin' });
  });

  it.each(['https://test.stytch.com', 'https://api.stytch.com'])(
    'is recognized at %s when there is no emulator',
    async (origin) => {
      transport.uninstall();
      transport = installTransport({ apiOrigin: null, onSettings: () => undefined });
      await fetch(`${origin}/sdk/v1${endpoints.exchange.path}`);
      expect(sent[0]?.init).toMatchObject({ referrerPolicy: 'strict-origin' });
      await fetch(EXCHANGE);
      expect(sent[1]?.init).toBeUndefined();
    },
  );

  it.each([
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['an abort', new DOMException('The user aborted a request.', 'AbortError')],
    ['anything', 'text'],
  ])('rejects with “Failed to fetch” for %s', async (_, thrown) => {
    network = () => Promise.reject(thrown);
    await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
  });

  it('is aborted after the time-out [R14.19]', async () => {
    vi.useFakeTimers();
    network = hanging;
    const result = fetch(EXCHANGE).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent[0]?.init?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent[0]?.init?.signal?.aborted).toBe(true);
    expect(await result).toMatchObject(UNREACHABLE);
  });

  it.each([
    [1_000, true],
    [1_001, false],
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

  it('is aborted when its body never ends', async () => {
    vi.useFakeTimers();
    network = async () => {
      const response = json({});
      vi.spyOn(response, 'text').mockReturnValue(new Promise(() => undefined));
      return response;
    };
    const result = fetch(EXCHANGE).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await result).toMatchObject(UNREACHABLE);
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

  describe('before the checks of the data are loaded', () => {
    beforeEach(() => {
      transport.uninstall();
      transport = installTransport({ apiOrigin: ORIGIN, onSettings: () => undefined });
    });

    it('gets any data', async () => {
      const body = { data: { unexpected: 'shape' } };
      network = async () => json(body);
      expect(await (await fetch(EXCHANGE)).json()).toEqual(body);
    });

    it.each([[{}], [{ data: null }], [{ data: 'text' }], [{ data: [] }]])(
      'rejects %j, which has none',
      async (body) => {
        network = async () => json(body);
        await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
      },
    );
  });
});

describe('a claimed call', () => {
  it('is aborted with the signal of its claim', async () => {
    network = hanging;
    const controller = new AbortController();
    const { release } = transport.claimNextCall(endpoints.exchange.path, controller.signal);
    const result = fetch(EXCHANGE).catch((error: unknown) => error);
    controller.abort();
    expect(await result).toMatchObject(UNREACHABLE);
    release();
  });

  it('is not aborted any more when it has its response', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    transport.claimNextCall(endpoints.exchange.path, controller.signal);
    await fetch(EXCHANGE);
    controller.abort();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent[0]?.init?.signal?.aborted).toBe(false);
  });

  it('is matched to its own claim, not to an aborted one', async () => {
    network = hanging;
    const [old, young] = [new AbortController(), new AbortController()];
    const claims = [transport.claimNextCall(endpoints.exchange.path, old.signal)];
    const first = fetch(EXCHANGE).catch((error: unknown) => error);
    old.abort();
    claims.push(transport.claimNextCall(endpoints.exchange.path, young.signal));
    network = async () => json(unfinished);
    expect((await fetch(EXCHANGE)).status).toBe(200);
    expect(await first).toMatchObject(UNREACHABLE);
    for (const claim of claims) claim.release();
  });

  it('is matched to the oldest claim without a call, and a repeated one to the newest', async () => {
    const [old, young] = [new AbortController(), new AbortController()];
    young.abort();
    for (const { signal } of [old, young]) transport.claimNextCall(endpoints.exchange.path, signal);
    expect((await fetch(EXCHANGE)).status).toBe(200);
    await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
    await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
    expect(sent).toHaveLength(1);
  });

  it('is aborted with its claim also when the SDK repeats it', async () => {
    const controller = new AbortController();
    transport.claimNextCall(endpoints.exchange.path, controller.signal);
    await fetch(EXCHANGE);
    controller.abort();
    await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
    expect(sent).toHaveLength(1);
  });

  it('is not matched to a claim of another path', async () => {
    const controller = new AbortController();
    controller.abort();
    transport.claimNextCall(endpoints.refresh.path, controller.signal);
    expect((await fetch(EXCHANGE)).status).toBe(200);
  });

  it('keeps its claim when another one is released twice', async () => {
    const [old, young] = [new AbortController(), new AbortController()];
    young.abort();
    const { release } = transport.claimNextCall(endpoints.exchange.path, old.signal);
    transport.claimNextCall(endpoints.exchange.path, young.signal);
    release();
    release();
    await expect(fetch(EXCHANGE)).rejects.toMatchObject(UNREACHABLE);
    expect(sent).toEqual([]);
  });
});

it('sends a session refresh only while it is claimed', async () => {
  const refresh = `${SDK}${endpoints.refresh.path}`;
  await expect(fetch(refresh)).rejects.toMatchObject(UNREACHABLE);
  expect(sent).toEqual([]);
  const { release } = transport.claimNextCall(endpoints.refresh.path, new AbortController().signal);
  network = async () => json({ error_type: 'session_not_found' }, 404);
  expect((await fetch(refresh)).status).toBe(404);
  release();
  await expect(fetch(refresh)).rejects.toMatchObject(UNREACHABLE);
});

describe('telemetry', () => {
  it('never rejects a telemetry request of the SDK [R14.16]', async () => {
    network = () => Promise.reject(new TypeError('x'));
    await expect(fetch(`${SDK}/events`, { method: 'POST' })).resolves.toBeDefined();
  });

  it('reads the response, and gives the SDK an empty one', async () => {
    const response = json({ received: true });
    network = async () => response;
    expect((await fetch(`${SDK}/events`, { method: 'POST' })).status).toBe(204);
    expect(response.bodyUsed).toBe(true);
  });
});

describe('the project’s settings', () => {
  const address = `${SDK}/projects/bootstrap/public-token-test-x`;
  const settings = {
    captcha_settings: { enabled: false },
    dfp_protected_auth_enabled: false,
    password_config: null,
    pkce_required_for_oauth: false,
    pkce_required_for_email_magic_links: false,
    slug_pattern: null,
    create_organization_enabled: true,
    rbac_policy: null,
    vertical: 'B2B',
    cname_domain: null,
  };

  /** What the SDK gets in place of the provider's own values. */
  const forSdk = { pkce_required_for_oauth: true, rbac_policy: { roles: [], resources: [] } };

  it('are reported as they are, and passed to the SDK with PKCE and a policy that permits nothing', async () => {
    network = async () => json({ data: settings });
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ data: { ...settings, ...forSdk } });
    expect(reported).toEqual([settings]);
  });

  const names = Object.keys(settings);
  const CHANGES = { missing: undefined, null: null, 'of another type': 5 } as const;
  it.each(
    names.flatMap((name) => Object.entries(CHANGES).map(([how, value]) => ({ name, how, value }))),
  )('are used when $name is $how, and completed for the SDK [R15.8]', async ({ name, value }) => {
    network = async () => json({ data: { ...settings, vertical: 'B2B', [name]: value, newer: 1 } });
    const { data } = await (await fetch(address)).json();
    const expected = { ...settings, newer: 1, ...(name === 'vertical' ? { vertical: null } : {}) };
    expect(data).toEqual({ ...expected, ...forSdk });
    expect(reported).toEqual([expected]);
  });

  it('have no access policy when theirs has another shape, because the SDK would throw', async () => {
    const rbac_policy = { roles: 5, resources: [] };
    network = async () => json({ data: { ...settings, rbac_policy } });
    await fetch(address);
    expect(reported).toEqual([settings]);
  });

  it.each([[{}], [{ unexpected: 'shape' }], [[]]])('are not %j', async (data) => {
    network = async () => json({ data });
    await expect(fetch(address)).rejects.toMatchObject(UNREACHABLE);
    expect(reported).toEqual([null]);
  });

  it('time out before the calls that wait for them', async () => {
    vi.useFakeTimers();
    transport.uninstall();
    transport = installTransport({ apiOrigin: ORIGIN, onSettings: (one) => reported.push(one) });
    network = hanging;
    const result = fetch(address).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(reported).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject(UNREACHABLE);
    expect(reported).toEqual([null]);
  });

  describe('that the page has requested before [R14.13]', () => {
    const install = (settingsResponse: Promise<Response>) => {
      transport.uninstall();
      const onSettings = (one: RawSettings | null) => reported.push(one);
      transport = installTransport({ apiOrigin: ORIGIN, settingsResponse, onSettings });
    };

    it('answer the first request only', async () => {
      network = async () => json({ data: { vertical: 'B2B' } });
      install(Promise.resolve(json({ data: { vertical: 'CONSUMER' } })));
      await fetch(address);
      expect(sent).toEqual([]);
      await fetch(address);
      expect(sent).toHaveLength(1);
      expect(reported.map((one) => one?.vertical)).toEqual(['CONSUMER', 'B2B']);
    });

    it('are requested again when they could not be fetched', async () => {
      network = async () => json({ data: { vertical: 'B2B' } });
      install(Promise.reject(new TypeError('offline')));
      await fetch(address);
      expect(sent).toHaveLength(1);
      expect(reported[0]?.vertical).toBe('B2B');
    });

    it('time out like those that the SDK requests', async () => {
      vi.useFakeTimers();
      install(new Promise(() => undefined));
      const result = fetch(address).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await result).toMatchObject(UNREACHABLE);
      expect(reported).toEqual([null]);
    });
  });
});

it('responds to a revocation at once, and sends a request that outlives the page', async () => {
  network = hanging;
  const result = await fetch(`${SDK}${endpoints.revoke.path}`, { method: 'POST' });
  expect(await result.json()).toEqual({ data: {} });
  expect(sent[0]?.init).toMatchObject({ method: 'POST', keepalive: true });
});

describe('with the real SDK', () => {
  it('sends every call to the configured origin, by the undeclared option', async () => {
    const harness = new Harness();
    harness.open();
    await harness.signIn('ada@acme.example', 'acme');
    expect([...harness.origins]).toEqual([ORIGIN]);
    harness.close();
  });
});
