import type { AddressInfo } from 'node:net';
import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signJwt } from '#emulator/api/sessions/session-jwt.ts';
import { EMULATOR_PROJECT_ID } from '#emulator/emulated-project.ts';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { RawClient } from '#emulator/tests/support/raw-client.ts';
import { organizationIdOf } from '#emulator/tests/support/seed-ids.ts';
import { createBackend } from '../../../docs/examples/backend.ts';

let emulator: Emulator;
let origin: string;
let jwt: string;
let acme: string;
const servers: { close(): void }[] = [];

async function listen(projectId: string, providerOrigin: string): Promise<string> {
  const server = createBackend({ projectId, providerOrigin });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  emulator = await createEmulator({ port: 0, seed: 'backend' });
  origin = await listen(EMULATOR_PROJECT_ID, emulator.origin);
  const client = new RawClient(emulator);
  acme = organizationIdOf(emulator.store, 'acme');
  const { json } = await client.signIn('ada@acme.example', 'acme');
  jwt = json.data.session_jwt;
});
afterAll(async () => {
  for (const server of servers) server.close();
  await emulator.close();
});

async function ask(path: string, authorization?: string, at = origin) {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await fetch(at + path, { headers });
  return { status: response.status, body: await response.json() };
}

describe('the backend of docs/deploy.md, with the keys of the emulator', () => {
  it('answers a member of the organization', async () => {
    const { status, body } = await ask(`/api/organizations/${acme}`, `Bearer ${jwt}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ organizationId: acme });
    expect(body.memberId).toMatch(/^member-/);
    expect(body.roles).toContain('stytch_member');
  });

  it('refuses a member of another organization', async () => {
    const grove = organizationIdOf(emulator.store, 'grove');
    expect((await ask(`/api/organizations/${grove}`, `Bearer ${jwt}`)).status).toBe(403);
  });

  it('refuses a missing, changed, foreign or unsigned JWT, and a cookie', async () => {
    const [header, payload, signature] = jwt.split('.');
    const { privateKey } = await generateKeyPair('RS256');
    const foreign = await new SignJWT({ sub: 'member-1' })
      .setProtectedHeader({ alg: 'RS256', kid: JSON.parse(atob(header ?? '')).kid })
      .setAudience(EMULATOR_PROJECT_ID)
      .setIssuer(`stytch.com/${EMULATOR_PROJECT_ID}`)
      .setExpirationTime('5m')
      .sign(privateKey);
    const unsigned = `${btoa('{"alg":"none"}')}.${payload}.`;
    const path = `/api/organizations/${acme}`;
    for (const authorization of [
      undefined,
      jwt,
      'Bearer ',
      'Bearer nonsense',
      `Bearer ${header}.${payload}.${signature?.split('').reverse().join('')}`,
      `Bearer ${foreign}`,
      `Bearer ${unsigned}`,
    ]) {
      expect((await ask(path, authorization)).status, authorization).toBe(401);
    }
  });

  it.each([
    ['another audience', { aud: ['project-test-other'] }, 300_000],
    ['another issuer', { iss: 'stytch.com/project-test-other' }, 300_000],
    ['no organization', { 'https://stytch.com/organization': undefined }, 300_000],
    ['an end that has passed', {}, -1_000],
  ])('refuses a JWT of the provider with %s', async (_, claims, lifetime) => {
    const now = Date.now();
    const times = { issuedAt: now - 600_000, expiresAt: now + lifetime };
    const { iat, nbf, exp, ...valid } = decodeJwt(jwt);
    const path = `/api/organizations/${acme}`;
    const good = await signJwt(valid, { ...times, expiresAt: now + 300_000 });
    expect((await ask(path, `Bearer ${good}`)).status).toBe(200);
    const bad = await signJwt({ ...valid, ...claims }, times);
    expect((await ask(path, `Bearer ${bad}`)).status).toBe(401);
  });

  it.each([
    ['the provider cannot be reached', EMULATOR_PROJECT_ID, () => 'http://127.0.0.1:1'],
    ['the provider has no keys for the project', 'project-test-other', () => emulator.origin],
  ])('says that it cannot check when %s', async (_, projectId, providerOrigin) => {
    const other = await listen(projectId, providerOrigin());
    expect((await ask('/api/organizations/x', `Bearer ${jwt}`, other)).status).toBe(503);
  });
});
