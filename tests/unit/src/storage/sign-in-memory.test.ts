// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_MEMORY } from '#machines/auth/auth.context.ts';
import type { SignInMemory } from '#machines/auth/auth.types.ts';
import { readMemory, writeMemory } from '#src/storage/sign-in-memory.ts';

const birch = { id: 'organization-1', slug: 'birch', name: 'Birch Labs' };

const full: SignInMemory = {
  emailAddress: 'ben@birch.example',
  organizations: [{ ...birch, membership: 'member', follows: 'verification' }],
  hasIntermediateSession: true,
  intermediateExpiresAt: 1_767_614_400_000,
  selectedOrganization: birch,
  stepUp: {
    organization: birch,
    allowedAuthMethods: ['email_otp', 'magic_link'],
    emailAddress: null,
  },
  secondFactor: { organization: birch, memberId: 'member-1', factor: 'totp' },
  codeSentAt: 1_767_614_400_000,
  linkSentAt: 1_767_614_400_001,
};

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the sign-in memory', () => {
  it('reads what was written', () => {
    writeMemory(full);
    expect(readMemory()).toEqual(full);
  });

  it('uses exactly the documented keys [R13.1, R13.2]', () => {
    writeMemory(full);
    expect({ ...sessionStorage }).toEqual({
      discovery_email_address: 'ben@birch.example',
      discovered_organizations: JSON.stringify(full.organizations),
      has_intermediate_session: 'true',
      stytch_step_up: JSON.stringify(full.stepUp),
      selected_organization: JSON.stringify(birch),
      intermediate_session_expires_at: '1767614400000',
      second_factor: JSON.stringify(full.secondFactor),
      code_sent_at: '1767614400000',
      link_sent_at: '1767614400001',
    });
    expect(localStorage).toHaveLength(0);
  });

  it('removes its keys when there is nothing to remember', () => {
    writeMemory(full);
    writeMemory(EMPTY_MEMORY);
    expect({ ...sessionStorage }).toEqual({});
    expect(readMemory()).toEqual(EMPTY_MEMORY);
  });

  it('does not touch other keys', () => {
    sessionStorage.setItem('another', 'value');
    writeMemory(EMPTY_MEMORY);
    expect({ ...sessionStorage }).toEqual({ another: 'value' });
  });

  it('writes only what has changed', () => {
    writeMemory(full);
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
    writeMemory(full);
    expect(written).toEqual([]);
    writeMemory({ ...full, codeSentAt: 5 });
    expect(written).toEqual(['code_sent_at']);
  });

  const keys = {
    discovery_email_address: 'emailAddress',
    discovered_organizations: 'organizations',
    has_intermediate_session: 'hasIntermediateSession',
    stytch_step_up: 'stepUp',
    selected_organization: 'selectedOrganization',
    intermediate_session_expires_at: 'intermediateExpiresAt',
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
      writeMemory(full);
      sessionStorage.setItem(key, text);
      expect(readMemory()).toEqual({ ...full, [name]: EMPTY_MEMORY[name] });
      expect(sessionStorage.getItem(key)).toBeNull();
    },
  );

  it('is empty where storage is denied [R13.5]', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(readMemory()).toEqual(EMPTY_MEMORY);
    expect(() => writeMemory(full)).not.toThrow();
  });

  it('removes an older value that could not be replaced in full storage [R13.5]', () => {
    writeMemory(full);
    const { sessionStorage: real } = window;
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => real.getItem(key),
      removeItem: (key: string) => real.removeItem(key),
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    writeMemory({ ...full, selectedOrganization: { ...birch, id: 'organization-2' } });
    vi.unstubAllGlobals();
    expect(readMemory().selectedOrganization).toBeNull();
  });
});
