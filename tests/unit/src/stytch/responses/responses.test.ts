import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUsableResponse } from '#src/stytch/calls/calls.ts';
import { readDiscovered, readOutcome } from '#src/stytch/responses/responses.ts';
import { readSession } from '#src/stytch/sdk/read-session.ts';

const organization = {
  organization_id: 'organization-1',
  organization_slug: 'acme',
  organization_name: 'Acme',
};
const member = { member_id: 'member-1', email_address: 'ada@acme.example', name: 'Ada' };
const session = {
  member_session_id: 'session-1',
  expires_at: '2026-01-06T12:00:00Z',
  roles: ['stytch_member'],
  authentication_factors: [{ type: 'oauth' }],
};
const tokens = { session_token: 'st', session_jwt: 'sj' };
const acme = { id: 'organization-1', slug: 'acme', name: 'Acme' };

describe('readSession', () => {
  it('reads a session without its tokens [R11.1, R13.9]', () => {
    const read = readSession({ session, member, organization, ...tokens });
    expect(read).toEqual({
      sessionId: 'session-1',
      memberId: 'member-1',
      memberName: 'Ada',
      emailAddress: 'ada@acme.example',
      organization: acme,
      roles: ['stytch_member'],
      expiresAt: Date.UTC(2026, 0, 6, 12),
      impersonated: false,
    });
  });

  it('reads a name in two parts, and a missing name [R11.1]', () => {
    const name = { first_name: 'Ada', last_name: 'Lovelace' };
    expect(readSession({ session, organization, member: { ...member, name } })?.memberName).toBe(
      'Ada Lovelace',
    );
    const unnamed = { ...member, name: null, email_address: null };
    expect(readSession({ session, organization, member: unnamed })).toMatchObject({
      memberName: '',
      emailAddress: null,
    });
  });

  it('makes the names displayable [R1.14]', () => {
    const read = readSession({
      session,
      member: { ...member, name: 'Ada\u202E\nLovelace', email_address: 'ada\u200B@acme.example' },
      organization: { ...organization, organization_name: `Acme\u202E${'x'.repeat(500)}` },
    });
    expect(read).toMatchObject({ memberName: 'Ada Lovelace', emailAddress: null });
    expect(read?.organization.name).toBe(`Acme${'x'.repeat(123)}…`);
  });

  it('marks a session with an impersonation factor', () => {
    const impersonated = { ...session, authentication_factors: [{ type: 'impersonated' }] };
    expect(readSession({ session: impersonated, member, organization })?.impersonated).toBe(true);
  });

  it.each([
    ['no session', { member, organization }],
    ['no member', { session, organization }],
    ['no organization', { session, member }],
    ['no end', { session: { ...session, expires_at: 'soon' }, member, organization }],
    ['nothing', null],
    ['a text', 'session'],
  ])('returns null with %s', (_, state) => expect(readSession(state)).toBeNull());
});

/** The list in a response; `null` when it has none. */
function readDiscovery(response: unknown) {
  const read = readDiscovered(response, 7);
  return read.kind === 'discovered' ? read.discovery : null;
}

describe('names in a list of organizations [R1.14]', () => {
  const listed = (change: object, email_address = 'ada@acme.example') =>
    readDiscovery({
      email_address,
      discovered_organizations: [{ organization: { ...organization, ...change } }],
    });

  it('imitate no other name, and are bounded', () => {
    const [read] = listed({ organization_name: 'Ac\u200Bme\u202E' })?.organizations ?? [];
    expect(read?.name).toBe('Acme');
    const [long] = listed({ organization_name: 'x'.repeat(500) })?.organizations ?? [];
    expect(long?.name).toHaveLength(128);
  });

  it('are the slug when nothing of them can be shown', () => {
    const [read] = listed({ organization_name: '\u202E\u200B' })?.organizations ?? [];
    expect(read?.name).toBe('acme');
  });

  it('do not list an organization whose slug could be taken for another', () => {
    expect(listed({ organization_slug: 'ac\u200Bme' })?.organizations).toEqual([]);
  });

  it('leave an address unknown that cannot be shown as it is', () => {
    expect(listed({}, 'ada@acme.example\u202Emoc.live@')?.emailAddress).toBeNull();
  });
});

