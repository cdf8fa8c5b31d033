// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createProbe } from '#src/stytch/sdk/probe.ts';
import { settingsRequest } from '#src/stytch/sdk/settings-request.ts';

const EMULATOR = 'http://localhost:4290';
const TOKEN = 'public-token-test-x';

/** The telemetry header of a request, decoded. */
function telemetryOf({ headers }: RequestInit): Record<string, unknown> {
  return JSON.parse(atob(new Headers(headers).get('x-sdk-client') ?? ''));
}

describe('the request for the settings', () => {
  it.each([
    [TOKEN, null, 'https://test.stytch.com'],
    ['public-token-live-x', null, 'https://api.stytch.com'],
    ['x-public-token-live-x', null, 'https://test.stytch.com'],
    ['public-token-live-x', EMULATOR, EMULATOR],
    [TOKEN, EMULATOR, EMULATOR],
  ])('of %s with the emulator at %s goes to %s [R14.1]', (token, apiOrigin, origin) => {
    const { address } = settingsRequest(token, apiOrigin, 'Charter');
    expect(address).toBe(`${origin}/sdk/v1/projects/bootstrap/${token}`);
  });

  it('encodes the public token, so that it cannot lead to another endpoint', () => {
    const { address } = settingsRequest('../x?y', EMULATOR, 'Charter');
    expect(address).toBe(`${EMULATOR}/sdk/v1/projects/bootstrap/..%2Fx%3Fy`);
  });

  it('carries the public token twice, and not the address of the page [R14.1]', () => {
    const { init } = settingsRequest(TOKEN, EMULATOR, 'Charter');
    const authorization = new Headers(init.headers).get('authorization') ?? '';
    expect(authorization).toMatch(/^Basic /);
    expect(atob(authorization.replace('Basic ', ''))).toBe(`${TOKEN}:${TOKEN}`);
    expect(init.referrerPolicy).toBe('strict-origin');
  });

  it('carries telemetry that names its sender and identifies no person [R14.1]', () => {
    const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
    const id = (kind: string) => expect.stringMatching(new RegExp(`^${kind}-id-${uuid}$`));
    const telemetry = telemetryOf(settingsRequest(TOKEN, EMULATOR, 'Charter').init);
    expect(telemetry).toEqual({
      event_id: id('event'),
      app_session_id: id('app-session'),
      persistent_id: id('persistent'),
      client_sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      timezone: 'UTC',
      app: { identifier: 'localhost' },
      sdk: { identifier: 'Charter', version: '1' },
    });
    const next = telemetryOf(settingsRequest(TOKEN, EMULATOR, 'Charter').init);
    for (const name of ['event_id', 'app_session_id', 'persistent_id'])
      expect(next[name]).not.toBe(telemetry[name]);
  });
});

describe('the probe [R2.3]', () => {
  const fetch = vi.fn<typeof window.fetch>();
  let now = 1_000;
  const probe = createProbe(TOKEN, EMULATOR, () => now);
  beforeEach(() => {
    now = 1_000;
    fetch.mockReset();
    window.fetch = fetch;
  });

  it.each([200, 304, 404, 499])('reports the time of a response with status %i', async (status) => {
    fetch.mockImplementation(async () => {
      now += 41.6;
      return new Response(null, { status });
    });
    expect(await probe()).toEqual({ answered: true, milliseconds: 42 });
  });

  it.each([500, 503])('reports no answer for the status %i', async (status) => {
    fetch.mockResolvedValue(new Response(null, { status }));
    expect(await probe()).toEqual({ answered: false });
  });

  it('reports no answer when the network fails', async () => {
    fetch.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await probe()).toEqual({ answered: false });
  });

  it('asks the provider itself, not the HTTP cache, with the request for the settings', async () => {
    fetch.mockResolvedValue(new Response(null));
    await probe();
    const [address, init = {}] = fetch.mock.lastCall ?? [];
    const expected = settingsRequest(TOKEN, EMULATOR, 'health');
    expect(address).toBe(expected.address);
    expect(init).toMatchObject({ cache: 'no-store', referrerPolicy: 'strict-origin' });
    expect(new Headers(init.headers).has('authorization')).toBe(true);
    expect(telemetryOf(init).sdk).toEqual({ identifier: 'health', version: '1' });
  });
});
