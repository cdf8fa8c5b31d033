// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '#src/api/api.ts';
import { explain } from '#src/api/api-error.ts';
import { watchChanges } from '#src/api/watch-changes.ts';

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

/** Calls the service from a tab whose JWT becomes `refreshed` when the provider is asked and still knows the session. */
async function call(jwt: string, isSignedIn = true) {
  const tab = { jwt, checks: 0, name: 'Zoë' };
  const services = {
    sessionJwt: () => tab.jwt,
    memberName: () => tab.name,
    checkSession: async () => {
      tab.checks += 1;
      if (isSignedIn) tab.jwt = 'refreshed';
      return isSignedIn;
    },
  };
  const { live } = createApi(services);
  // A member who has a new name is the same one.
  tab.name = 'Zoë ☂';
  const result = await live.$get().then(
    ({ status }) => status,
    (error) => error.status,
  );
  const headers = fetched.mock.calls.map(([, init]) => new Headers(init.headers));
  const sent = headers.map((each) => each.get('authorization')?.replace('Bearer ', ''));
  return { result, sent, checks: tab.checks, name: headers[0]?.get('x-member-name') };
}

describe('a call of the service [R17.5]', () => {
  it.each([
    ['carries the JWT', 'jwt', true, [200], ['jwt'], 0],
    ['is repeated once when the JWT is refused', 'jwt', true, [401, 200], ['jwt', 'refreshed'], 1],
    ['is not repeated again', 'jwt', true, [401, 401], ['jwt', 'refreshed'], 1],
    ['is not repeated when the session has ended', 'jwt', false, [401], ['jwt'], 1],
    ['asks for the new roles when one is missing', 'jwt', true, [403], ['jwt'], 1],
    ['is not repeated for another failure', 'jwt', true, [502], ['jwt'], 0],
  ])('%s', async (_, jwt, isSignedIn, statuses, sent, checks) => {
    for (const status of statuses) fetched.mockResolvedValueOnce(Response.json({}, { status }));
    expect(await call(jwt, isSignedIn)).toMatchObject({ result: statuses.at(-1), sent, checks });
  });

  it('checks the session once a minute when its JWT is refused again and again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    fetched.mockImplementation(async () => Response.json({}, { status: 401 }));
    const checkSession = vi.fn(async () => true);
    const { live } = createApi({ sessionJwt: () => 'jwt', memberName: () => '', checkSession });
    const answers = Array.from({ length: 10 }, () => live.$get().catch(({ status }) => status));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([401]));
    expect(checkSession).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    await live.$get().catch(() => undefined);
    expect(checkSession).toHaveBeenCalledTimes(2);
  });

  it('fails when the answer is a page, as of a host without the service', async () => {
    fetched.mockResolvedValue(new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    expect((await call('jwt')).result).toBe(502);
  });

  it('has no answer when the connection is lost in the middle of it', async () => {
    const body = new ReadableStream({ pull: (answer) => answer.error(new TypeError('lost')) });
    const headers = { 'content-type': 'application/json' };
    fetched.mockResolvedValue(new Response(body, { headers }));
    expect((await call('jwt')).result).toBe(0);
  });

  it('is given up after 15 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    fetched.mockImplementation(async (_, { signal }) => {
      signal?.throwIfAborted();
      return Response.json({});
    });
    expect((await call('jwt')).result).toBe(0);
    expect(timeout).toHaveBeenCalledWith(15_000);
  });

  it('carries the name that the member has now', async () => {
    fetched.mockResolvedValue(Response.json({}));
    expect((await call('jwt')).name).toBe('Zo%C3%AB%20%E2%98%82');
  });
});

it('a defect of the page is no lost connection [R15.1]', () => {
  expect(explain(new TypeError('Not a function.'))).toMatch(/on our side/);
});

describe('the stream of changes [R17.4]', () => {
  const EVENTS = { headers: { 'content-type': 'text/event-stream' } };
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const changes: (string | null)[] = [];
  const open = vi.fn(async (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) });
    const stream = streams.at(-1);
    signal.addEventListener('abort', () => stream?.error(signal.reason));
    return new Response(body, EVENTS);
  });
  const say = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text));
  const setVisible = (isVisible: boolean) => {
    const state = isVisible ? 'visible' : 'hidden';
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  let stop = () => {};
  beforeEach(() => {
    streams.length = 0;
    changes.length = 0;
    open.mockClear();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => stop());
  const watch = (opened: typeof open = open) => {
    stop = watchChanges(opened, (resource) => changes.push(resource));
  };

  it('tells each change at once, is opened again with what may have been missed, rests in a hidden tab, and ends', async () => {
    watch();
    say('data: \n\n:\n\ndata: pol');
    say('icies\n\ndata: *\n\n');
    // The clock stands still: what waits for a timer never arrives.
    while (changes.length < 2) await new Promise(setImmediate);
    expect(changes).toEqual(['policies', null]);
    await pass(12_000);
    streams[0]?.close();
    await pass(2_500);
    say('data: \n\n');
    await pass(500);
    expect(changes).toEqual(['policies', null, null]);
    setVisible(false);
    expect(open.mock.lastCall?.[0].aborted).toBe(true);
    await pass(100_000);
    expect(open).toHaveBeenCalledTimes(2);
    setVisible(true);
    expect(open).toHaveBeenCalledTimes(3);
    stop();
    setVisible(true);
    expect(open).toHaveBeenCalledTimes(3);
    expect(open.mock.lastCall?.[0].aborted).toBe(true);
  });

  it.each([
    ['ends at once', async () => new Response('data: \n\n', EVENTS)],
    ['ends without an event', async () => new Response('', EVENTS)],
    ['has no content', async () => new Response(null, { status: 204 })],
    [
      'is the document',
      async () => new Response('data: \n\n', { headers: { 'content-type': 'text/html' } }),
    ],
    ['is refused', () => Promise.reject(new Error('502'))],
  ])(
    'that %s is opened at most five times in ten seconds, and once a minute in the end',
    async (_, answer) => {
      const opened = vi.fn(answer);
      watch(opened);
      await pass(10_000);
      expect(opened.mock.calls.length).toBeGreaterThan(1);
      expect(opened.mock.calls.length).toBeLessThan(6);
      await pass(120_000);
      opened.mockClear();
      await pass(120_000);
      expect(opened.mock.calls.length).toBeGreaterThan(0);
      expect(opened.mock.calls.length).toBeLessThan(5);
    },
  );

  it('that has lasted is opened again soon, also after failures', async () => {
    for (let failure = 0; failure < 4; failure += 1) open.mockRejectedValueOnce(new Error('502'));
    watch();
    await pass(43_000);
    expect(open).toHaveBeenCalledTimes(5);
    streams[0]?.close();
    await pass(2_500);
    expect(open).toHaveBeenCalledTimes(6);
  });

  it('is opened again when nothing arrives for 45 seconds, also no response', async () => {
    watch();
    for (let heartbeat = 0; heartbeat < 4; heartbeat += 1) {
      await pass(20_000);
      say(':\n\n');
    }
    expect(open).toHaveBeenCalledTimes(1);
    await pass(48_000);
    expect(open).toHaveBeenCalledTimes(2);
    stop();
    const hanging = vi.fn(
      (signal: AbortSignal) =>
        new Promise<Response>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    watch(hanging);
    await pass(48_000);
    expect(hanging).toHaveBeenCalledTimes(2);
  });
});