describe('readOutcome', () => {
  const unfinished = { member_authenticated: false, member_session: null, organization, member };

  it('reads a session', () => {
    const result = { member_authenticated: true, member_session: session, member, organization };
    expect(readOutcome({ ...result, ...tokens }, 7)).toMatchObject({
      kind: 'authenticated',
      at: 7,
      session: { sessionId: 'session-1' },
    });
  });

  it('requires e-mail verification, by the methods that the product supports [R7.5]', () => {
    const primary = { allowed_auth_methods: ['sso', 'magic_link', 'email_otp', 'password'] };
    expect(
      readOutcome({ ...unfinished, primary_required: primary, mfa_required: null }, 7),
    ).toEqual({
      kind: 'primary_required',
      at: 7,
      intermediateDigest: null,
      stepUp: {
        organization: acme,
        allowedAuthMethods: ['email_otp', 'magic_link'],
        emailAddress: 'ada@acme.example',
      },
    });
  });

  it('requires e-mail verification first when both steps are required', () => {
    const both = { primary_required: { allowed_auth_methods: [] }, mfa_required: {} };
    expect(readOutcome({ ...unfinished, ...both }, 7).kind).toBe('primary_required');
  });

  const restricted = { mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] };
  const phone = { mfa_phone_number: '+15005550006' };
  const app = { totp_registration_id: 'totp-1' };
  it.each([
    ['the app of a member who has one', 'totp', {}, app, null],
    ['the app although there is a phone too', 'totp', {}, { ...app, ...phone }, phone],
    ['an enrolment of a member who has nothing', 'enrolment', {}, {}, null],
    ['nothing we offer where only SMS is allowed', 'unsupported', restricted, app, null],
    ['nothing we offer to a member who has a phone', 'unsupported', {}, phone, null],
    ['nothing we offer when the answer knows a phone', 'unsupported', {}, {}, phone],
    [
      'the app of a break-glass member in any case',
      'totp',
      restricted,
      { ...app, is_breakglass: true },
      null,
    ],
    [
      'the app where it is allowed',
      'totp',
      { ...restricted, allowed_mfa_methods: ['totp'] },
      app,
      null,
    ],
  ])('requires %s', (_, factor, ofOrganization, ofMember, options) => {
    const result = {
      ...unfinished,
      organization: { ...organization, ...ofOrganization },
      member: { ...member, ...ofMember },
      primary_required: null,
      mfa_required: { member_options: options, secondary_auth_initiated: null },
    };
    expect(readOutcome(result, 7)).toMatchObject({
      kind: 'mfa_required',
      secondFactor: { organization: acme, memberId: 'member-1', factor },
    });
  });

  it.each([
    ['asks for nothing', { ...unfinished, primary_required: null, mfa_required: null }],
    ['asks without an organization', { ...unfinished, organization: null, mfa_required: {} }],
    [
      'asks for an e-mail verification without an organization',
      { ...unfinished, organization: null, primary_required: { allowed_auth_methods: [] } },
    ],
    ['is half a session', { member_authenticated: true, member_session: session }],
    ['is nothing', undefined],
  ])('is incomplete when the response %s', (_, result) => {
    expect(readOutcome(result, 7)).toEqual({ kind: 'incomplete' });
  });
});

