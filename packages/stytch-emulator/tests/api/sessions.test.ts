import { describe, expect } from 'vitest';
import { createRawClient, type RawClient, test } from '../support/raw-client.ts';

const ADA = 'ada@acme.example';

async function signedIn(): Promise<RawClient> {
  const client = createRawClient();
  await client.signIn(ADA, 'acme');
  return client;
}

test('POST /b2b/sessions/authenticate keeps the token and the expiry, or extends the session by a duration', async () => {
  const client = await signedIn();
  const token = client.sessionToken;
  await client.advance(3);
  const { json } = await client.post('/b2b/sessions/authenticate');
  expect(json.data.session_token).toBe(token);
  expect(json.data.member_session).toMatchObject({
    last_accessed_at: '2026-01-05T12:03:00Z',
    expires_at: '2026-01-06T12:00:00Z',
  });
  const extended = await client.post('/b2b/sessions/authenticate', {
    session_duration_minutes: 1440,
  });
  expect(extended.json.data.member_session.expires_at).toBe('2026-01-06T12:03:00Z');
});

test('POST /b2b/sessions/exchange keeps the old session when it fails', async () => {
  const client = await signedIn();
  await client.switchTo('iris');
  expect((await client.post('/b2b/sessions/authenticate')).status).toBe(200);
});

test('an impersonation signs in for an hour, and does not change the member', async ({
  client,
}) => {
  const token = await client.impersonationToken(ADA, 'harbor');
  const { data } = (await client.impersonate(token)).json;
  expect(data.member.status).toBe('pending');
  expect(data.member_session.expires_at).toBe('2026-01-05T13:00:00Z');
});

describe('POST /b2b/discovery/organizations/create', () => {
  const create = (client: RawClient, given: object) =>
    client.postIntermediate('/b2b/discovery/organizations/create', given);

  async function discoverByCode(client: RawClient, email: string) {
    client.sessionToken = null;
    return client.verifyCode(email, await client.receiveCode(email));
  }

  test('makes the creator an admin for an hour', async ({ client }) => {
    const discovered = await client.discover('cleo@cleo.example');
    expect(discovered.json.data.discovered_organizations).toEqual([]);
    const { data } = (await create(client, { organization_name: ' Cleo ' })).json;
    expect(data.organization.organization_name).toBe('Cleo');
    expect(data.member_session.roles).toEqual(['stytch_member', 'stytch_admin']);
    expect(data.member_session.expires_at).toBe('2026-01-05T13:00:00Z');
    expect(data.member.is_admin).toBe(true);
  });

  test('requires an unverified creator to verify the address', async ({ client }) => {
    await client.discover('ben@birch.example');
    expect((await create(client, {})).json.data).toMatchObject({
      member_authenticated: false,
      primary_required: { allowed_auth_methods: ['email_otp', 'magic_link'] },
    });
  });

  test.each([
    ['kim@cleo.example', 'cleo'],
    ['kim@x.example', 'x-'],
    ['kim@harbor.example', 'harbor-2'],
    ['kim@mail.acme.example', 'mail.acme'],
  ])('derives the name and the slug from %s when none is given', async (email, slug) => {
    const client = createRawClient();
    await discoverByCode(client, email);
    expect((await create(client, {})).json.data.organization).toMatchObject({
      organization_name: slug.replace(/-2?$/, ''),
      organization_slug: slug,
    });
  });

  test('offers an organization to a domain only if it has a verified member of it', async ({
    client,
  }) => {
    const email = 'kim@acme.example';
    const slugs = async () =>
      (await discoverByCode(client, email)).json.data.discovered_organizations.map(
        (one: { organization: { organization_slug: string } }) =>
          one.organization.organization_slug,
      );
    expect(await slugs()).toEqual(['grove']);
    for (const member of client.handler.store.state.members) member.emailVerified = false;
    expect(await slugs()).toEqual([]);
    expect((await client.exchange('grove')).json.error_type).toBe(
      'email_jit_provisioning_not_allowed',
    );
  });
});
