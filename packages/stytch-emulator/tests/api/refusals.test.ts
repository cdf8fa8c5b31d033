import { describe, expect, test } from 'vitest';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import {
  APP_ORIGIN,
  createRawClient,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  type RawClient,
  type RawResponse,
} from '../support/raw-client.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const EZRA = 'ezra@fjord.example';

type Attempt = (client: RawClient) => Promise<RawResponse>;

/** Tests that the provider refuses the last call of an attempt with this status and error type. */
function refused(what: string, answer: string, attempt: Attempt): void {
  test(what, async () => {
    const { json } = await attempt(createRawClient());
    expect(`${json.status_code} ${json.error_type}`).toBe(answer);
  });
}

const bootstrap = (token: string) => (client: RawClient) =>
  client.call('GET', `/projects/bootstrap/${token}`);

const basic = (text: string) => `Basic ${btoa(text)}`;
const withHeader = (name: string, value: string) => (client: RawClient) =>
  client.send(`/sdk/v1/projects/bootstrap/${EMULATOR_PUBLIC_TOKEN}`, {
    headers: { ...client.headers(), [name]: value },
  });

describe('every call refuses [R14.1]', () => {
  refused(
    'another project',
    '404 public_token_not_found',
    bootstrap('public-token-test-of-another'),
  );
  refused(
    'a live project',
    '400 live_id_used_in_test_environment',
    bootstrap('public-token-live-11111111'),
  );
  refused('a body without its fields', '400 bad_request', (client) =>
    client.post('/b2b/otps/email/discovery/send'),
  );
  refused('an unknown path', '404 route_not_found', (client) =>
    client.post('/b2b/passwords/authenticate'),
  );
  refused('another method', '405 method_not_allowed', (client) =>
    client.call('GET', '/b2b/sessions/authenticate'),
  );
  refused('a consumer project', '400 invalid_b2b_endpoint', async (client) => {
    await client.control('PATCH', '/project', { vertical: 'CONSUMER' });
    return client.post('/b2b/sessions/authenticate');
  });
  refused('no Authorization', '401 invalid_authorization_header', withHeader('authorization', ''));
  refused('a bearer', '401 invalid_authorization_header', withHeader('authorization', 'Bearer x'));
  refused('one token', '401 invalid_authorization_header', withHeader('authorization', basic('x')));
  refused('no base64', '401 invalid_authorization_header', withHeader('authorization', 'Basic #'));
  refused('another token', '404 public_token_not_found', withHeader('authorization', basic('x:x')));
  refused('no telemetry', '400 bad_request', withHeader('x-sdk-client', ''));
  refused('telemetry as JSON', '400 bad_request', withHeader('x-sdk-client', '{}'));
  refused('telemetry without fields', '400 bad_request', withHeader('x-sdk-client', btoa('{}')));
});

const sendEvents = (body: string, type: string) => (client: RawClient) =>
  client.send('/sdk/v1/events', { method: 'POST', headers: { 'content-type': type }, body });

describe('POST /events refuses [R14.16]', () => {
  refused('no list', '400 bad_request', sendEvents('{}', 'application/json'));
  refused('no JSON', '400 bad_request', sendEvents('{', 'application/json'));
  refused('another content type', '400 bad_request', sendEvents('[]', 'text/plain'));
});

const challenge = { pkce_code_challenge: PKCE_CHALLENGE };
const discoveryUrl = { discovery_redirect_url: `${APP_ORIGIN}/discovery` };
const discovery = { ...challenge, ...discoveryUrl };
const authenticate = `${APP_ORIGIN}/authenticate`;
const acme = { ...challenge, slug: 'acme' };
const googleStart = (kind: string, query: Record<string, string>) =>
  `/v1/b2b/public/oauth/google/${kind}?${new URLSearchParams({ public_token: EMULATOR_PUBLIC_TOKEN, ...query })}`;
const discoverWith = (query: Record<string, string>) => (client: RawClient) =>
  client.send(googleStart('discovery/start', query));
