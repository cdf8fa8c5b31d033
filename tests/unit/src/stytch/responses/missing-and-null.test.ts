import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { endpoints, isUsableResponse } from '#src/stytch/calls/calls.ts';
import { readRow } from '#src/stytch/directory/read-member.ts';
import { readDiscovered, readOutcome } from '#src/stytch/responses/responses.ts';
import { readRawSettings } from '#src/stytch/sdk/raw-settings.ts';

type Fields = Readonly<Record<string, unknown>>;

const organization = {
  organization_id: 'o',
  organization_slug: 'acme',
  organization_name: 'Acme',
  mfa_methods: 'RESTRICTED',
  allowed_mfa_methods: ['totp'],
};
const member = {
  member_id: 'm',
  email_address: 'ada@acme.example',
  status: 'active',
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  is_breakglass: false,
  mfa_phone_number: '+1',
  totp_registration_id: 't',
  roles: [{ role_id: 'admin', sources: [{ type: 'direct_assignment' }] }],
};
const common = {
  request_id: 'r',
  organization,
  member,
  email_address: 'ada@acme.example',
  intermediate_session_token: 'i',
  discovered_organizations: [
    {
      organization,
      membership: { type: 'active_member', member },
      primary_required: { allowed_auth_methods: ['email_otp'] },
      mfa_required: { member_options: { mfa_phone_number: '+1' } },
    },
  ],
  secret: 's',
  qr_code: 'data:image/png;base64,x',
  recovery_codes: ['c'],
  members: [member],
  results_metadata: { total: 1, next_cursor: 'n' },
};

/** Responses with every field that the product reads. */
const RESPONSES: readonly Fields[] = [
  {
    ...common,
    session_token: 'st',
    session_jwt: 'sj',
    member_authenticated: true,
    member_session: {
      member_session_id: 's',
      expires_at: '2026-01-06T12:00:00Z',
      roles: ['admin'],
      authentication_factors: [{ type: 'oauth' }],
    },
  },
  {
    ...common,
    member_authenticated: false,
    member_session: null,
    primary_required: { allowed_auth_methods: ['email_otp'] },
  },
  {
    ...common,
    member_authenticated: false,
    member_session: null,
    mfa_required: { member_options: { mfa_phone_number: '+1' } },
  },
];

const SETTINGS = {
  captcha_settings: { enabled: true },
  dfp_protected_auth_enabled: true,
  password_config: {},
  slug_pattern: 'x',
  vertical: 'B2B',
  cname_domain: 'x',
  pkce_required_for_oauth: true,
  pkce_required_for_email_magic_links: true,
  create_organization_enabled: false,
  rbac_policy: { roles: [], resources: [] },
};

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The value once for each of its fields, at any depth: without the field, and with `null` in its place. */
function* changesOf(
  value: unknown,
): Generator<readonly [name: string, missing: unknown, nothing: unknown]> {
  if (!isObject(value)) return;
  const copy = (name: string, part: unknown) =>
    Array.isArray(value)
      ? value.map((each, index) => (`${index}` === name ? part : each))
      : { ...value, [name]: part };
  for (const [name, part] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    if (!Array.isArray(value)) yield [name, rest, copy(name, null)];
    for (const [inner, missing, nothing] of changesOf(part))
      yield [`${name}.${inner}`, copy(name, missing), copy(name, nothing)];
  }
}

/** The fields of a value that are read otherwise when they are `null` than when they are missing. */
const toldApart = (value: unknown, read: (changed: unknown) => unknown): string[] =>
  [...changesOf(value)]
    .filter(([, missing, nothing]) => !isDeepStrictEqual(read(missing), read(nothing)))
    .map(([name]) => name);

describe('a field that is null is read as one that is missing [R14.18]', () => {
  it.each(Object.entries(endpoints))('in a response to %s', (_, { path }) => {
    const usable = RESPONSES.filter((response) => isUsableResponse(path, response));
    expect(usable).not.toEqual([]);
    for (const response of usable)
      expect(toldApart(response, (changed) => isUsableResponse(path, changed))).toEqual([]);
  });

  it.each([
    ['an outcome', (response: unknown) => readOutcome(response, 0)],
    ['a list of organizations', (response: unknown) => readDiscovered(response, 0)],
  ])('in %s', (_, read) => {
    for (const response of RESPONSES) expect(toldApart(response, read)).toEqual([]);
  });

  it('in a member of the directory, and in the settings of the project', () => {
    expect(toldApart(member, readRow)).toEqual([]);
    expect(toldApart(SETTINGS, readRawSettings)).toEqual([]);
  });
});
