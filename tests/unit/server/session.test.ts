import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { PUBLIC_KEY, SIGNING_KEY } from '#emulator/crypto/signing-key.ts';
import { EMULATOR_PROJECT_ID } from '#emulator/emulated-project.ts';
import { createPermissionCheck } from '#server/identity/access-policy.ts';
import { createSessionCheck } from '#server/identity/session.ts';
import { ADA, claimsOf, emulatedProvider, signSession } from './support/members.ts';

const check = createSessionCheck(emulatedProvider());
const claims = claimsOf(ADA);

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
    ['of another project', { aud: ['project-test-other'] }],
    ['of another issuer', { iss: 'stytch.com/project-test-other' }],
    ['without a member', { sub: undefined }],
    ['without an organization', { 'https://stytch.com/organization': undefined }],
    ['with an empty organization', { 'https://stytch.com/organization': { organization_id: '' } }],
    ['without roles', { 'https://stytch.com/session': { id: 'session' } }],
  ])('%s is not valid', async (_, changes) => {
    expect(await check(await signSession({ ...claims, ...changes }))).toBeNull();
  });

  it('that has expired, or is not valid yet, is not valid', async () => {
    expect(await check(await signSession(claims, -6_000))).toBeNull();
    expect(await check(await signSession(claims, 60_000, Date.now() + 900_000))).toBeNull();
  });

  it('that the provider has not signed is not valid', async () => {
    const jwt = await signSession(claims);
    const [header, payload, signature] = jwt.split('.');
    const { privateKey } = await generateKeyPair('RS256');
    const { kid } = SIGNING_KEY;
    const spki = new TextEncoder().encode(JSON.stringify(PUBLIC_KEY));
    for (const forged of [
      `${btoa('{"alg":"none"}')}.${payload}.`,
      `${btoa(`{"alg":"none","kid":"${kid}"}`)}.${payload}.${signature}`,
      `${header}.${btoa(JSON.stringify({ ...claims, sub: 'x' }))}.${signature}`,
      await sign({ alg: 'RS256', kid }, privateKey),
      await sign({ alg: 'RS256' }, privateKey),
      await sign({ alg: 'RS256', kid: 'unknown' }, privateKey),
      // With the public key as the secret of another algorithm.
      await sign({ alg: 'HS256', kid }, spki),
      await sign({ alg: 'HS256', kid }, new TextEncoder().encode(PUBLIC_KEY.n)),
      'nonsense',
      'a.b.c',
      '',
    ]) {
      expect(await check(forged), forged.slice(0, 40)).toBeNull();
    }
  });

  it('with a key that the provider has added is checked with the newest keys', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const keys: object[] = [PUBLIC_KEY];
    const fetch = async () => Response.json({ keys });
    const checkNow = createSessionCheck(emulatedProvider({ fetch, maxAge: 60_000 }));
    expect(await checkNow(await signSession(claims))).not.toBeNull();
    keys.push({ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'new', use: 'sig' });
    const jwt = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'new' })
      .setExpirationTime('5m')
      .sign(privateKey);
    expect(await checkNow(jwt)).not.toBeNull();
  });
});

describe('while the provider is away', () => {
  const away = async () => {
    throw new TypeError('fetch failed');
  };

  it('the last keys and the last access policy count [R16.7]', async () => {
    let isAway = false;
    const { fetch: respond } = emulatedProvider();
    const fetch = (request: Request) => (isAway ? away() : respond(request));
    const provider = emulatedProvider({ fetch });
    const [checkSession, isPermitted] = [
      createSessionCheck(provider),
      createPermissionCheck(provider),
    ];
    const jwt = await signSession(claims);
    const ask = async () => [
      (await checkSession(jwt))?.memberId,
      await isPermitted(['stytch_member'], 'policy', 'read'),
      await isPermitted(['stytch_member'], 'policy', 'create'),
    ];
    expect(await ask()).toEqual(['member-ada', true, false]);
    isAway = true;
    expect(await ask()).toEqual(['member-ada', true, false]);
  });

  it.each([
    ['cannot be reached', away],
    ['fails', async () => new Response('', { status: 500 })],
    ['answers with something else', async () => Response.json({ data: {} })],
  ])(
    'and was never asked, nothing is valid and nothing permitted: it %s [R16.7]',
    async (_, fetch) => {
      const provider = emulatedProvider({ fetch });
      await expect(
        createPermissionCheck(provider)(['stytch_admin'], 'policy', 'read'),
      ).rejects.toThrow();
      await expect(createSessionCheck(provider)(await signSession(claims))).rejects.toThrow();
    },
  );

  it('has no keys of another project', async () => {
    const provider = emulatedProvider({ projectId: `${EMULATOR_PROJECT_ID}-other` });
    await expect(createSessionCheck(provider)(await signSession(claims))).rejects.toThrow('404');
  });
});