const enterWith = (query: Record<string, string>) => (client: RawClient) =>
  client.send(googleStart('start', query));

describe('Google refuses to start with', () => {
  refused('no challenge', '400 invalid_pkce_code_challenge', discoverWith(discoveryUrl));
  refused(
    'another project',
    '404 public_token_not_found',
    discoverWith({ ...discovery, public_token: 'other' }),
  );
  refused(
    'the redirect URL of another type',
    '400 no_match_for_provided_oauth_url',
    discoverWith({ ...challenge, discovery_redirect_url: authenticate }),
  );
  refused('no redirect URL', '400 no_default_discovery_redirect_url_set', discoverWith(challenge));
  refused('none of members', '400 no_default_login_redirect_url_set', enterWith(acme));
  refused(
    'none of new people',
    '400 no_default_signup_redirect_url_set',
    enterWith({ ...acme, login_redirect_url: authenticate }),
  );
  refused(
    'an unknown organization',
    '404 organization_not_found',
    enterWith({ ...acme, slug: 'nowhere' }),
  );
  refused('an account that was not offered', '400 oauth_flow_callback_error', (client) =>
    client.send(googleStart('discovery/start', discovery), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'choice=person&email=stranger@nowhere.example',
    }),
  );
});

const redeemAdas =
  (...verifiers: (string | undefined)[]) =>
  async (client: RawClient) => {
    const token = await client.discoveryToken(ADA);
    for (const verifier of verifiers.slice(0, -1)) await client.redeemDiscovery(token, verifier);
    return client.redeemDiscovery(token, verifiers.at(-1));
  };

describe('a token of Google is refused', () => {
  refused('with another verifier', '400 pkce_mismatch', redeemAdas('b'.repeat(64)));
  refused('with a short verifier', '400 invalid_pkce_code_verifier', redeemAdas('short'));
  refused('without a verifier', '400 pkce_expected_code_verifier', redeemAdas(undefined));
  refused('twice', '404 oauth_token_not_found', redeemAdas(PKCE_VERIFIER, PKCE_VERIFIER));
  refused('after five minutes', '404 oauth_token_not_found', async (client) => {
    const token = await client.discoveryToken(ADA);
    await client.advance(5);
    return client.redeemDiscovery(token, PKCE_VERIFIER);
  });
  refused('for one organization', '404 oauth_token_not_found', async (client) =>
    client.post('/b2b/oauth/authenticate', {
      oauth_token: await client.discoveryToken(ADA),
      session_duration_minutes: 1440,
      pkce_code_verifier: PKCE_VERIFIER,
    }),
  );
});

describe('an intermediate session is refused', () => {
  refused('twice', '404 intermediate_session_not_found', async (client) => {
    await client.discover(ADA);
    const token = client.intermediate;
    await client.exchange('acme');
    client.intermediate = token;
    return client.exchange('acme');
  });
  refused('after ten minutes', '404 intermediate_session_not_found', async (client) => {
    await client.discover(ADA);
    await client.advance(10);
    return client.exchange('acme');
  });
  refused('although a step returned it', '404 intermediate_session_not_found', async (client) => {
    await client.discover(ADA);
    await client.advance(9);
    await client.exchange('fjord');
    await client.advance(1);
    return client.exchange('acme');
  });
  refused('where one cannot join', '403 email_jit_provisioning_not_allowed', (client) =>
    client.signIn(BEN, 'grove'),
  );
  refused(
    'where nobody can sign in',
    '403 operation_restricted_by_organization_auth_methods',
    (client) => client.signIn(ADA, 'iris'),
  );
  refused('for none', '404 organization_not_found', async (client) => {
    await client.discover(ADA);
    return client.postIntermediate('/b2b/discovery/intermediate_sessions/exchange', {
      organization_id: 'organization-test-none',
      session_duration_minutes: 60,
    });
  });
  refused('when a list is asked for without it', '400 no_session_arguments', (client) =>
    client.post('/b2b/discovery/organizations'),
  );
});

const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const ofBirch = { email_address: BEN, organization_id: 'birch' };

