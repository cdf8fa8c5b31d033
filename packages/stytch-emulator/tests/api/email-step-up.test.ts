import { describe, expect } from 'vitest';
import {
  APP_ORIGIN,
  createRawClient,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  type RawClient,
  test,
} from '../support/raw-client.ts';

const BEN = 'ben@birch.example';

async function inboxOf(client: RawClient, to: string) {
  return (await client.control('GET', `/inbox?to=${encodeURIComponent(to)}`)).json;
}

function sendCode(client: RawClient, email = BEN, more: object = {}) {
  return client.post('/b2b/otps/email/discovery/send', { email_address: email, ...more });
}

function verifyCode(client: RawClient, code: string, email = BEN) {
  return client.post('/b2b/otps/email/discovery/authenticate', { email_address: email, code });
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe('POST /b2b/otps/email/discovery/send and /authenticate', () => {
  test.each(['birch', 'cedar'])('verifies the address and signs in to %s', async (slug) => {
    const client = createRawClient();
    await client.signIn(BEN, slug);
    expect((await sendCode(client)).status).toBe(200);
    const [mail] = await inboxOf(client, BEN);
    expect(mail).toMatchObject({ kind: 'otp', to: BEN, code: expect.stringMatching(/^\d{6}$/) });
    expect((await verifyCode(client, mail.code)).status).toBe(200);
    expect((await client.exchange(slug)).json.data.member_authenticated).toBe(true);
  });

  test('requires a link when the organization allows links only, even after a code', async ({
    client,
  }) => {
    await sendCode(client);
    const [mail] = await inboxOf(client, BEN);
    await verifyCode(client, mail.code);
    expect((await client.exchange('dune')).json.data.primary_required).toEqual({
      allowed_auth_methods: ['magic_link'],
    });
  });

  test('accepts the newest code only, once, and for ten minutes', async ({ client }) => {
    await sendCode(client);
    const [first] = await inboxOf(client, BEN);
    await sendCode(client);
    const [second] = await inboxOf(client, BEN);
    expect((await verifyCode(client, first.code)).json.error_type).toBe('otp_code_not_found');
    expect((await verifyCode(client, second.code)).status).toBe(200);
    const again = await verifyCode(client, second.code);
    expect([again.status, again.json.error_type]).toEqual([401, 'unable_to_auth_otp_code']);

    await sendCode(client);
    const [third] = await inboxOf(client, BEN);
    await client.control('POST', '/clock', { advanceMs: 10 * 60_000 });
    expect((await verifyCode(client, third.code)).json.error_type).toBe('unable_to_auth_otp_code');
  });

  test('sends a code that invalidates every earlier one to the address', async ({ client }) => {
    const organization = { email_address: BEN, organization_id: client.organizationId('birch') };
    const newestCode = async () => (await inboxOf(client, BEN))[0].code;
    await sendCode(client);
    const discovery = await newestCode();
    await client.post('/b2b/otps/email/login_or_signup', organization);
    expect((await verifyCode(client, discovery)).json.error_type).toBe('otp_code_not_found');
    const ofBirch = await newestCode();
    await sendCode(client);
    const late = await client.post('/b2b/otps/email/authenticate', {
      ...organization,
      code: ofBirch,
      session_duration_minutes: 60,
    });
    expect(late.json.error_type).toBe('otp_code_not_found');
  });

  test('adds a code for one organization to the intermediate session it was called with', async ({
    client,
  }) => {
    const { json } = await client.signIn(BEN, 'birch');
    const token = json.data.intermediate_session_token;
    client.handler.store.state.organizations.forEach((organization) => {
      organization.mfaPolicy = 'REQUIRED_FOR_ALL';
    });
    const organization = { email_address: BEN, organization_id: 'birch' };
    await client.post('/b2b/otps/email/login_or_signup', organization);
    const verified = await client.post('/b2b/otps/email/authenticate', {
      ...organization,
      code: (await inboxOf(client, BEN))[0].code,
      session_duration_minutes: 60,
      intermediate_session_token: token,
    });
    expect(verified.json.data).toMatchObject({
      intermediate_session_token: token,
      primary_required: null,
      mfa_required: expect.anything(),
    });
  });

  test('rejects the right code after five wrong ones', async ({ client }) => {
    await sendCode(client);
    const [mail] = await inboxOf(client, BEN);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const response = await verifyCode(client, wrong(mail.code));
      expect([response.status, response.json.error_type]).toEqual([404, 'otp_code_not_found']);
    }
    const response = await verifyCode(client, mail.code);
    expect([response.status, response.json.error_type]).toEqual([429, 'too_many_requests']);
    await sendCode(client);
    const [fresh] = await inboxOf(client, BEN);
    expect((await verifyCode(client, fresh.code)).status).toBe(200);
  });

  test('responds alike for known and unknown addresses, and rejects malformed ones', async ({
    client,
  }) => {
    const known = await sendCode(client, BEN);
    const unknown = await sendCode(client, 'nobody@nowhere.example');
    expect(Object.keys(unknown.json.data)).toEqual(Object.keys(known.json.data));
    expect((await sendCode(client, 'not an address')).json.error_type).toBe('invalid_email');
    expect((await verifyCode(client, '12345')).json.error_type).toBe('invalid_code');
    expect(
      (await sendCode(client, BEN, { discovery_expiration_minutes: 16 })).json.error_type,
    ).toBe('invalid_expiration_otp');
  });
});

