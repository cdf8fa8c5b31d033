// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createProbe } from '#src/stytch/sdk/probe.ts';
import { settingsRequest } from '#src/stytch/sdk/settings-request.ts';
import { SESSION_COOKIE, writeCookie } from '#src/stytch/session/cookies.ts';
import { clearCookies } from '../support/browser.ts';

const EMULATOR = 'http://localhost:4290';
const TOKEN = 'public-token-test-x';

beforeEach(clearCookies);

describe('the request for the settings [R14.1]', () => {
  const headersOf = ({ headers }: RequestInit) => new Headers(headers);
  const telemetryOf = (init: RequestInit): Record<string, unknown> =>
    JSON.parse(atob(headersOf(init).get('x-sdk-client') ?? ''));

  it.each([
    [TOKEN, null, 'https://test.stytch.com', TOKEN],
    ['public-token-live-x', null, 'https://api.stytch.com', 'public-token-live-x'],
    ['x-public-token-live-x', null, 'https://test.stytch.com', 'x-public-token-live-x'],
    ['public-token-live-x', EMULATOR, EMULATOR, 'public-token-live-x'],
    // It cannot lead to another endpoint.
    ['../x?y', EMULATOR, EMULATOR, '..%2Fx%3Fy'],
  ])('of %s with the emulator at %s goes to %s', (token, apiOrigin, origin, path) => {
    const { address } = settingsRequest(token, apiOrigin);
    expect(address).toBe(`${origin}/sdk/v1/projects/bootstrap/${path}`);
  });

  it.each([
    ['no session', null, TOKEN],
    ['a session', 'the-token', 'the-token'],
    ['a cookie that no header can carry', 'tökén', TOKEN],
  ])('carries the credentials of every call, with %s', (_, cookie, second) => {
    if (cookie !== null) writeCookie(SESSION_COOKIE, cookie, Date.now() + 60_000);
    const { init } = settingsRequest(TOKEN, EMULATOR);
    expect(headersOf(init).get('authorization')).toBe(`Basic ${btoa(`${TOKEN}:${second}`)}`);
    expect(init.referrerPolicy).toBe('strict-origin');
  });

  it("carries the SDK's telemetry, which identifies no person", () => {
    const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
    const id = (kind: string) => expect.stringMatching(new RegExp(`^${kind}-id-${uuid}$`));
    const telemetry = telemetryOf(settingsRequest(TOKEN, EMULATOR).init);
    expect(telemetry).toEqual({
      event_id: id('event'),
      app_session_id: id('app-session'),
      persistent_id: id('persistent'),
      client_sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      timezone: 'UTC',
      app: { identifier: 'localhost' },
      sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.32.0' },
    });
    expect(telemetryOf(settingsRequest(TOKEN, EMULATOR).init).event_id).not.toBe(
      telemetry.event_id,
    );
  });
});

describe('the probe [R2.3]', () => {
  it.each([
    [200, { answered: true, milliseconds: 42 }],
    [499, { answered: true, milliseconds: 42 }],
    [500, { answered: false }],
    [null, { answered: false }],
  ])('asks the provider itself, not the HTTP cache: %s', async (status, result) => {
    let now = 1_000;
    const fetch = vi.fn(async (_: string, _init: RequestInit) => {
      now += 41.6;
      if (status === null) throw new TypeError('Failed to fetch');
      return new Response(null, { status });
    });
    vi.stubGlobal('fetch', fetch);
    expect(await createProbe(TOKEN, EMULATOR, () => now)()).toEqual(result);
    const [address, init = {}] = fetch.mock.lastCall ?? [];
    expect(address).toBe(settingsRequest(TOKEN, EMULATOR).address);
    expect(init).toMatchObject({ cache: 'no-store', referrerPolicy: 'strict-origin' });
  });
});
