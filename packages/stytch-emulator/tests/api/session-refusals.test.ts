import { expect } from 'vitest';
import { SEED_TOTP_SECRET } from '../../store/seed/seed.ts';
import type { RawClient, RawResponse } from '../support/raw-client.ts';
import {
  ADA,
  type Attempt,
  authenticate,
  describeRefusals,
  discover,
  EZRA,
  inOrder,
  post,
  RESTRICTED,
  signIn,
} from '../support/refusals.ts';

const toFjord = signIn(ADA, 'fjord');
const totp =
  (steps = 0) =>
  (client: RawClient) =>
    client.sendTotp(ADA, SEED_TOTP_SECRET, steps);
const recover = (code: string) => (client: RawClient) => client.recover(ADA, `rc-ada-${code}`);
const readCodes = (client: RawClient) => client.call('GET', '/b2b/recovery_codes');
const createTotp = (email: string) => (client: RawClient) =>
  client.post('/b2b/totp', client.memberOfFjord(email));
const createTotpOfJuniper = (client: RawClient) =>
  client.postIntermediate('/b2b/totp', {
    organization_id: client.organizationId('juniper'),
    member_id: client.memberId('juniper', ADA),
  });
const completeRemoved: Attempt = async (client) => {
  await client.signIn(ADA, 'fjord');
  for (const member of client.handler.store.state.members) member.status = 'deleted';
  return client.sendTotp(ADA, SEED_TOTP_SECRET);
};
const guesses = [totp(100), totp(100), totp(100), totp(100), totp(100)];
const WRONG_RECOVERY = '401 unable_to_authenticate_recovery_code';

describeRefusals('a second factor is refused', [
  ['two steps early', '401 unable_to_authenticate_totp', inOrder(toFjord, totp(2))],
  ['twice', '401 totp_code_already_authenticated', inOrder(toFjord, totp(), toFjord, totp())],
  ['after five wrong codes', '429 too_many_requests', inOrder(toFjord, ...guesses, totp())],
  [
    'by its recovery code, too',
    '429 too_many_requests',
    inOrder(toFjord, ...guesses, recover('0001')),
  ],
  [
    'when the member has none',
    '404 totp_not_found',
    inOrder(signIn(EZRA, 'fjord'), (client) => client.sendTotp(EZRA, SEED_TOTP_SECRET)),
  ],
  [
    'without a member',
    '400 invalid_intermediate_session_token_for_organization',
    inOrder(discover, totp()),
  ],
  ['when the member was removed since', '404 member_not_found', completeRemoved],
  ['when another app is set up', '400 active_totp_exists', inOrder(toFjord, createTotp(ADA))],
  [
    'where messages are required',
    '403 operation_restricted_by_organization_mfa_methods',
    inOrder(signIn(ADA, 'juniper'), createTotpOfJuniper),
  ],
  [
    'by a used recovery code',
    WRONG_RECOVERY,
    inOrder(toFjord, recover('0001'), toFjord, recover('0001')),
  ],
  [
    'by an old recovery code',
    WRONG_RECOVERY,
    inOrder(toFjord, recover('0001'), post('/b2b/recovery_codes/rotate'), toFjord, recover('0002')),
  ],
  ['when its codes are read without a session', '401 user_unauthenticated', readCodes],
  [
    'when there are no recovery codes',
    '404 recovery_codes_not_found',
    inOrder(signIn(ADA, 'acme'), readCodes),
  ],
]);

const toAcme = signIn(ADA, 'acme');
const extend = (session_duration_minutes: number) =>
  inOrder(toAcme, post('/b2b/sessions/authenticate', { session_duration_minutes }));
