import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { signJwt } from '#emulator/api/sessions/session-jwt.ts';
import { PUBLIC_KEY, SIGNING_KEY } from '#emulator/crypto/signing-key.ts';
import { createIdentity } from '#server/identity/identity.ts';
import { ADA, claimsOf, emulatedProvider, signSession } from './support/members.ts';

const ignore = () => undefined;
const { checkSession: check } = createIdentity(emulatedProvider(), ignore);
const claims = claimsOf(ADA);
const { privateKey, publicKey } = await generateKeyPair('RS256');
const { kid } = SIGNING_KEY;
const [header, payload, signature] = (await signSession(claims)).split('.');
const secret = (text: string) => new TextEncoder().encode(text);

/** A JWT with any header and key. */
function sign(header: { alg: string; kid?: string }, key: Parameters<SignJWT['sign']>[0]) {
  return new SignJWT(claims).setProtectedHeader(header).setExpirationTime('5m').sign(key);
}

describe('a session JWT [R16.6]', () => {
  it('names the member, the organization and the roles', async () => {
    expect(await check(await signSession(claims, 60_000))).toEqual({
      memberId: 'member-ada',
      organizationId: 'organization-acme',
      roles: ['stytch_member', 'stytch_admin'],
      impersonator: null,
      jwtExpiresAt: expect.any(Number),
    });
  });

  it.each([
    ['of another project', signSession({ ...claims, aud: ['project-test-other'] })],
    ['of another issuer', signSession({ ...claims, iss: 'stytch.com/project-test-other' })],
    ['without a member', signSession({ ...claims, sub: undefined })],
    ['without an organization', signSession(claimsOf({ ...ADA, organization: '' }))],
    ['without roles', signSession({ ...claims, 'https://stytch.com/session': { id: 'session' } })],
    ['that has expired', signSession(claims, -6_000)],
    ['that is not valid yet', signSession(claims, 60_000, Date.now() + 900_000)],
    ['without a signature', `${btoa('{"alg":"none"}')}.${payload}.`],
    ['that needs none', `${btoa(`{"alg":"none","kid":"${kid}"}`)}.${payload}.${signature}`],
    ['that was changed', `${header}.${btoa(JSON.stringify({ ...claims, sub: 'x' }))}.${signature}`],
    ['signed by another key', sign({ alg: 'RS256', kid }, privateKey)],
    ['signed by a key without an id', sign({ alg: 'RS256' }, privateKey)],
    ['signed by an unknown key', sign({ alg: 'RS256', kid: 'unknown' }, privateKey)],
    // With the public key as the secret of another algorithm.
    ['of HS256', sign({ alg: 'HS256', kid }, secret(JSON.stringify(PUBLIC_KEY)))],
    ['of HS256 with the modulus', sign({ alg: 'HS256', kid }, secret(PUBLIC_KEY.n))],
    ['that is none', 'a.b.c'],
    ['that is empty', ''],
  ])('%s is not valid', async (_, jwt) => {
    expect(await check(await jwt)).toBeNull();
  });

  it('is checked with the keys that the provider has now', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    let keys: object[] = [PUBLIC_KEY];
    const fetch = vi.fn(async () => Response.json({ keys }));
    const { checkSession } = createIdentity(emulatedProvider({ fetch, maxAge: 60_000 }), ignore);
    const [old, added] = [
      await signSession(claims),
      await sign({ alg: 'RS256', kid: 'new' }, privateKey),
    ];
    const areValid = async () => [
      (await checkSession(old)) !== null,
      (await checkSession(added)) !== null,
    ];
    expect(await areValid()).toEqual([true, false]);
    keys = [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'new', use: 'sig' }];
    vi.advanceTimersByTime(59_000);
    // A key that nobody knows makes nobody ask the provider.
    expect(await areValid()).toEqual([true, false]);
    expect(fetch).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    // The last keys count until the new ones are there.
    await vi.waitFor(async () => expect(await areValid()).toEqual([false, true]));
  });

  it.each([
    [-120, false],
    [-60, true],
    [0, true],
    [240, true],
    [400, false],
  ])('passes with a clock that is %i seconds off: %s', async (seconds, isValid) => {
    const now = () => Date.now() + seconds * 1_000;
    const { checkSession } = createIdentity(emulatedProvider({ now }), ignore);
    const issued = Date.now();
    const jwt = await signJwt(claims, { issuedAt: issued, expiresAt: issued + 300_000 });
    expect((await checkSession(jwt)) !== null).toBe(isValid);
  });
});