describe('a code is refused', () => {
  refused('when a newer one was sent', '404 otp_code_not_found', async (client) => {
    const code = await client.receiveCode(BEN);
    await client.sendCode(BEN);
    return client.verifyCode(BEN, code);
  });
  refused('after one for an organization', '404 otp_code_not_found', async (client) => {
    const code = await client.receiveCode(BEN);
    await client.post('/b2b/otps/email/login_or_signup', ofBirch);
    return client.verifyCode(BEN, code);
  });
  refused('twice', '401 unable_to_auth_otp_code', async (client) => {
    const code = await client.receiveCode(BEN);
    await client.verifyCode(BEN, code);
    return client.verifyCode(BEN, code);
  });
  refused('after ten minutes', '401 unable_to_auth_otp_code', async (client) => {
    const code = await client.receiveCode(BEN);
    await client.advance(10);
    return client.verifyCode(BEN, code);
  });
  refused('when it is wrong', '404 otp_code_not_found', async (client) => {
    const code = await client.receiveCode(BEN);
    return client.verifyCode(BEN, wrong(code));
  });
  refused('after five wrong ones', '429 too_many_requests', async (client) => {
    const code = await client.receiveCode(BEN);
    for (let attempt = 1; attempt <= 5; attempt += 1) await client.verifyCode(BEN, wrong(code));
    return client.verifyCode(BEN, code);
  });
  refused('with five digits', '400 invalid_code', (client) => client.verifyCode(BEN, '12345'));
  refused('for no address', '400 invalid_email', (client) => client.sendCode('not an address'));
  refused('for more than fifteen minutes', '400 invalid_expiration_otp', (client) =>
    client.sendCode(BEN, { discovery_expiration_minutes: 16 }),
  );
  refused(
    'where links are required',
    '403 operation_restricted_by_organization_auth_methods',
    (client) =>
      client.post('/b2b/otps/email/login_or_signup', { ...ofBirch, organization_id: 'dune' }),
  );
});

const openWith =
  (sent: object, opened: object, setting: object = {}) =>
  async (client: RawClient) => {
    await client.control('PATCH', '/project', setting);
    const response = await client.sendLink(BEN, sent);
    if (response.status !== 200) return response;
    return client.openLink(await client.newestLinkToken(BEN), opened);
  };
/** Asks for a link that leads to an address; no mail is sent. */
const leadTo = (discovery_redirect_url: string) => async (client: RawClient) => {
  const response = await client.sendLink(BEN, { discovery_redirect_url });
  expect(await client.newestMail(BEN)).toBeUndefined();
  return response;
};
const pkce = { pkce_required_for_email_magic_links: true };
const verifier = { pkce_code_verifier: PKCE_VERIFIER };

