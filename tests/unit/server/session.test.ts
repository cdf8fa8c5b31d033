import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { PUBLIC_KEY, SIGNING_KEY } from '#emulator/crypto/signing-key.ts';
import { createPermissionCheck } from '#server/identity/access-policy.ts';
import { createSessionCheck } from '#server/identity/session.ts';
import { ADA, claimsOf, emulatedProvider, signSession } from './support/members.ts';

const check = createSessionCheck(emulatedProvider());
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

  it('with a key that the provider has added is checked with the newest keys', async () => {
    const keys: object[] = [PUBLIC_KEY];
    const fetch = async () => Response.json({ keys });
    const checkNow = createSessionCheck(emulatedProvider({ fetch, maxAge: 60_000 }));
    expect(await checkNow(await signSession(claims))).not.toBeNull();
    keys.push({ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'new', use: 'sig' });
    expect(await checkNow(await sign({ alg: 'RS256', kid: 'new' }, privateKey))).not.toBeNull();
  });
});

describe('while the provider is away [R16.7]', () => {
  it('the last keys and the last access policy count', async () => {
    const { fetch: respond } = emulatedProvider();
    let fetch = respond;
    const provider = emulatedProvider({ fetch: (request) => fetch(request) });
    const checkSession = createSessionCheck(provider);
    const isPermitted = createPermissionCheck(provider);
    const jwt = await signSession(claims);
    const ask = async () => [
      (await checkSession(jwt))?.memberId,
      await isPermitted(['stytch_member'], 'policy', 'read'),
      await isPermitted(['stytch_member'], 'policy', 'create'),
    ];
    expect(await ask()).toEqual(['member-ada', true, false]);
    fetch = () => Promise.reject(new TypeError('fetch failed'));
    expect(await ask()).toEqual(['member-ada', true, false]);
  });

  it.each([
    ['cannot be reached', { fetch: () => Promise.reject(new TypeError('fetch failed')) }],
    ['fails', { fetch: async () => new Response('', { status: 500 }) }],
    ['answers with something else', { fetch: async () => Response.json({ data: {} }) }],
    ['does not know the project', { projectId: 'other', publicToken: 'other' }],
  ])('and was never asked, nothing is valid and nothing permitted: it %s', async (_, changes) => {
    const provider = emulatedProvider(changes);
    const isPermitted = createPermissionCheck(provider);
    await expect(isPermitted(['stytch_admin'], 'policy', 'read')).rejects.toThrow();
    await expect(createSessionCheck(provider)(await signSession(claims))).rejects.toThrow();
  });
});