describe('readDiscovery', () => {
  const row = (id: string, more: object = {}) => ({
    organization: { organization_id: id, organization_slug: `slug-${id}`, organization_name: id },
    membership: { type: 'active_member' },
    primary_required: null,
    mfa_required: null,
    ...more,
  });

  it('reads valid rows once, with the step that follows [R6.7]', () => {
    const result = {
      email_address: 'ada@acme.example',
      discovered_organizations: [
        row('a'),
        row('b', { membership: { type: 'pending_member' } }),
        row('c', { membership: { type: 'invited_member' }, mfa_required: {} }),
        row('d', {
          membership: { type: 'eligible_to_join_by_email_domain' },
          primary_required: {},
        }),
        row('e', { membership: { type: 'of_another_kind' } }),
        row('f', { membership: null }),
        row('a'),
        row(''),
        null,
        'invalid',
        { organization: { organization_id: 'g' } },
        row('h', { membership: { type: 7 } }),
      ],
    };
    expect(readDiscovery(result)).toEqual({
      emailAddress: 'ada@acme.example',
      organizations: [
        { id: 'a', slug: 'slug-a', name: 'a', membership: 'member', follows: null },
        { id: 'b', slug: 'slug-b', name: 'b', membership: 'invited', follows: null },
        { id: 'c', slug: 'slug-c', name: 'c', membership: 'invited', follows: 'second_factor' },
        { id: 'd', slug: 'slug-d', name: 'd', membership: 'joinable', follows: 'verification' },
        { id: 'e', slug: 'slug-e', name: 'e', membership: 'joinable', follows: null },
        { id: 'f', slug: 'slug-f', name: 'f', membership: 'joinable', follows: null },
      ],
    });
  });

  it.each([
    [
      'a code',
      { primary_required: { allowed_auth_methods: ['sso', 'email_otp'] } },
      'verification',
    ],
    [
      'single sign-on, or the Google that was not enough',
      { primary_required: { allowed_auth_methods: ['google_oauth', 'sso'] } },
      'unsupported',
    ],
    ['single sign-on only', { primary_required: { allowed_auth_methods: ['sso'] } }, 'unsupported'],
    ['a requirement that cannot be read', { primary_required: 'yes' }, 'verification'],
    ['a second factor', { mfa_required: { member_options: null } }, 'second_factor'],
    ['a factor that cannot be read', { mfa_required: 'yes' }, 'second_factor'],
    [
      'a text message to a known phone',
      {
        membership: { member: { member_id: 'm' } },
        mfa_required: { member_options: { mfa_phone_number: '+12025550162' } },
      },
      'unsupported',
    ],
    [
      'an app, beside a known phone',
      {
        membership: { member: { member_id: 'm', totp_registration_id: 'totp' } },
        mfa_required: { member_options: { mfa_phone_number: '+12025550162' } },
      },
      'second_factor',
    ],
    [
      'text messages only',
      {
        organization: {
          organization_id: 'a',
          organization_slug: 'slug-a',
          organization_name: 'a',
          mfa_methods: 'RESTRICTED',
          allowed_mfa_methods: ['sms_otp'],
        },
        membership: { member: { member_id: 'm' } },
        mfa_required: { member_options: null },
      },
      'unsupported',
    ],
  ])(
    'says what follows for an organization that asks for %s [R6.19, R11.13]',
    (_, more, follows) => {
      const result = { email_address: '', discovered_organizations: [row('a', more)] };
      expect(readDiscovery(result)?.organizations).toMatchObject([{ follows }]);
    },
  );

  it('uses the slug of an organization without a name', () => {
    const nameless = row('a', {
      organization: { organization_id: 'a', organization_slug: 'acme', organization_name: '  ' },
    });
    const result = { email_address: '', discovered_organizations: [nameless] };
    expect(readDiscovery(result)).toMatchObject({
      emailAddress: null,
      organizations: [{ name: 'acme' }],
    });
  });

  it('returns null without a list', () => {
    expect(readDiscovery({ discovered_organizations: 'all' })).toBeNull();
  });
});

describe('isUsableResponse [R14.3]', () => {
  const oauth = '/b2b/oauth/discovery/authenticate';
  const list = { email_address: member.email_address, discovered_organizations: [] };

  it('needs a new intermediate session beside a new list: the SDK would delete the current one', () => {
    expect(isUsableResponse(oauth, { ...list, intermediate_session_token: 'token' })).toBe(true);
    expect(isUsableResponse(oauth, list)).toBe(false);
    expect(isUsableResponse(oauth, { intermediate_session_token: 'token' })).toBe(false);
    expect(isUsableResponse('/b2b/discovery/organizations', list)).toBe(true);
  });

  it.each([{}, { member_options: null }, { member_options: {} }])(
    'reads the phone of a second factor if there is one (%o)',
    (mfa_required) => {
      const response = { member_authenticated: false, organization, member, mfa_required };
      expect(isUsableResponse('/b2b/discovery/intermediate_sessions/exchange', response)).toBe(
        true,
      );
    },
  );

  it.each([{ member_options: 7 }, { member_options: { mfa_phone_number: 7 } }])(
    'refuses a second factor of another shape (%o)',
    (mfa_required) => {
      const response = { member_authenticated: false, organization, member, mfa_required };
      expect(isUsableResponse('/b2b/discovery/intermediate_sessions/exchange', response)).toBe(
        false,
      );
    },
  );

  it.each([
    ['data:image/png;base64,AA==', true],
    ['javascript:alert(1)', false],
    ['javascript:alert(1)//data:image/png;base64,', false],
    ['https://evil.example/x.png', false],
    ['data:text/html,<script>', false],
  ])('takes %s for a QR code: %s', (qr_code, isImage) => {
    const enrolment = { secret: 'JBSW', qr_code, recovery_codes: ['a', 'b'] };
    expect(isUsableResponse('/b2b/totp', enrolment)).toBe(isImage);
  });

  it('needs an acknowledgement of a mail', () => {
    expect(isUsableResponse('/b2b/otps/email/discovery/send', { request_id: 'r' })).toBe(true);
    expect(isUsableResponse('/b2b/otps/email/discovery/send', {})).toBe(false);
  });
});

it('no reader throws, for any response', () => {
  fc.assert(
    fc.property(fc.anything(), (result) => {
      readSession(result);
      readDiscovery(result);
      return typeof readOutcome(result, 0).kind === 'string';
    }),
  );
});