describe('a link is refused', () => {
  refused('twice', '401 unable_to_auth_magic_link', async (client) => {
    await client.sendLink(BEN);
    const token = await client.newestLinkToken(BEN);
    await client.openLink(token);
    return client.openLink(token);
  });
  refused('after an hour', '401 unable_to_auth_magic_link', async (client) => {
    await client.sendLink(BEN);
    await client.advance(60);
    return client.openLink(await client.newestLinkToken(BEN));
  });
  refused('when a mail scanner opened it', '401 unable_to_auth_magic_link', async (client) => {
    await client.sendLink(BEN);
    await client.control('POST', `/inbox/${(await client.newestMail(BEN)).id}/scan`);
    return client.openLink(await client.newestLinkToken(BEN));
  });
  refused('with an unknown token', '404 magic_link_not_found', (client) => client.openLink('none'));
  refused('of an organization, for discovery', '404 magic_link_not_found', async (client) => {
    await client.post('/b2b/magic_links/email/login_or_signup', {
      ...ofBirch,
      login_redirect_url: authenticate,
      signup_redirect_url: authenticate,
    });
    return client.openLink(await client.newestLinkToken(BEN));
  });
  refused(
    'where codes are required',
    '403 operation_restricted_by_organization_auth_methods',
    (client) =>
      client.post('/b2b/magic_links/email/login_or_signup', {
        ...ofBirch,
        organization_id: 'cedar',
      }),
  );
  refused('no challenge', '400 invalid_pkce_code_challenge', openWith({}, {}, pkce));
  refused('no verifier', '400 pkce_expected_code_verifier', openWith(challenge, {}, pkce));
  refused(
    'a verifier without PKCE',
    '400 pkce_did_not_expect_code_verifier',
    openWith({}, verifier),
  );
  refused('to nowhere', '400 no_default_discovery_redirect_url_set', (client) =>
    client.sendLink(BEN, { discovery_redirect_url: undefined }),
  );
  refused(
    'to another host',
    '400 no_match_for_provided_magic_link_url',
    leadTo('http://evil.example/discovery'),
  );
  refused(
    'to another path',
    '400 no_match_for_provided_magic_link_url',
    leadTo('http://localhost:5173/elsewhere'),
  );
  refused('to no address', '400 no_match_for_provided_magic_link_url', leadTo('/discovery'));
  refused('to a script', '400 redirect_url_cannot_use_protocol', leadTo('javascript:alert(1)'));
  refused('to data', '400 redirect_url_cannot_use_protocol', leadTo('data:text/html,x'));
  refused(
    'to a user',
    '400 query_params_do_not_match',
    leadTo('http://user@localhost:5173/discovery'),
  );
});

const totpAwayBy = (steps: number) => async (client: RawClient) => {
  await client.signIn(ADA, 'fjord');
  return client.sendTotp(ADA, SEED_TOTP_SECRET, steps);
};

/** Sends five wrong codes of an authenticator app. */
async function guessFiveTimes(client: RawClient): Promise<void> {
  await client.signIn(ADA, 'fjord');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await client.sendTotp(ADA, SEED_TOTP_SECRET, 100)).status).toBe(401);
  }
}

describe('a second factor is refused', () => {
  refused('two steps early', '401 unable_to_authenticate_totp', totpAwayBy(2));
  refused('two steps late', '401 unable_to_authenticate_totp', totpAwayBy(-2));
  refused('twice', '401 totp_code_already_authenticated', async (client) => {
    await client.signIn(ADA, 'fjord');
    await client.sendTotp(ADA, SEED_TOTP_SECRET);
    await client.signIn(ADA, 'fjord');
    return client.sendTotp(ADA, SEED_TOTP_SECRET);
  });
  refused('after five wrong codes', '429 too_many_requests', async (client) => {
    await guessFiveTimes(client);
    return client.sendTotp(ADA, SEED_TOTP_SECRET);
  });
  refused('by its recovery code, too', '429 too_many_requests', async (client) => {
    await guessFiveTimes(client);
    return client.recover(ADA, 'rc-ada-0001');
  });
  refused('when the code is no number', '400 invalid_totp_code', async (client) => {
    await client.signIn(ADA, 'fjord');
    return client.post('/b2b/totp/authenticate', {
      ...client.memberOfFjord(ADA),
      code: 'abcdef',
    });
  });
  refused('when the member has none', '404 totp_not_found', async (client) => {
    await client.signIn(EZRA, 'fjord');
    return client.sendTotp(EZRA, SEED_TOTP_SECRET);
  });
  refused(
    'without a member',
    '400 invalid_intermediate_session_token_for_organization',
    async (client) => {
      await client.discover(ADA);
      return client.sendTotp(ADA, SEED_TOTP_SECRET);
    },
  );
  refused('when another app is set up', '400 active_totp_exists', async (client) => {
    await client.signIn(ADA, 'fjord');
    return client.post('/b2b/totp', client.memberOfFjord(ADA));
  });
  refused('when its set-up has expired', '400 expired_totp', async (client) => {
    await client.signIn(EZRA, 'fjord');
    const { json } = await client.post('/b2b/totp', {
      ...client.memberOfFjord(EZRA),
      expiration_minutes: 5,
    });
    await client.advance(5);
    return client.sendTotp(EZRA, json.data.secret);
  });
  refused(
    'where messages are required',
    '403 operation_restricted_by_organization_mfa_methods',
    async (client) => {
      await client.signIn(ADA, 'juniper');
      return client.postIntermediate('/b2b/totp', {
        organization_id: client.organizationId('juniper'),
        member_id: client.memberId('juniper', ADA),
      });
    },
  );
  refused('by a used recovery code', '401 unable_to_authenticate_recovery_code', async (client) => {
    await client.signIn(ADA, 'fjord');
    await client.recover(ADA, 'rc-ada-0001');
    await client.signIn(ADA, 'fjord');
    return client.recover(ADA, 'rc-ada-0001');
  });
  refused('by an old recovery code', '401 unable_to_authenticate_recovery_code', async (client) => {
    await client.signIn(ADA, 'fjord');
    await client.recover(ADA, 'rc-ada-0001');
    await client.post('/b2b/recovery_codes/rotate');
    await client.signIn(ADA, 'fjord');
    return client.recover(ADA, 'rc-ada-0002');
  });
  refused('when recovery codes are read without a session', '401 user_unauthenticated', (client) =>
    client.call('GET', '/b2b/recovery_codes'),
  );
  refused('when there are no recovery codes', '404 recovery_codes_not_found', async (client) => {
    await client.signIn(ADA, 'acme');
    return client.call('GET', '/b2b/recovery_codes');
  });
});

