// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { createProbe } from '#src/stytch/sdk/probe.ts';
import { settingsRequest } from '#src/stytch/sdk/settings-request.ts';
import { cookieNames, writeCookie } from '#src/stytch/session/cookies.ts';
import { clearCookies } from '../support/browser.ts';

const EMULATOR = 'http://localhost:4290';
const TOKEN = 'public-token-test-x';

beforeEach(clearCookies);

const headersOf = ({ headers }: RequestInit) => new Headers(headers);

it.each([
  ['no session', null, TOKEN],
  ['a session', 'the-token', 'the-token'],
  ['a cookie that no header can carry', 'tökén', TOKEN],
])('sends the headers of every call, with %s [R14.1]', (_, cookie, second) => {
  if (cookie !== null) writeCookie(cookieNames(TOKEN).session, cookie, Date.now() + 60_000);
  const { init } = settingsRequest(TOKEN, EMULATOR);
  expect(headersOf(init).get('authorization')).toBe(`Basic ${btoa(`${TOKEN}:${second}`)}`);
  expect(init.referrerPolicy).toBe('strict-origin');
  // Random ids, which identify no person.
  const id = (kind: string) => expect.stringMatching(new RegExp(`^${kind}-id-[\\da-f-]{36}$`));
  expect(JSON.parse(atob(headersOf(init).get('x-sdk-client') ?? ''))).toEqual({
    event_id: id('event'),
    app_session_id: id('app-session'),
    persistent_id: id('persistent'),
    client_sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    timezone: 'UTC',
    app: { identifier: 'localhost' },
    sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.32.0' },
  });
});

it.each([
  [200, { answered: true, milliseconds: 42 }],
  [499, { answered: true, milliseconds: 42 }],
  [500, { answered: false }],
  [null, { answered: false }],
])('asks the provider itself, not the HTTP cache: %s [R2.3]', async (status, result) => {
  let now = 1_000;
  const fetch = vi.fn(async (_: string, _init: RequestInit) => {
    now += 41.6;
    if (status === null) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
  vi.stubGlobal('fetch', fetch);
  expect(await createProbe(TOKEN, EMULATOR, () => now)()).toEqual(result);
  const [url, init = {}] = fetch.mock.lastCall ?? [];
  expect(url).toBe(settingsRequest(TOKEN, EMULATOR).url);
  expect(init).toMatchObject({ cache: 'no-store', referrerPolicy: 'strict-origin' });
});
