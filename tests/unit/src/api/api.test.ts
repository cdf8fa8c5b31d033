// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '#src/api/api.ts';
import { ApiError, explain } from '#src/api/api-error.ts';
import { watchChanges } from '#src/api/watch-changes.ts';
import { createSessionJwt } from '#src/stytch/session/session-jwt.ts';

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: object = {}) => Response.json(body, { status });

/** A tab whose JWT becomes `refreshed` when the provider is asked and still knows the session. */
function createTab(jwt: string | null, isSignedIn = true) {
  const tab = { jwt, checks: 0 };
  const services = {
    sessionJwt: () => tab.jwt,
    checkSession: async () => {
      tab.checks += 1;
      if (isSignedIn) tab.jwt = 'refreshed';
      return isSignedIn;
    },
  };
  const api = createApi(services, 'Zoë ☂');
  return { tab, call: () => api.health.$get() };
}
const sentJwts = () =>
  fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('authorization'));

describe('a call of the service [R17.5]', () => {
  it('carries the JWT and the name of the member', async () => {
    fetched.mockResolvedValue(answer(200));
    await createTab('jwt').call();
    expect(sentJwts()).toEqual(['Bearer jwt']);
    const headers = new Headers(fetched.mock.calls[0]?.[1].headers);
    expect(decodeURIComponent(headers.get('x-member-name') ?? '')).toBe('Zoë ☂');
  });

  it('refreshes a JWT that ends soon before it is sent', async () => {
    fetched.mockResolvedValue(answer(200));
    await createTab(null).call();
    expect(sentJwts()).toEqual(['Bearer refreshed']);
  });

  it('checks the session once when the JWT is refused, and is repeated once', async () => {
    fetched.mockResolvedValueOnce(answer(401)).mockResolvedValueOnce(answer(200));
    const { tab, call } = createTab('jwt');
    expect((await call()).ok).toBe(true);
    expect(sentJwts()).toEqual(['Bearer jwt', 'Bearer refreshed']);
    fetched.mockImplementation(async () => answer(401));
    await expect(call()).rejects.toMatchObject({ status: 401 });
    expect(fetched).toHaveBeenCalledTimes(4);
    expect(tab.checks).toBe(2);
  });

  it('is not repeated when the session has ended', async () => {
    fetched.mockResolvedValue(answer(401));
    await expect(createTab('jwt', false).call()).rejects.toMatchObject({ status: 401 });
    await expect(createTab(null, false).call()).rejects.toMatchObject({ status: 401 });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('asks for the new roles when one is missing', async () => {
    fetched.mockResolvedValue(answer(403));
    const { tab, call } = createTab('jwt');
    await expect(call()).rejects.toMatchObject({ status: 403 });
    expect(tab.checks).toBe(1);
  });

  it('has a sentence for each failure', async () => {
    fetched.mockRejectedValue(new TypeError('Load failed'));
    const failure = await createTab('jwt').call().catch(explain);
    expect(failure).toMatch(/could not be reached/);
    fetched.mockResolvedValue(new Response('<html>', { status: 502 }));
    await expect(createTab('jwt').call()).rejects.toMatchObject({ status: 502 });
    const sentences = [0, 401, 403, 404, 412, 429, 500].map((status) =>
      explain(new ApiError(status)),
    );
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(explain(new Error('a bug'))).toBe(explain(new ApiError(500)));
  });
});

it('uses a JWT for four and a half minutes from when the page saw it first, whatever the clock says', () => {
  let now = 0;
  let held: string | undefined;
  const sessionJwt = createSessionJwt(
    () => held,
    () => now,
  );
  expect(sessionJwt()).toBeNull();
  held = 'one';
  expect(sessionJwt()).toBe('one');
  now = 269_999;
  expect(sessionJwt()).toBe('one');
  now = 270_000;
  expect(sessionJwt()).toBeNull();
  held = 'two';
  expect(sessionJwt()).toBe('two');
});

describe('the stream of changes [R17.4]', () => {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const open = vi.fn(async (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) });
    signal.addEventListener('abort', () => streams.at(-1)?.error(signal.reason));
    return new Response(body);
  });
  const say = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text));
  const setVisible = (isVisible: boolean) => {
    const state = isVisible ? 'visible' : 'hidden';
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('tells each change, is opened again with what may have been missed, rests in a hidden tab, and ends', async () => {
    const changes: (string | null)[] = [];
    const stop = watchChanges(open, (resource) => changes.push(resource));
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    say('data: \n\n:\n\ndata: pol');
    say('icies\n\ndata: *\n\n');
    await vi.waitFor(() => expect(changes).toEqual(['policies', null]));
    streams[0]?.close();
    await vi.waitFor(() => expect(changes).toEqual(['policies', null, null]));
    setVisible(false);
    expect(open.mock.lastCall?.[0].aborted).toBe(true);
    setVisible(true);
    await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(3));
    stop();
    setVisible(true);
    expect(open).toHaveBeenCalledTimes(3);
    expect(open.mock.lastCall?.[0].aborted).toBe(true);
  });
});
