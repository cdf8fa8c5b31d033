// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { StoredSignIn } from '#machines/auth/auth.types.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { hasStoredSignIn, readShownPerson } from '#src/storage/sign-in-keys.ts';
import { recordSignOut } from '#src/storage/sign-out.ts';
import { writeStoredSignIn } from '#src/storage/stored-sign-in.ts';
import { fillStorage } from '../stytch/support/browser.ts';

const SIGNED_OUT_AT = 'auth_signed_out_at';
const ADA = 'ada@acme.example';
const birch = { id: 'organization-1', slug: 'birch', name: 'Birch Labs' };

const full: StoredSignIn = {
  emailAddress: 'ben@birch.example',
  organizations: [
    { ...birch, membership: 'member', follows: 'verification' },
    { ...birch, id: 'organization-2', membership: 'invited', follows: 'second_factor' },
    { ...birch, id: 'organization-3', membership: 'joinable', follows: null },
  ],
  intermediateExpiresAt: 1_767_614_400_000,
  intermediateDigest: 'a1'.repeat(32),
  selectedOrganization: birch,
  stepUp: {
    organization: birch,
    allowedAuthMethods: ['email_otp', 'magic_link'],
    emailAddress: null,
  },
  secondFactor: {
    organization: birch,
    memberId: 'member-1',
    emailAddress: ADA,
    factor: 'totp',
  },
  codeSentAt: 0,
  linkSentAt: 1_767_614_400_001,
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const tabValue = () => JSON.parse(sessionStorage.getItem('sign_in') ?? 'null');

it("uses the contract's five keys and one more, and reads what it wrote [R13.1, R13.2]", () => {
  localStorage.setItem(SIGNED_OUT_AT, '1');
  writeStoredSignIn(full, ADA);
  const { organizations, intermediateExpiresAt, intermediateDigest, secondFactor } = full;
  expect({ ...sessionStorage, sign_in: tabValue() }).toEqual({
    discovery_email_address: 'ben@birch.example',
    discovered_organizations: JSON.stringify(organizations),
    has_intermediate_session: 'true',
    stytch_step_up: JSON.stringify(full.stepUp),
    selected_organization: JSON.stringify(birch),
    sign_in: {
      intermediateExpiresAt,
      intermediateDigest,
      secondFactor,
      codeSentAt: 0,
      linkSentAt: full.linkSentAt,
      shownPerson: ADA,
      signOut: '1',
    },
  });
  expect({ ...localStorage }).toEqual({ [SIGNED_OUT_AT]: '1' });
  expect(readStoredSignIn()).toEqual(full);
});

it('removes its keys when there is nothing to remember, and no other', () => {
  sessionStorage.setItem('another', 'value');
  writeStoredSignIn(full, ADA);
  writeStoredSignIn(NO_STORED_SIGN_IN, null);
  expect({ ...sessionStorage }).toEqual({ another: 'value' });
  expect([hasStoredSignIn(), readStoredSignIn()]).toEqual([false, NO_STORED_SIGN_IN]);
});

it('drops the sign-in, and not whom the tab showed, when somebody has signed out since [R22.4]', () => {
  writeStoredSignIn(full, ADA);
  recordSignOut();
  const signOut = localStorage.getItem(SIGNED_OUT_AT);
  expect(Math.abs(Number(signOut) - Date.now())).toBeLessThan(60_000);
  expect(readStoredSignIn()).toEqual(NO_STORED_SIGN_IN);
  expect(Object.keys(sessionStorage)).toEqual(['sign_in']);
  expect(readShownPerson()).toBe(ADA);
});

it.each([null, 7, 'ada\u200B@acme.example'])('knows nobody by the address %s', (shownPerson) => {
  sessionStorage.setItem('sign_in', JSON.stringify({ shownPerson }));
  expect(readShownPerson()).toBeNull();
});

it('makes stored names displayable, and an address that is not counts as missing [R1.14]', () => {
  const name = 'Bi\u202Erch';
  sessionStorage.setItem('selected_organization', JSON.stringify({ ...birch, name }));
  sessionStorage.setItem('discovery_email_address', 'ben\u200B@birch.example');
  expect(readStoredSignIn()).toMatchObject({
    selectedOrganization: { ...birch, name: 'Birch' },
    emailAddress: null,
  });
});

describe('an invalid value counts as missing, and nothing else does [R13.3, R13.4]', () => {
  const keys = {
    discovery_email_address: 'emailAddress',
    discovered_organizations: 'organizations',
    has_intermediate_session: 'intermediateDigest',
    stytch_step_up: 'stepUp',
    selected_organization: 'selectedOrganization',
  } as const;
  const texts = ['', '{', 'null', '{}', '"x"', '-1', 'false', '[{"id":"a"}]', '{"id":5}'];
  const cases = Object.entries(keys).flatMap(([key, name]) =>
    // Any text may be an address: the provider decides.
    texts.filter((text) => name !== 'emailAddress' || text === '').map((text) => [key, text, name]),
  );
  const typed: [keyof typeof keys, string, keyof StoredSignIn][] = [
    ['selected_organization', JSON.stringify({ ...birch, id: '' }), 'selectedOrganization'],
    ['selected_organization', JSON.stringify({ ...birch, slug: '' }), 'selectedOrganization'],
    ['selected_organization', JSON.stringify({ ...birch, name: 7 }), 'selectedOrganization'],
    ['discovered_organizations', JSON.stringify([{ ...birch, membership: 'x' }]), 'organizations'],
    ['discovered_organizations', JSON.stringify([{ ...birch, follows: 'x' }]), 'organizations'],
    ['stytch_step_up', JSON.stringify({ ...full.stepUp, allowedAuthMethods: ['sms'] }), 'stepUp'],
    [
      'stytch_step_up',
      JSON.stringify({ ...full.stepUp, emailAddress: 'b\u200B@b.example' }),
      'stepUp',
    ],
  ];

  it.each([...cases, ...typed])('%s: %s', (key = '', text = '', name = '') => {
    writeStoredSignIn(full, null);
    sessionStorage.setItem(key, text);
    expect(readStoredSignIn()).toEqual({ ...full, [name]: Reflect.get(NO_STORED_SIGN_IN, name) });
    expect(sessionStorage.getItem(key)).toBeNull();
  });

  it.each<[keyof StoredSignIn, unknown]>([
    ['intermediateDigest', `x${'a1'.repeat(32)}`],
    ['intermediateDigest', 'A1'.repeat(32)],
    ['intermediateExpiresAt', -1],
    ['codeSentAt', '0'],
    ['linkSentAt', null],
    ['secondFactor', { ...full.secondFactor, memberId: '' }],
    ['secondFactor', { ...full.secondFactor, factor: 'sms' }],
    ['secondFactor', { ...full.secondFactor, emailAddress: 'ben\u200B@birch.example' }],
  ])('%s of the own key: %j', (name, value) => {
    writeStoredSignIn(full, null);
    sessionStorage.setItem('sign_in', JSON.stringify({ ...tabValue(), [name]: value }));
    expect(readStoredSignIn()).toEqual({ ...full, [name]: null });
  });

  it.each(['', '{', '7', '[]'])('the own key itself: %j', (text) => {
    writeStoredSignIn(full, null);
    sessionStorage.setItem('sign_in', text);
    const { emailAddress, selectedOrganization } = readStoredSignIn();
    expect([emailAddress, selectedOrganization]).toEqual([full.emailAddress, birch]);
  });
});

it('is empty where storage is denied [R13.5]', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(readStoredSignIn()).toEqual(NO_STORED_SIGN_IN);
  expect(() => writeStoredSignIn(full, ADA)).not.toThrow();
});

it('removes an older value that could not be replaced in full storage, and leaves what is the same [R13.5]', () => {
  writeStoredSignIn(full, null);
  const empty = fillStorage();
  writeStoredSignIn({ ...full, selectedOrganization: { ...birch, id: 'organization-2' } }, null);
  empty();
  expect(readStoredSignIn()).toEqual({ ...full, selectedOrganization: null });
});

it('keeps a typed organization that is stored alone after a sign-out [R6.19]', () => {
  recordSignOut();
  const selectedOrganization = { id: 'org-moss', slug: 'moss', name: 'Moss' };
  writeStoredSignIn({ ...NO_STORED_SIGN_IN, selectedOrganization }, null);
  expect(readStoredSignIn().selectedOrganization).toEqual(selectedOrganization);
});