/** Signs Ada in to Acme, then makes a call. */
const asAda =
  (attempt: Attempt): Attempt =>
  async (client) => {
    await client.signIn(ADA, 'acme');
    return attempt(client);
  };

function refusedToAda(what: string, answer: string, attempt: Attempt): void {
  refused(what, answer, asAda(attempt));
}

const keepAlive = (session_duration_minutes: number) =>
  asAda((client) => client.post('/b2b/sessions/authenticate', { session_duration_minutes }));

async function impersonateAda(client: RawClient): Promise<string> {
  const token = await client.impersonationToken(ADA, 'acme');
  await client.impersonate(token);
  return token;
}

describe('a session is refused', () => {
  refused('for four minutes', '400 invalid_session_duration_minutes', keepAlive(4));
  refused('for one and a half', '400 invalid_session_duration_minutes', keepAlive(1.5));
  refused('for more than a year', '400 invalid_session_duration_minutes', keepAlive(600_000));
  refused('for longer than the project allows', '400 invalid_session_duration', keepAlive(1441));
  refusedToAda('when the control API revoked it', '404 session_not_found', async (client) => {
    const [session] = (await client.control('GET', '/sessions')).json;
    expect(session).toMatchObject({ email: ADA, organizationSlug: 'acme', active: true });
    await client.control('DELETE', `/sessions/${session.id}`);
    return client.post('/b2b/sessions/authenticate');
  });
  refusedToAda('when its member revoked it', '404 session_not_found', async (client) => {
    await client.post('/b2b/sessions/revoke');
    return client.post('/b2b/sessions/revoke');
  });
  refusedToAda('when it has expired', '404 session_not_found', async (client) => {
    await client.advance(1440);
    return client.post('/b2b/sessions/authenticate');
  });
  refusedToAda('when another replaced it', '404 session_not_found', async (client) => {
    const old = client.sessionToken;
    await client.switchTo('harbor');
    client.sessionToken = old;
    return client.post('/b2b/sessions/authenticate');
  });
  refusedToAda('to revoke a stranger', '404 member_not_found', (client) =>
    client.post(`/b2b/sessions/revoke/${client.memberId('fjord', EZRA)}`),
  );
  refused(
    'to revoke others without the role',
    '403 session_authorization_error',
    async (client) => {
      await client.signIn('dora@acme.example', 'acme');
      return client.post(`/b2b/sessions/revoke/${client.memberId('acme', ADA)}`);
    },
  );
  refusedToAda('to join by domain', '403 email_jit_provisioning_not_allowed', (client) =>
    client.switchTo('grove'),
  );
  refusedToAda(
    'to enter where nobody can sign in',
    '403 operation_restricted_by_organization_auth_methods',
    (client) => client.switchTo('iris'),
  );
  refused('to change an impersonated one', '403 session_not_mutable', async (client) => {
    await impersonateAda(client);
    return client.switchTo('grove');
  });
  refused('to read codes of an impersonated one', '403 session_not_mutable', async (client) => {
    await impersonateAda(client);
    return client.call('GET', '/b2b/recovery_codes');
  });
  refused('to prolong an impersonated one', '403 session_not_mutable', async (client) => {
    await impersonateAda(client);
    return client.post('/b2b/sessions/authenticate', { session_duration_minutes: 60 });
  });
  refused('by a used impersonation', '401 unable_to_auth_impersonation_token', async (client) =>
    client.impersonate(await impersonateAda(client)),
  );
  refused('by an old impersonation', '401 unable_to_auth_impersonation_token', async (client) => {
    const token = await client.impersonationToken(ADA, 'acme');
    await client.advance(5);
    return client.impersonate(token);
  });
});

