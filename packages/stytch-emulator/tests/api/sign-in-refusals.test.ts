import { expect } from 'vitest';
import { EMULATOR_PUBLIC_TOKEN } from '../../emulated-project.ts';
import {
  APP_ORIGIN,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  type RawClient,
  type RawResponse,
} from '../support/raw-client.ts';
import {
  ADA,
  type Attempt,
  authenticate,
  describeRefusals,
  discover,
  inOrder,
  post,
  RESTRICTED,
  setProject,
  signIn,
  wait,
} from '../support/refusals.ts';

const BEN = 'ben@birch.example';

const exchange = (slug: string) => (client: RawClient) => client.exchange(slug);
const bootstrap =
  (token: string, headers: object = {}) =>
  (client: RawClient) =>
    client.send(`/sdk/v1/projects/bootstrap/${token}`, {
      headers: { ...client.headers(), ...headers },
    });
const withHeaders = (headers: object) => bootstrap(EMULATOR_PUBLIC_TOKEN, headers);
const asConsumer = inOrder(setProject({ vertical: 'CONSUMER' }), authenticate);

describeRefusals('every call refuses [R14.1]', [
  ['another project', '404 public_token_not_found', bootstrap('public-token-test-other')],
  ['a live project', '400 live_id_used_in_test_environment', bootstrap('public-token-live-1')],
  ['an unknown path', '404 route_not_found', post('/b2b/passwords/authenticate')],
  ['another method', '405 method_not_allowed', (client) => client.call('GET', '/b2b/totp')],
  ['a consumer project', '400 invalid_b2b_endpoint', asConsumer],
  ['no token', '401 invalid_authorization_header', withHeaders({ authorization: '' })],
  ['one token', '401 invalid_authorization_header', withHeaders({ authorization: 'Basic eA==' })],
  ['no telemetry', '400 bad_request', withHeaders({ 'x-sdk-client': '' })],
  ['telemetry without its fields', '400 bad_request', withHeaders({ 'x-sdk-client': btoa('{}') })],
  ['telemetry that is no list [R14.16]', '400 bad_request', post('/events')],
]);

const challenge = { pkce_code_challenge: PKCE_CHALLENGE };
const discovery = { ...challenge, discovery_redirect_url: `${APP_ORIGIN}/discovery` };
const login = `${APP_ORIGIN}/authenticate`;
const start =
  (kind: 'start' | 'discovery/start', query: object, init?: RequestInit) => (client: RawClient) =>
    client.atGoogle(kind, query, init);
const startDiscovery = (query: Record<string, string>, init?: RequestInit) =>
  start('discovery/start', { ...discovery, ...query }, init);
const stranger = {
  method: 'POST',
  body: new URLSearchParams({ choice: 'person', email: 'stranger@nowhere.example' }),
};

describeRefusals('Google refuses to start with', [
  ['no challenge', '400 invalid_pkce_code_challenge', startDiscovery({ pkce_code_challenge: '' })],
  [
    'the redirect URL of another type',
    '400 no_match_for_provided_oauth_url',
    startDiscovery({ discovery_redirect_url: login }),
  ],
  [
    'no redirect URL',
    '400 no_default_login_redirect_url_set',
    start('start', { ...challenge, slug: 'acme' }),
  ],
  ['no organization', '404 organization_not_found', start('start', { slug: 'nowhere' })],
  [
    'an account that was not offered',
    '400 oauth_flow_callback_error',
    startDiscovery({}, stranger),
  ],
]);

const redeemAdas =
  (verifiers: readonly (string | undefined)[], minutes = 0) =>
  async (client: RawClient) => {
    const token = await client.discoveryToken(ADA);
    await client.advance(minutes);
    const answers = [];
    for (const each of verifiers) answers.push(await client.redeemDiscovery(token, each));
    return answers.at(-1) as RawResponse;
  };
describeRefusals('a token of Google is refused', [
  ['with another verifier', '400 pkce_mismatch', redeemAdas(['b'.repeat(64)])],
  ['without a verifier', '400 pkce_expected_code_verifier', redeemAdas([undefined])],
  ['twice', '404 oauth_token_not_found', redeemAdas([PKCE_VERIFIER, PKCE_VERIFIER])],
  ['after five minutes', '404 oauth_token_not_found', redeemAdas([PKCE_VERIFIER], 5)],
]);

const NOT_FOUND = '404 intermediate_session_not_found';
const exchangeTwice: Attempt = async (client) => {
  await client.discover(ADA);
  const token = client.intermediate;
  await client.exchange('acme');
  client.intermediate = token;
  return client.exchange('acme');
};
const exchangeForNone: Attempt = async (client) => {
  await client.discover(ADA);
  return client.postIntermediate('/b2b/discovery/intermediate_sessions/exchange', {
    organization_id: 'organization-test-none',
    session_duration_minutes: 60,
  });
};