describe('while the provider is away [R16.7]', () => {
  /** A service whose provider can be exchanged, with what it has reported. */
  function start(maxAge: number) {
    const provider = { fetch: emulatedProvider().fetch, calls: 0 };
    const reports: [string, string | null][] = [];
    const fetch = (request: Request) => {
      provider.calls += 1;
      return provider.fetch(request);
    };
    const identity = createIdentity(emulatedProvider({ fetch, maxAge }), (what, error) =>
      reports.push([what, error instanceof Error ? error.message : null]),
    );
    const ask = async () => [
      (await identity.checkSession(await signSession(claims)))?.memberId,
      await identity.isPermitted(['stytch_member'], 'policy', 'read'),
      await identity.isPermitted(['stytch_member'], 'policy', 'create'),
    ];
    return { provider, reports, ask };
  }
  const KNOWN = ['member-ada', true, false];

  it.each([
    ['away', () => Promise.reject(new TypeError('fetch failed'))],
    ['hanging', () => new Promise<never>(() => undefined)],
  ])('the last keys and the last access policy count at once: it is %s', async (_, answer) => {
    const { provider, ask } = start(0);
    expect(await ask()).toEqual(KNOWN);
    provider.fetch = answer;
    for (let time = 0; time < 20; time += 1) expect(await ask()).toEqual(KNOWN);
  });

  it('a failure is remembered for five seconds, and reported', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { provider, reports, ask } = start(60_000);
    const { fetch } = provider;
    provider.fetch = async () => new Response('', { status: 500 });
    for (let time = 0; time < 20; time += 1) await expect(ask()).rejects.toThrow('cannot be asked');
    expect(provider.calls).toBe(1);
    expect(reports.at(-1)?.[1]).toMatch(/answered 500/);
    provider.fetch = fetch;
    vi.advanceTimersByTime(5_000);
    expect(await ask()).toEqual(KNOWN);
    expect(reports).toContainEqual(['keys of the provider', null]);
  });

  it.each([
    [-90, 'ahead of'],
    [90, 'behind'],
  ])(
    'the clock is named when the provider says that it is %i seconds off',
    async (seconds, side) => {
      const { provider, reports, ask } = start(0);
      const date = new Date(Date.now() + seconds * 1_000).toUTCString();
      const fetch = provider.fetch;
      provider.fetch = async (request) => {
        const response = await fetch(request);
        return new Response(response.body, { headers: { date } });
      };
      await ask();
      expect(reports).toContainEqual(['clock', expect.stringContaining(side)]);
    },
  );

  it.each(['/jwks/', '/bootstrap/'])('it is not ready without an answer to %s', async (part) => {
    const { fetch: answer } = emulatedProvider();
    const fetch = async (request: Request) =>
      request.url.includes(part) ? new Response('', { status: 500 }) : answer(request);
    const { ready } = createIdentity(emulatedProvider({ fetch }), ignore);
    await expect(ready()).rejects.toThrow('cannot be asked');
  });

  it.each([
    ['cannot be reached', { fetch: () => Promise.reject(new TypeError('fetch failed')) }],
    [
      'does not answer in time',
      {
        fetch: async ({ signal }: Request) => {
          signal.throwIfAborted();
          return new Promise<never>(() => undefined);
        },
      },
    ],
    ['fails', { fetch: async () => new Response('', { status: 500 }) }],
    ['answers with something else', { fetch: async () => Response.json({ data: {} }) }],
    ['does not know the project', { projectId: 'other', publicToken: 'other' }],
  ])('and was never asked, nothing is valid and nothing permitted: it %s', async (_, changes) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const { isPermitted, checkSession } = createIdentity(emulatedProvider(changes), ignore);
    await expect(isPermitted(['stytch_admin'], 'policy', 'read')).rejects.toThrow();
    await expect(checkSession(await signSession(claims))).rejects.toThrow();
    expect(timeout).toHaveBeenCalledWith(5_000);
  });
});
