// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_STORED_SIGN_IN } from '#machines/auth/auth.context.ts';
import type { StoredSignIn } from '#machines/auth/auth.types.ts';
import { readStoredSignIn } from '#src/storage/read-stored-sign-in.ts';
import { hasStoredSignIn, isSignInOutdated, recordSignOut } from '#src/storage/sign-in-keys.ts';
import { writeStoredSignIn } from '#src/storage/stored-sign-in.ts';

const birch = { id: 'organization-1', slug: 'birch', name: 'Birch Labs' };

const full: StoredSignIn = {
  emailAddress: 'ben@birch.example',
  organizations: [{ ...birch, membership: 'member', follows: 'verification' }],
  hasIntermediateSession: true,
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
    emailAddress: 'ada@acme.example',
    factor: 'totp',
  },
  codeSentAt: 1_767_614_400_000,
  linkSentAt: 1_767_614_400_001,
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe('the stored sign-in', () => {
  it('reads what was written', () => {
    writeStoredSignIn(full);
    expect(readStoredSignIn()).toEqual(full);
  });

  it('uses exactly the documented keys [R13.1, R13.2]', () => {
    writeStoredSignIn(full);
    expect({ ...sessionStorage }).toEqual({
      discovery_email_address: 'ben@birch.example',
      discovered_organizations: JSON.stringify(full.organizations),
      has_intermediate_session: 'true',
      stytch_step_up: JSON.stringify(full.stepUp),
      selected_organization: JSON.stringify(birch),
      intermediate_session_expires_at: '1767614400000',
      intermediate_session_digest: 'a1'.repeat(32),
      second_factor: JSON.stringify(full.secondFactor),
      code_sent_at: '1767614400000',
      link_sent_at: '1767614400001',
    });
    expect(localStorage).toHaveLength(0);
  });

  it('knows no sign-out when nothing is stored [R22.12]', () => {
    localStorage.setItem('auth_signed_out_at', '1');
    writeStoredSignIn(full);
    expect(sessionStorage.getItem('signed_out_at')).toBe('1');
    writeStoredSignIn(NO_STORED_SIGN_IN);
    expect({ ...sessionStorage }).toEqual({});
    expect([hasStoredSignIn(), isSignInOutdated()]).toEqual([false, false]);
    recordSignOut();
    expect(Math.abs(Number(localStorage.getItem('auth_signed_out_at')) - Date.now())).toBeLessThan(
      60_000,
    );
    expect(isSignInOutdated()).toBe(false);
    sessionStorage.setItem('selected_organization', 'invalid');
    expect([hasStoredSignIn(), isSignInOutdated()]).toEqual([true, true]);
  });

  it('keeps every kind of membership and factor, and the values that may be missing', () => {
    const kinds: StoredSignIn = {
      ...full,
      organizations: [
        { ...birch, membership: 'invited', follows: 'second_factor' },
        { ...birch, membership: 'joinable', follows: null },
      ],
      stepUp: { organization: birch, allowedAuthMethods: [], emailAddress: 'ben@birch.example' },
      secondFactor: {
        organization: birch,
        memberId: 'member-1',
        emailAddress: null,
        factor: 'enrolment',
      },
      codeSentAt: 0,
    };
    writeStoredSignIn(kinds);
    expect(readStoredSignIn()).toEqual(kinds);
    sessionStorage.setItem(
      'second_factor',
      JSON.stringify({ ...full.secondFactor, factor: 'unsupported' }),
    );
    expect(readStoredSignIn().secondFactor).toEqual({
      ...full.secondFactor,
      factor: 'unsupported',
    });
  });

  it.each([
    ['selected_organization', { ...birch, id: '' }],
    ['selected_organization', { ...birch, slug: '' }],
    ['selected_organization', { ...birch, name: 7 }],
    ['discovered_organizations', [{ ...birch, membership: 'owner', follows: null }]],
    ['discovered_organizations', [{ ...birch, membership: 'member', follows: 'x' }]],
    ['stytch_step_up', { ...full.stepUp, allowedAuthMethods: ['sms'] }],
    ['stytch_step_up', { ...full.stepUp, emailAddress: 'ben\u200B@birch.example' }],
    ['second_factor', { ...full.secondFactor, memberId: '' }],
    ['second_factor', { ...full.secondFactor, factor: 'sms' }],
    ['second_factor', { ...full.secondFactor, emailAddress: 'ben\u200B@birch.example' }],
  ])('removes a value of %s with one invalid part [R13.4]', (key, value) => {
    sessionStorage.setItem(key, JSON.stringify(value));
    expect(readStoredSignIn()).toEqual(NO_STORED_SIGN_IN);
    expect(sessionStorage.getItem(key)).toBeNull();
  });

  it.each([
    ['intermediate_session_digest', `x${'a1'.repeat(32)}`],
    ['intermediate_session_digest', `${'a1'.repeat(32)}x`],
    ['intermediate_session_digest', 'A1'.repeat(32)],
    ['code_sent_at', '1e999'],
  ])('removes %s under the text %s [R13.4]', (key, text) => {
    sessionStorage.setItem(key, text);
    expect(readStoredSignIn()).toEqual(NO_STORED_SIGN_IN);
    expect(sessionStorage.getItem(key)).toBeNull();
  });

  it('removes its keys when there is nothing to remember', () => {
    writeStoredSignIn(full);
    writeStoredSignIn(NO_STORED_SIGN_IN);
    expect({ ...sessionStorage }).toEqual({});
    expect(readStoredSignIn()).toEqual(NO_STORED_SIGN_IN);
  });

  it('makes stored names displayable, and an address that is not counts as missing [R1.14]', () => {
    sessionStorage.setItem(
      'selected_organization',
      JSON.stringify({ ...birch, name: 'Bi\u202Erch' }),
    );
    sessionStorage.setItem('discovery_email_address', 'ben\u200B@birch.example');
    expect(readStoredSignIn()).toMatchObject({
      selectedOrganization: { ...birch, name: 'Birch' },
      emailAddress: null,
    });
  });

  it('does not touch other keys', () => {
    sessionStorage.setItem('another', 'value');
    writeStoredSignIn(NO_STORED_SIGN_IN);
    expect({ ...sessionStorage }).toEqual({ another: 'value' });
  });

  it('writes only what has changed', () => {
    writeStoredSignIn(full);
    const written: string[] = [];
    const { sessionStorage: real } = window;
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => real.getItem(key),
      removeItem: (key: string) => real.removeItem(key),
      setItem(key: string, value: string) {
        written.push(key);
        real.setItem(key, value);
      },
    });
    writeStoredSignIn(full);
    expect(written).toEqual([]);
    writeStoredSignIn({ ...full, codeSentAt: 5 });
    expect(written).toEqual(['code_sent_at']);
  });

  const keys = {
    discovery_email_address: 'emailAddress',
    discovered_organizations: 'organizations',
    has_intermediate_session: 'hasIntermediateSession',
    stytch_step_up: 'stepUp',
    selected_organization: 'selectedOrganization',
    intermediate_session_expires_at: 'intermediateExpiresAt',
    intermediate_session_digest: 'intermediateDigest',
    second_factor: 'secondFactor',
    code_sent_at: 'codeSentAt',
    link_sent_at: 'linkSentAt',
  } as const;
  const invalid = ['', '{', 'null', '[]', '{}', '"x"', '-1', 'false', '[{"id":"a"}]', '{"id":5}'];
  const cases = Object.entries(keys).flatMap(([key, name]) =>
    invalid
      // Any text may be an address: the provider decides.
      .filter((text) => key !== 'discovery_email_address' || text === '')
      .map((text) => ({ key, name, text })),
  );

  it.each(cases)(
    'removes $text under $key, and nothing else [R13.3, R13.4]',
    ({ key, name, text }) => {
      writeStoredSignIn(full);
      sessionStorage.setItem(key, text);
      expect(readStoredSignIn()).toEqual({ ...full, [name]: NO_STORED_SIGN_IN[name] });
      expect(sessionStorage.getItem(key)).toBeNull();
    },
  );

  it('is empty where storage is denied [R13.5]', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(readStoredSignIn()).toEqual(NO_STORED_SIGN_IN);
    expect(() => writeStoredSignIn(full)).not.toThrow();
  });

  it('removes an older value that could not be replaced in full storage [R13.5]', () => {
    writeStoredSignIn(full);
    const { sessionStorage: real } = window;
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => real.getItem(key),
      removeItem: (key: string) => real.removeItem(key),
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    writeStoredSignIn({ ...full, selectedOrganization: { ...birch, id: 'organization-2' } });
    vi.unstubAllGlobals();
    expect(readStoredSignIn().selectedOrganization).toBeNull();
  });
});