const createAsCleo =
  (given: object, setting: object = {}) =>
  async (client: RawClient) => {
    await client.control('PATCH', '/project', setting);
    await client.discover('cleo@cleo.example');
    const { organizations } = client.handler.store.state;
    const before = organizations.length;
    const response = await client.postIntermediate('/b2b/discovery/organizations/create', given);
    expect(organizations).toHaveLength(before);
    return response;
  };
const named = (organization_name: string, organization_slug: string) =>
  createAsCleo({ organization_name, organization_slug });
const open = (domain: string) => createAsCleo({ email_allowed_domains: [domain] });

describe('an organization is not created', () => {
  refused('with a long name', '400 invalid_organization_name', named('x'.repeat(129), 'fine'));
  refused('with a blank name', '400 invalid_organization_name', named('   ', 'fine'));
  refused('with signs as its slug', '400 invalid_organization_slug', named('🎉🎉', '🎉🎉'));
  refused('with a slug that exists', '400 organization_slug_already_used', named('Acme', 'acme'));
  refused('for a common domain', '400 organization_settings_domain_too_common', open('gmail.com'));
  refused('for no domain', '400 organization_settings_invalid_domain', open('nowhere'));
  refused(
    'with another slug than allowed',
    '400 invalid_organization_slug',
    createAsCleo({ organization_slug: 'cleo-and-sons' }, { slug_pattern: '[a-z]{3,8}' }),
  );
  refused(
    'where the project allows none',
    '403 unauthorized_action',
    createAsCleo({}, { create_organization_enabled: false }),
  );
});

const submitIdToken = (claims: object) => async (client: RawClient) => {
  const { json } = await client.control('POST', '/google/id-token', { email: ADA, ...claims });
  const given = { id_token: json.id_token, ...discovery };
  return client.post('/b2b/oauth/google/onetap/discovery/submit', given);
};

describe('One Tap refuses [R14.12]', () => {
  refused('a project without a client id', '404 oauth_config_not_found', async (client) => {
    await client.control('PATCH', '/project', { google_one_tap_client_id: null });
    return client.call('GET', '/b2b/oauth/google/onetap/start');
  });
  refused('another audience', '400 id_token_invalid', submitIdToken({ audience: 'other' }));
  refused('an expired ID token', '400 id_token_invalid', submitIdToken({ expired: true }));
});

const app = {
  client_id: 'connected-app-test-0001',
  redirect_uri: 'https://evil.example/callback',
  response_type: 'code',
  scopes: ['openid'],
};

describe('a connected app is refused [R14.15]', () => {
  refused('without a session', '401 user_unauthenticated', (client) =>
    client.post('/idp/b2b/oauth/authorize/start', app),
  );
  refusedToAda(
    'with a foreign redirect URL',
    '400 connected_app_supplied_redirect_url_not_found_in_client',
    (client) => client.post('/idp/b2b/oauth/authorize/start', app),
  );
});