const revoke = post('/b2b/sessions/revoke');
const revokeByControl = async (client: RawClient) => {
  const [session] = (await client.control('GET', '/sessions')).json;
  expect(session).toMatchObject({ email: ADA, organizationSlug: 'acme', active: true });
  await client.control('DELETE', `/sessions/${session.id}`);
};
const switchTo = (slug: string) => (client: RawClient) => client.switchTo(slug);
const useReplaced: Attempt = async (client) => {
  await client.signIn(ADA, 'acme');
  const old = client.sessionToken;
  await client.switchTo('harbor');
  client.sessionToken = old;
  return client.post('/b2b/sessions/authenticate');
};
const impersonate =
  (...minutes: readonly number[]) =>
  async (client: RawClient) => {
    const token = await client.impersonationToken(ADA, 'acme');
    const answers = [];
    for (const each of minutes) {
      await client.advance(each);
      answers.push(await client.impersonate(token));
    }
    return answers.at(-1) as RawResponse;
  };
const impersonateDeleted: Attempt = async (client) => {
  const token = await client.impersonationToken('dora@acme.example', 'acme');
  await client.signIn(ADA, 'acme');
  const member = client.memberId('acme', 'dora@acme.example');
  expect((await client.call('DELETE', `/b2b/organizations/members/${member}`)).status).toBe(200);
  client.sessionToken = null;
  return client.impersonate(token);
};
const trust = (client: RawClient) =>
  client.call('PUT', '/b2b/organizations/me', { trusted_metadata: { plan: 'pro' } });
const prolong = post('/b2b/sessions/authenticate', { session_duration_minutes: 60 });

describeRefusals('a session is refused', [
  ['for four minutes', '400 invalid_session_duration_minutes', extend(4)],
  ['for longer than the project allows', '400 invalid_session_duration', extend(1441)],
  [
    'when the control API revoked it',
    '404 session_not_found',
    inOrder(toAcme, revokeByControl, authenticate),
  ],
  ['when its member revoked it', '404 session_not_found', inOrder(toAcme, revoke, revoke)],
  ['when another replaced it', '404 session_not_found', useReplaced],
  [
    'to join by domain',
    '403 email_jit_provisioning_not_allowed',
    inOrder(toAcme, switchTo('grove')),
  ],
  ['to enter where nobody can sign in', RESTRICTED, inOrder(toAcme, switchTo('iris'))],
  [
    'to change an impersonated one',
    '403 session_not_mutable',
    inOrder(impersonate(0), switchTo('grove')),
  ],
  ['to change trusted metadata', '400 cannot_update_trusted_metadata', inOrder(toAcme, trust)],
  ['to prolong an impersonated one', '403 session_not_mutable', inOrder(impersonate(0), prolong)],
  ['by a used impersonation', '401 unable_to_auth_impersonation_token', impersonate(0, 0)],
  [
    'by an impersonation of a member who was deleted since',
    '401 unable_to_auth_impersonation_token',
    impersonateDeleted,
  ],
  ['by an old impersonation', '401 unable_to_auth_impersonation_token', impersonate(5)],
]);

const create =
  (organization_name: string, organization_slug: string, setting: object = {}) =>
  async (client: RawClient) => {
    await client.control('PATCH', '/project', setting);
    await client.discover('cleo@cleo.example');
    const { organizations } = client.handler.store.state;
    const before = organizations.length;
    const given = { organization_name, organization_slug };
    const response = await client.postIntermediate('/b2b/discovery/organizations/create', given);
    expect(organizations).toHaveLength(before);
    return response;
  };

describeRefusals('an organization is not created', [
  ['with a long name', '400 invalid_organization_name', create('x'.repeat(129), 'fine')],
  ['with a blank name', '400 invalid_organization_name', create('   ', 'fine')],
  ['with signs as its slug', '400 invalid_organization_slug', create('🎉🎉', '🎉🎉')],
  ['with a slug that exists', '400 organization_slug_already_used', create('Acme', 'acme')],
  [
    'with another slug than allowed',
    '400 invalid_organization_slug',
    create('Cleo', 'cleo-and-sons', { slug_pattern: '[a-z]{3,8}' }),
  ],
  [
    'where the project allows none',
    '403 unauthorized_action',
    create('Cleo', 'cleo', { create_organization_enabled: false }),
  ],
]);
