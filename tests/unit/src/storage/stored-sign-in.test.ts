// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { StoredSignIn } from '#machines/auth/auth.types.ts';
import { readShownEmail, readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { hasStoredSignIn } from '#src/storage/sign-in-keys.ts';
import { recordSignOut } from '#src/storage/sign-out.ts';
import { writeStoredSignIn } from '#src/storage/stored-sign-in.ts';
import { fillStorage } from '../stytch/support/browser.ts';

const ADA = 'ada@acme.example';
const INVISIBLE = 'ben\u200B@birch.example';
const birch = { id: 'organization-1', slug: 'birch', name: 'Birch Labs' };

const full: StoredSignIn = {
  emailAddress: 'ben@birch.example',
  organizations: [
    { ...birch, membership: 'member', follows: 'verification' },
    { ...birch, id: 'organization-2', membership: 'invited', follows: 'unsupported' },
    { ...birch, id: 'organization-3', membership: 'joinable', follows: null },
  ],
  intermediate: { digest: 'a1'.repeat(32), expiresAt: 1_767_614_400_000, isWarned: true },
  selectedOrganization: birch,
  stepUp: {
    organization: birch,
    allowedAuthMethods: ['email_otp', 'magic_link'],
    connections: [{ id: 'connection-1', name: 'Birch ID' }],
    emailAddress: null,
  },
  secondFactor: { organization: birch, memberId: 'member-1', emailAddress: ADA, factor: 'totp' },
  sent: { code: { at: 0 }, link: { at: 1_767_614_400_001 } },
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const tabValue = () => JSON.parse(sessionStorage.getItem('sign_in') ?? 'null');

it("uses the contract's five keys and one more, and reads what it wrote [R13.1, R13.2]", () => {
  localStorage.setItem('auth_signed_out_at', '1');
  writeStoredSignIn(full, ADA);
  const { emailAddress, organizations, stepUp, selectedOrganization, ...others } = full;
  expect({ ...sessionStorage, sign_in: tabValue() }).toEqual({
    discovery_email_address: emailAddress,
    discovered_organizations: JSON.stringify(organizations),
    has_intermediate_session: 'true',
    stytch_step_up: JSON.stringify(stepUp),
    selected_organization: JSON.stringify(selectedOrganization),
    sign_in: { ...others, lastShownEmail: ADA, signOut: '1' },
  });
  expect(localStorage).toHaveLength(1);
  expect(readStoredSignIn()).toEqual(full);
  sessionStorage.setItem('another', 'value');
  writeStoredSignIn(NO_STORED_SIGN_IN, null);
  expect({ ...sessionStorage }).toEqual({ another: 'value' });
  expect([hasStoredSignIn(), readStoredSignIn()]).toEqual([false, NO_STORED_SIGN_IN]);
});

it('drops the sign-in, and not whom the tab showed, when somebody has signed out since [R22.4]', () => {
  writeStoredSignIn(full, ADA);
  recordSignOut();
  expect(readStoredSignIn()).toEqual(NO_STORED_SIGN_IN);
  expect(Object.keys(sessionStorage)).toEqual(['sign_in']);
  expect(readShownEmail()).toBe(ADA);
  // What is stored after the sign-out counts again (R6.19).
  writeStoredSignIn({ ...NO_STORED_SIGN_IN, selectedOrganization: birch }, null);
  expect(readStoredSignIn().selectedOrganization).toEqual(birch);
});

it('makes stored names displayable [R1.14]', () => {
  const name = 'Bi\u202Erch';
  sessionStorage.setItem('selected_organization', JSON.stringify({ ...birch, name }));
  expect(readStoredSignIn().selectedOrganization).toEqual({ ...birch, name: 'Birch' });
});

it.each<[string, string, keyof StoredSignIn]>([
  ['discovery_email_address', INVISIBLE, 'emailAddress'],
  ['has_intermediate_session', 'false', 'intermediate'],
  ['selected_organization', '{', 'selectedOrganization'],
  ['selected_organization', JSON.stringify({ ...birch, id: '' }), 'selectedOrganization'],
  ['selected_organization', JSON.stringify({ ...birch, slug: '' }), 'selectedOrganization'],
  ['selected_organization', JSON.stringify({ ...birch, name: 7 }), 'selectedOrganization'],
  ['discovered_organizations', '[{"id":"a"}]', 'organizations'],
  ['discovered_organizations', JSON.stringify([{ ...birch, membership: 'x' }]), 'organizations'],
  ['discovered_organizations', JSON.stringify([{ ...birch, follows: 'x' }]), 'organizations'],
  ['stytch_step_up', 'null', 'stepUp'],
  ['stytch_step_up', JSON.stringify({ ...full.stepUp, allowedAuthMethods: ['sms'] }), 'stepUp'],
  ['stytch_step_up', JSON.stringify({ ...full.stepUp, emailAddress: INVISIBLE }), 'stepUp'],
])('under %s, the value %s is removed and counts as missing [R13.3, R13.4]', (key, text, name) => {
  writeStoredSignIn(full, null);
  sessionStorage.setItem(key, text);
  expect(readStoredSignIn()).toEqual({ ...full, [name]: null });
  expect(sessionStorage.getItem(key)).toBeNull();
});

it.each<[keyof StoredSignIn | 'lastShownEmail', unknown]>([
  ['intermediate', { ...full.intermediate, digest: `x${'a1'.repeat(32)}` }],
  ['intermediate', { ...full.intermediate, expiresAt: -1 }],
  ['secondFactor', { ...full.secondFactor, memberId: '' }],
  ['secondFactor', { ...full.secondFactor, factor: 'none' }],
  ['secondFactor', { ...full.secondFactor, emailAddress: INVISIBLE }],
  ['lastShownEmail', INVISIBLE],
])('%s of the own key is missing with the value %j [R13.4]', (name, value) => {
  writeStoredSignIn(full, ADA);
  sessionStorage.setItem('sign_in', JSON.stringify({ ...tabValue(), [name]: value }));
  const read = { ...readStoredSignIn(), lastShownEmail: readShownEmail() };
  expect(read).toEqual({ ...full, lastShownEmail: ADA, [name]: null });
});

it.each([
  [
    { code: { at: '0' }, link: full.sent.link },
    { code: null, link: full.sent.link },
  ],
  [null, NO_STORED_SIGN_IN.sent],
])('of what was sent, %j is read as %j [R13.4]', (sent, expected) => {
  writeStoredSignIn(full, ADA);
  sessionStorage.setItem('sign_in', JSON.stringify({ ...tabValue(), sent }));
  expect(readStoredSignIn()).toEqual({ ...full, sent: expected });
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
