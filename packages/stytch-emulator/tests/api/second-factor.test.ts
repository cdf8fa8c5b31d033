import { describe, expect } from 'vitest';
import { SEED_TOTP_SECRET } from '../../store/seed/seed.ts';
import { createRawClient, test } from '../support/raw-client.ts';

const ADA = 'ada@acme.example';
const EZRA = 'ezra@fjord.example';

describe('POST /b2b/totp, POST /b2b/totp/authenticate', () => {
  test.each([-1, 0, 1])('accepts the code %i steps away', async (drift) => {
    const client = createRawClient();
    await client.signIn(ADA, 'fjord');
    const { data } = (await client.sendTotp(ADA, SEED_TOTP_SECRET, drift)).json;
    expect(data.session_token).toMatch(/^session-token-/);
    expect(
      data.member_session.authentication_factors.map(({ type }: { type: string }) => type),
    ).toEqual(['oauth', 'totp']);
  });

  test('enrols a member where the organization leaves it to them', async ({ client }) => {
    const { json } = await client.signIn(ADA, 'acme');
    const member = { organization_id: 'acme', member_id: json.data.member_id };
    const { secret } = (await client.post('/b2b/totp', member)).json.data;
    for (const [set_mfa_enrollment, isEnrolled] of [
      ['enroll', true],
      ['unenroll', false],
    ] as const) {
      await client.advance(1);
      const answer = await client.sendTotp(ADA, secret, 0, { ...member, set_mfa_enrollment });
      expect(answer.json.data.member.mfa_enrolled).toBe(isEnrolled);
    }
  });

  test('lets an enrolment start again', async ({ client }) => {
    await client.signIn(EZRA, 'fjord');
    const create = async () =>
      (await client.post('/b2b/totp', client.memberOfFjord(EZRA))).json.data.secret;
    expect(await create()).not.toBe(await create());
    // What was not verified is no factor yet.
    const { json } = await client.signIn(EZRA, 'fjord');
    expect(json.data.mfa_required.member_options).toBeNull();
  });

  test('adds the factor to an active session and replaces its token', async ({ client }) => {
    await client.signIn(ADA, 'fjord');
    await client.sendTotp(ADA, SEED_TOTP_SECRET);
    const before = client.sessionToken;
    await client.advance(1);
    await client.sendTotp(ADA, SEED_TOTP_SECRET);
    expect(client.sessionToken).not.toBe(before);
    client.sessionToken = before;
    expect((await client.post('/b2b/sessions/authenticate')).status).toBe(404);
  });
});