describe('POST /b2b/magic_links/email/discovery/send and POST /b2b/magic_links/discovery/authenticate', () => {
  function sendLink(client: RawClient, more: object = {}) {
    return client.post('/b2b/magic_links/email/discovery/send', {
      email_address: BEN,
      discovery_redirect_url: `${APP_ORIGIN}/discovery`,
      ...more,
    });
  }

  async function newestLink(client: RawClient): Promise<URL> {
    const [mail] = await inboxOf(client, BEN);
    return new URL(mail.link);
  }

  function open(client: RawClient, link: URL, verifier?: string) {
    return client.post('/b2b/magic_links/discovery/authenticate', {
      discovery_magic_links_token: link.searchParams.get('token'),
      ...(verifier === undefined ? {} : { pkce_code_verifier: verifier }),
    });
  }

  test.each(['birch', 'dune'])('verifies the address and signs in to %s', async (slug) => {
    const client = createRawClient();
    await client.signIn(BEN, slug);
    expect((await sendLink(client)).status).toBe(200);
    const link = await newestLink(client);
    expect(`${link.origin}${link.pathname}`).toBe(`${APP_ORIGIN}/discovery`);
    expect(link.searchParams.get('stytch_token_type')).toBe('discovery');
    expect((await open(client, link)).status).toBe(200);
    expect((await client.exchange(slug)).json.data.member_authenticated).toBe(true);
  });

  test('rejects a link that was used, expired or opened by a mail scanner', async ({ client }) => {
    await sendLink(client);
    const link = await newestLink(client);
    await open(client, link);
    expect((await open(client, link)).json.error_type).toBe('unable_to_auth_magic_link');

    await sendLink(client);
    await client.control('POST', '/clock', { advanceMs: 60 * 60_000 });
    expect((await open(client, await newestLink(client))).json.error_type).toBe(
      'unable_to_auth_magic_link',
    );

    await sendLink(client);
    const [mail] = await inboxOf(client, BEN);
    await client.control('POST', `/inbox/${mail.id}/scan`);
    expect((await open(client, new URL(mail.link))).json.error_type).toBe(
      'unable_to_auth_magic_link',
    );
    const unknown = await open(client, new URL(`${APP_ORIGIN}/discovery?token=none`));
    expect([unknown.status, unknown.json.error_type]).toEqual([404, 'magic_link_not_found']);
  });

  test('with PKCE, accepts the link in the requesting browser only, also after another one failed', async ({
    client,
  }) => {
    await client.control('PATCH', '/project', { pkce_required_for_email_magic_links: true });
    expect((await sendLink(client)).json.error_type).toBe('invalid_pkce_code_challenge');
    await sendLink(client, { pkce_code_challenge: PKCE_CHALLENGE });
    const link = await newestLink(client);
    expect((await open(client, link)).json.error_type).toBe('pkce_expected_code_verifier');
    expect((await open(client, link, 'b'.repeat(64))).json.error_type).toBe('pkce_mismatch');
    expect((await open(client, link, PKCE_VERIFIER)).status).toBe(200);
  });

  test('leads to the default redirect URL of the project, if there is one', async ({ client }) => {
    const send = () => sendLink(client, { discovery_redirect_url: undefined });
    expect((await send()).json.error_type).toBe('no_default_discovery_redirect_url_set');
    await client.control('PATCH', '/project', {
      redirect_urls: [
        { url: 'https://app.example/hi', valid_types: [{ type: 'DISCOVERY', is_default: true }] },
      ],
    });
    expect((await send()).status).toBe(200);
    expect((await newestLink(client)).origin).toBe('https://app.example');
  });

  test('rejects a verifier when the flow started without a challenge', async ({ client }) => {
    await sendLink(client);
    expect((await open(client, await newestLink(client), PKCE_VERIFIER)).json.error_type).toBe(
      'pkce_did_not_expect_code_verifier',
    );
  });

  test.each([
    ['http://evil.example/discovery', 'no_match_for_provided_magic_link_url'],
    ['http://localhost:5173/elsewhere', 'no_match_for_provided_magic_link_url'],
    ['javascript:alert(1)', 'redirect_url_cannot_use_protocol'],
    ['data:text/html,x', 'redirect_url_cannot_use_protocol'],
    ['http://user@localhost:5173/discovery', 'query_params_do_not_match'],
    ['/discovery', 'no_match_for_provided_magic_link_url'],
  ])('rejects the redirect URL %s and sends no mail', async (discovery_redirect_url, errorType) => {
    const client = createRawClient();
    const response = await sendLink(client, { discovery_redirect_url });
    expect([response.status, response.json.error_type]).toEqual([400, errorType]);
    expect(await inboxOf(client, BEN)).toEqual([]);
  });
});
