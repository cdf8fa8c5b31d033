// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '#src/api/api.ts';
import { watchChanges } from '#src/api/watch-changes.ts';
import { createSessionJwt } from '#src/stytch/session/session-jwt.ts';

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

/** Calls the service from a tab whose JWT becomes `refreshed` when the provider is asked and still knows the session. */
async function call(jwt: string | null, isSignedIn = true) {
  const tab = { jwt, checks: 0 };
  const services = {
    sessionJwt: () => tab.jwt,
    checkSession: async () => {
      tab.checks += 1;
      if (isSignedIn) tab.jwt = 'refreshed';
      return isSignedIn;
    },
  };
  const result = await createApi(services, 'Zoë ☂')
    .health.$get()
    .then(
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
    ['refreshes a JWT that ends soon', null, true, [200], ['refreshed'], 1],
    ['is repeated once when the JWT is refused', 'jwt', true, [401, 200], ['jwt', 'refreshed'], 1],
    ['is not repeated again', 'jwt', true, [401, 401], ['jwt', 'refreshed'], 1],
    ['is not repeated when the session has ended', 'jwt', false, [401], ['jwt'], 1],
    ['is not sent without a session', null, false, [401], [], 1],
    ['asks for the new roles when one is missing', 'jwt', true, [403], ['jwt'], 1],
    ['is not repeated for another failure', 'jwt', true, [502], ['jwt'], 0],
  ])('%s', async (_, jwt, isSignedIn, statuses, sent, checks) => {
    for (const status of statuses) {
      fetched.mockResolvedValueOnce(new Response('<html>', { status }));
    }
    expect(await call(jwt, isSignedIn)).toMatchObject({ result: statuses.at(-1), sent, checks });
  });

  it('carries the name of the member', async () => {
    fetched.mockResolvedValue(new Response());
    expect(decodeURIComponent((await call('jwt')).name ?? '')).toBe('Zoë ☂');
  });
});

it('uses a JWT for four and a half minutes from when the page saw it first, whatever the clock says', () => {
  let [held, now]: [string | undefined, number] = [undefined, 0];
  const sessionJwt = createSessionJwt(
    () => held,
    () => now,
  );
  for (const [next, at, expected] of [
    [undefined, 0, null],
    ['one', 0, 'one'],
    ['one', 269_999, 'one'],
    ['one', 270_000, null],
    ['two', 270_000, 'two'],
  ] as const) {
    [held, now] = [next, at];
    expect(sessionJwt()).toBe(expected);
  }
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

  it('tells each change at once, is opened again with what may have been missed, rests in a hidden tab, and ends', async () => {
    const changes: (string | null)[] = [];
    // The clock stands still: what waits for a timer never arrives.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const stop = watchChanges(open, (resource) => changes.push(resource));
    say('data: \n\n:\n\ndata: pol');
    say('icies\n\ndata: *\n\n');
    while (changes.length < 2) await new Promise(setImmediate);
    vi.useRealTimers();
    expect(changes).toEqual(['policies', null]);
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
