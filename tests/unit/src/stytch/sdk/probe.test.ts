// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { createProbe } from '#src/stytch/sdk/probe.ts';

const EMULATOR = 'http://localhost:4290';
const TOKEN = 'public-token-test-x';

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
  const [url, init] = fetch.mock.lastCall ?? [];
  expect(url).toBe(`${EMULATOR}/sdk/v1/projects/bootstrap/${TOKEN}`);
  const authorization = `Basic ${btoa(`${TOKEN}:${TOKEN}`)}`;
  expect(init).toMatchObject({ cache: 'no-store', headers: { authorization } });
});