describeRefusals('an intermediate session is refused', [
  ['twice', NOT_FOUND, exchangeTwice],
  [
    'after ten minutes, although a step returned it',
    NOT_FOUND,
    inOrder(discover, wait(9), exchange('fjord'), wait(1), exchange('acme')),
  ],
  ['where one cannot join', '403 email_jit_provisioning_not_allowed', signIn(BEN, 'grove')],
  ['where nobody can sign in', RESTRICTED, signIn(ADA, 'iris')],
  ['for none', '404 organization_not_found', exchangeForNone],
  ['when it is missing', '400 no_session_arguments', post('/b2b/discovery/organizations')],
]);

/** Receives a code, and sends codes that are derived from it. */
const receive =
  (...sent: readonly ((code: string) => string)[]) =>
  async (client: RawClient) => {
    const code = await client.receiveCode(BEN);
    const answers = [];
    for (const each of sent) answers.push(await client.verifyCode(BEN, each(code)));
    return answers.at(-1) as RawResponse;
  };
const right = (code: string) => code;
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const receiveThen =
  (between: (client: RawClient) => Promise<unknown>) => async (client: RawClient) => {
    const code = await client.receiveCode(BEN);
    await between(client);
    return client.verifyCode(BEN, code);
  };

describeRefusals('a code is refused', [
  [
    'when a newer one was sent',
    '404 otp_code_not_found',
    receiveThen((client) => client.sendCode(BEN)),
  ],
  ['twice', '401 unable_to_auth_otp_code', receive(right, right)],
  ['after ten minutes', '401 unable_to_auth_otp_code', receiveThen(wait(10))],
  ['when it is wrong', '404 otp_code_not_found', receive(wrong)],
  [
    'after five wrong ones',
    '429 too_many_requests',
    receive(wrong, wrong, wrong, wrong, wrong, right),
  ],
  ['with five digits', '400 invalid_code', (client) => client.verifyCode(BEN, '12345')],
  ['for no address', '400 invalid_email', (client) => client.sendCode('not an address')],
]);

const sendLink =
  (more: object = {}) =>
  (client: RawClient) =>
    client.sendLink(BEN, more);
const openLink =
  (more: object = {}) =>
  async (client: RawClient) =>
    client.openLink(await client.newestLinkToken(BEN), more);
const pkce = setProject({ pkce_required_for_email_magic_links: true });
/** Asks for a link that leads to an address; no mail is sent. */
const leadTo = (discovery_redirect_url: string | undefined) => async (client: RawClient) => {
  const response = await client.sendLink(BEN, { discovery_redirect_url });
  expect(await client.newestMail(BEN)).toBeUndefined();
  return response;
};
const NO_MATCH = '400 no_match_for_provided_magic_link_url';
const USED = '401 unable_to_auth_magic_link';

describeRefusals('a link is refused', [
  ['twice', USED, inOrder(sendLink(), openLink(), openLink())],
  ['after an hour', USED, inOrder(sendLink(), wait(60), openLink())],
  ['with an unknown token', '404 magic_link_not_found', (client) => client.openLink('none')],
  ['without a challenge', '400 invalid_pkce_code_challenge', inOrder(pkce, sendLink())],
  [
    'without a verifier',
    '400 pkce_expected_code_verifier',
    inOrder(sendLink(challenge), openLink()),
  ],
  [
    'with a verifier and no challenge',
    '400 pkce_did_not_expect_code_verifier',
    inOrder(sendLink(), openLink({ pkce_code_verifier: PKCE_VERIFIER })),
  ],
  ['to nowhere', '400 no_default_discovery_redirect_url_set', leadTo(undefined)],
  ['to another host', NO_MATCH, leadTo('http://evil.example/discovery')],
  ['to another path', NO_MATCH, leadTo('http://localhost:5173/elsewhere')],
  ['to a script', '400 redirect_url_cannot_use_protocol', leadTo('javascript:alert(1)')],
  ['to a query', '400 query_params_do_not_match', leadTo('http://localhost:5173/discovery?to=x')],
  ['to a user', '400 query_params_do_not_match', leadTo('http://user@localhost:5173/discovery')],
]);

const oneTap = (client: RawClient) => client.call('GET', '/b2b/oauth/google/onetap/start');
const forged = post('/b2b/oauth/google/onetap/discovery/submit', {
  ...discovery,
  id_token: 'a.b.c',
});
const app = post('/idp/b2b/oauth/authorize/start', {
  client_id: 'connected-app-test-0001',
  redirect_uri: 'https://evil.example/callback',
  response_type: 'code',
  scopes: ['openid'],
});

describeRefusals('One Tap and connected apps are refused [R14.12, R14.15]', [
  [
    'without a client id',
    '404 oauth_config_not_found',
    inOrder(setProject({ google_one_tap_client_id: null }), oneTap),
  ],
  ['with a forged ID token', '400 id_token_invalid', forged],
  ['without a session', '401 user_unauthenticated', app],
  [
    'with a foreign redirect URL',
    '400 connected_app_supplied_redirect_url_not_found_in_client',
    inOrder(signIn(ADA, 'acme'), app),
  ],
]);
