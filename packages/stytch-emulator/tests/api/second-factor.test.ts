import { describe, expect } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { SEED_TOTP_SECRET } from '#emulator/store/seed/seed.ts';
import { createRawClient, type RawClient, test } from '../support/raw-client.ts';

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

describe('POST /b2b/totp, POST /b2b/totp/authenticate [R20.1]', () => {
  function codeNow(client: RawClient, secret = SEED_TOTP_SECRET, drift = 0): string {
    return totpCode(secret, totpStep(client.handler.store.clock.now()) + drift);
  }

  function caller(client: RawClient, email: string) {
    return {
      organization_id: client.organizationId('fjord'),
      member_id: client.memberId('fjord', email),
      ...(client.intermediate === undefined
        ? {}
        : { intermediate_session_token: client.intermediate }),
    };
  }

  function verify(client: RawClient, email: string, code: string, more: object = {}) {
    return client.post('/b2b/totp/authenticate', {
      ...caller(client, email),
      code,
      session_duration_minutes: 1440,
      ...more,
    });
  }

  const ADA = 'ada@acme.example';
  const EZRA = 'ezra@fjord.example';

  test.each([-1, 0, 1])('accepts the code %i steps away', async (drift) => {
    const client = createRawClient();
    await client.signIn(ADA, 'fjord');
    const { status, json } = await verify(client, ADA, codeNow(client, SEED_TOTP_SECRET, drift));
    expect(status).toBe(200);
    expect(json.data.session_token).toMatch(/^session-token-/);
    expect(
      json.data.member_session.authentication_factors.map(({ type }: { type: string }) => type),
    ).toEqual(['oauth', 'totp']);
  });

  test.each([-2, 2])('rejects the code %i steps away', async (drift) => {
    const client = createRawClient();
    await client.signIn(ADA, 'fjord');
    const response = await verify(client, ADA, codeNow(client, SEED_TOTP_SECRET, drift));
    expect([response.status, response.json.error_type]).toEqual([
      401,
      'unable_to_authenticate_totp',
    ]);
  });

  test('rejects a code that was already accepted', async ({ client }) => {
    await client.signIn(ADA, 'fjord');
    await verify(client, ADA, codeNow(client));
    client.sessionToken = null;
    await client.signIn(ADA, 'fjord');
    const response = await verify(client, ADA, codeNow(client));
    expect(response.json.error_type).toBe('totp_code_already_authenticated');
  });

  test('rejects further codes after five wrong ones in an intermediate session', async ({
    client,
  }) => {
    await client.signIn(ADA, 'fjord');
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await verify(client, ADA, wrong(codeNow(client)))).status).toBe(401);
    }
    expect((await verify(client, ADA, codeNow(client))).json.error_type).toBe('too_many_requests');
    const recovered = await client.post('/b2b/recovery_codes/recover', {
      ...caller(client, ADA),
      recovery_code: 'rc-ada-0001',
      session_duration_minutes: 1440,
    });
    expect(recovered.json.error_type).toBe('too_many_requests');
  });

  test('enrols a member, issues recovery codes, and requires a code at the next sign-in', async ({
    client,
  }) => {
    await client.signIn(EZRA, 'fjord');
    const created = await client.post('/b2b/totp', caller(client, EZRA));
    expect(created.status).toBe(200);
    const { secret, qr_code, recovery_codes, totp_registration_id } = created.json.data;
    expect(totp_registration_id).toMatch(/^member-totp-test-/);
    expect(created.json.data).not.toHaveProperty('totp_id');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(qr_code).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(recovery_codes).toHaveLength(10);

    const { status, json } = await verify(client, EZRA, codeNow(client, secret), {
      set_mfa_enrollment: 'enroll',
    });
    expect(status).toBe(200);
    // Fjord requires a second factor of everybody, so the enrolment of a member is ignored there.
    expect(json.data.member).toMatchObject({
      mfa_enrolled: false,
      default_mfa_method: 'totp',
      totp_registration_id,
    });
    expect((await client.call('GET', '/b2b/recovery_codes')).json.data.recovery_codes).toEqual(
      recovery_codes,
    );

    client.sessionToken = null;
    const next = await client.signIn(EZRA, 'fjord');
    expect(next.json.data.mfa_required.member_options.totp_registration_id).not.toBe('');
  });

  test('enrols a member where the organization leaves it to them', async ({ client }) => {
    const { json } = await client.signIn(ADA, 'acme');
    const member = {
      organization_id: 'acme',
      member_id: json.data.member_id,
      session_duration_minutes: 60,
    };
    const created = await client.post('/b2b/totp', member);
    const answer = async (set_mfa_enrollment: string) => {
      await client.control('POST', '/clock', { advanceMs: 60_000 });
      const response = await client.post('/b2b/totp/authenticate', {
        ...member,
        code: codeNow(client, created.json.data.secret),
        set_mfa_enrollment,
      });
      return response.json.data.member.mfa_enrolled;
    };
    expect(await answer('enroll')).toBe(true);
    expect(await answer('unenroll')).toBe(false);
  });

  test('rejects a second enrolment of an enrolled member', async ({ client }) => {
    await client.signIn(ADA, 'fjord');
    const response = await client.post('/b2b/totp', caller(client, ADA));
    expect([response.status, response.json.error_type]).toEqual([400, 'active_totp_exists']);
  });

  test('lets an enrolment start again and rejects it once it has expired', async ({ client }) => {
    await client.signIn(EZRA, 'fjord');
    const first = await client.post('/b2b/totp', caller(client, EZRA));
    const second = await client.post('/b2b/totp', {
      ...caller(client, EZRA),
      expiration_minutes: 5,
    });
    expect(second.json.data.secret).not.toBe(first.json.data.secret);
    await client.control('POST', '/clock', { advanceMs: 5 * 60_000 });
    const late = await verify(client, EZRA, codeNow(client, second.json.data.secret));
    expect(late.json.error_type).toBe('expired_totp');
  });

  test('rejects an intermediate session that is not bound to a member', async ({ client }) => {
    await client.discover(ADA);
    const response = await verify(client, ADA, codeNow(client));
    expect(response.json.error_type).toBe('invalid_intermediate_session_token_for_organization');
  });

  test('adds the factor to an active session and replaces its token', async ({ client }) => {
    await client.signIn(ADA, 'fjord');
    await verify(client, ADA, codeNow(client));
    const before = client.sessionToken;
    await client.control('POST', '/clock', { advanceMs: 60_000 });
    await verify(client, ADA, codeNow(client));
    expect(client.sessionToken).not.toBe(before);
    client.sessionToken = before;
    const old = await client.post('/b2b/sessions/authenticate');
    expect(old.json.error_type).toBe('session_not_found');
  });

  test('rejects an authenticator app that the organization does not allow', async ({ client }) => {
    await client.signIn(ADA, 'juniper');
    const response = await client.post('/b2b/totp', {
      organization_id: client.organizationId('juniper'),
      member_id: client.memberId('juniper', ADA),
      intermediate_session_token: client.intermediate,
    });
    expect(response.json.error_type).toBe('operation_restricted_by_organization_mfa_methods');
  });

  describe('POST /b2b/recovery_codes/recover, GET /b2b/recovery_codes, POST /b2b/recovery_codes/rotate', () => {
    function recover(client: RawClient, recovery_code: string) {
      return client.post('/b2b/recovery_codes/recover', {
        ...caller(client, ADA),
        recovery_code,
        session_duration_minutes: 1440,
      });
    }

    test('accepts a recovery code once', async ({ client }) => {
      await client.signIn(ADA, 'fjord');
      const { status, json } = await recover(client, 'rc-ada-0001');
      expect([status, json.data.recovery_codes_remaining]).toEqual([200, 9]);
      client.sessionToken = null;
      await client.signIn(ADA, 'fjord');
      const again = await recover(client, 'rc-ada-0001');
      expect([again.status, again.json.error_type]).toEqual([
        401,
        'unable_to_authenticate_recovery_code',
      ]);
    });

    test('rejects the old codes after a rotation [R14.10]', async ({ client }) => {
      await client.signIn(ADA, 'fjord');
      await recover(client, 'rc-ada-0001');
      const rotated = await client.post('/b2b/recovery_codes/rotate');
      expect(rotated.json.data.recovery_codes).toHaveLength(10);
      const listed = await client.call('GET', '/b2b/recovery_codes');
      expect(listed.json.data.recovery_codes).toEqual(rotated.json.data.recovery_codes);
      client.sessionToken = null;
      await client.signIn(ADA, 'fjord');
      expect((await recover(client, 'rc-ada-0002')).status).toBe(401);
    });

    test('rejects a call without a session or without recovery codes', async ({ client }) => {
      expect((await client.call('GET', '/b2b/recovery_codes')).json.error_type).toBe(
        'user_unauthenticated',
      );
      await client.signIn(ADA, 'acme');
      expect((await client.call('GET', '/b2b/recovery_codes')).json.error_type).toBe(
        'recovery_codes_not_found',
      );
    });
  });
});
