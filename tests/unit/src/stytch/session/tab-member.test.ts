// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DORAS_SESSION, OTHER_SESSION, SESSION } from '#machines/auth-cases/fixtures.ts';
import { expireCookie, SESSION_COOKIE, writeCookie } from '#src/stytch/session/cookies.ts';
import { digestOf } from '#src/stytch/session/digest.ts';

const stored = () => sessionStorage.getItem('tab_member');
const DIGEST = /^[\da-f-]{36} [\da-f]{64} /;

/** Loads the module as a new page of the tab does. */
async function load() {
  vi.resetModules();
  return import('#src/stytch/session/tab-member.ts');
}

/** Stores the member of a session in a new page, and waits for the digest. */
async function store(session = SESSION) {
  const page = await load();
  page.storeTabMember(session);
  await vi.waitFor(() => expect(stored()).toMatch(DIGEST));
  return page;
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

afterEach(() => {
  vi.doUnmock('#src/stytch/session/tab-member-digest.ts');
});

it('knows the member of a tab again, in any organization [R22.15]', async () => {
  await store();
  const { readPreviousMember } = await load();
  expect(await readPreviousMember(SESSION)).toBeNull();
  expect(
    await readPreviousMember({ ...OTHER_SESSION, emailAddress: SESSION.emailAddress }),
  ).toBeNull();
  const capitals = SESSION.emailAddress?.toUpperCase() ?? '';
  expect(await readPreviousMember({ ...SESSION, emailAddress: capitals })).toBeNull();
});

it('tells another member from the one of the tab [R22.15]', async () => {
  await store();
  const { readPreviousMember } = await load();
  const digest = expect.stringMatching(/^[\da-f]{64}$/);
  expect(await readPreviousMember(DORAS_SESSION)).toEqual({ digest, isGone: true });
  expect(await readPreviousMember(null)).toEqual({ digest, isGone: false });
});

it('knows a member without an address only in the same session [R22.9, R22.15]', async () => {
  const unknown = { ...SESSION, emailAddress: null };
  await store(unknown);
  const { readPreviousMember } = await load();
  expect(await readPreviousMember(unknown)).toBeNull();
  expect(await readPreviousMember({ ...unknown, sessionId: 'another' })).not.toBeNull();
});

it.each([true, false])(
  'does not take a member for the person who impersonates them [R12.1, R22.15]',
  async (impersonated) => {
    const shown = { ...SESSION, impersonated };
    await store(shown);
    const { readPreviousMember } = await load();
    expect(await readPreviousMember(shown)).toBeNull();
    const next = { ...SESSION, sessionId: 'another', impersonated: !impersonated };
    expect(await readPreviousMember(next)).not.toBeNull();
  },
);

it('loads no code for a tab that has shown no member', async () => {
  vi.doMock('#src/stytch/session/tab-member-digest.ts', () => {
    throw new Error('The file is missing.');
  });
  const { readPreviousMember } = await load();
  expect(await readPreviousMember(SESSION)).toBeNull();
});

it('stores no address, and another text in every tab [R13.2]', async () => {
  await store();
  const first = stored();
  expect(first).not.toContain('@');
  sessionStorage.clear();
  await store();
  expect(stored()).not.toBe(first);
});

it('knows only the session until its code has been loaded, and tries again [R22.15]', async () => {
  vi.doMock('#src/stytch/session/tab-member-digest.ts', () => {
    throw new Error('The file is missing.');
  });
  const { storeTabMember } = await load();
  storeTabMember(SESSION);
  expect(stored()).toBe(`${SESSION.sessionId} - `);
  await vi.dynamicImportSettled();
  vi.doUnmock('#src/stytch/session/tab-member-digest.ts');
  const { readPreviousMember } = await load();
  const digest = expect.stringMatching(/^[\da-f]{64}$/);
  expect(await readPreviousMember(SESSION)).toBeNull();
  expect(await readPreviousMember(DORAS_SESSION)).toEqual({ digest, isGone: true });
  expect(await readPreviousMember(null)).toEqual({ digest, isGone: false });
  storeTabMember(SESSION);
  await vi.waitFor(() => expect(stored()).toMatch(DIGEST));
});

describe('the last member of this browser [R4.11]', () => {
  const last = () => localStorage.getItem('auth_last_member');
  let digestOfToken = '';
  beforeAll(async () => {
    digestOfToken = await digestOf('token');
  });

  /** Signs in as the browser knows it: the cookie, and the record of the confirmed session. */
  function hold({ sessionId } = SESSION): void {
    writeCookie(SESSION_COOKIE, 'token', Date.now() + 60_000);
    localStorage.setItem('auth_confirmed_session', sessionId);
    localStorage.setItem('auth_confirmed_token', digestOfToken);
  }

  const loseCookie = () => expireCookie(SESSION_COOKIE);
  afterEach(loseCookie);

  it('is the member of the session that this browser holds', async () => {
    hold();
    await store();
    const [salt, digest] = stored()?.split(' ') ?? [];
    expect(last()).toBe(`${salt} ${digest}`);
  });

  it.each<[string, () => void]>([
    ['has ended', () => localStorage.removeItem('auth_confirmed_session')],
    ['was replaced', () => hold(DORAS_SESSION)],
    ['has lost its cookie', loseCookie],
    [
      'has lost its cookie to one that local storage does not know yet',
      () => writeCookie(SESSION_COOKIE, 'of-the-next-person', Date.now() + 60_000),
    ],
  ])('does not come back by a page whose session %s', async (_, change) => {
    hold();
    change();
    await store();
    expect(last()).toBeNull();
  });

  it('does not come back when the cookie changes while the digest is computed', async () => {
    hold();
    await load();
    const { replaceMark } = await import('#src/stytch/session/tab-member-digest.ts');
    const mark = `${SESSION.sessionId} - `;
    sessionStorage.setItem('tab_member', mark);
    const replaced = replaceMark(mark, SESSION);
    writeCookie(SESSION_COOKIE, 'of-the-next-person', Date.now() + 60_000);
    await replaced;
    expect(last()).toBeNull();
  });

  it.each([null, 'of-another-page - '])(
    'does not come back when another page of the tab stores %s while the digest is computed [R22.15]',
    async (text) => {
      hold();
      await load();
      const { replaceMark } = await import('#src/stytch/session/tab-member-digest.ts');
      const mark = `${SESSION.sessionId} - `;
      sessionStorage.setItem('tab_member', mark);
      const replaced = replaceMark(mark, SESSION);
      if (text === null) sessionStorage.clear();
      else sessionStorage.setItem('tab_member', text);
      await replaced;
      expect(stored()).toBe(text);
      expect(last()).toBeNull();
    },
  );

  it('is nobody until the code of the digest has been loaded for a new session', async () => {
    localStorage.setItem('auth_last_member', 'of another member');
    vi.doMock('#src/stytch/session/tab-member-digest.ts', () => {
      throw new Error('The file is missing.');
    });
    hold();
    const { storeTabMember } = await load();
    storeTabMember(SESSION);
    await vi.dynamicImportSettled();
    expect(last()).toBeNull();
  });
});

it('stores the member once [R22.15]', async () => {
  const { storeTabMember } = await store();
  const first = stored();
  await vi.dynamicImportSettled();
  storeTabMember(SESSION);
  await vi.dynamicImportSettled();
  expect(stored()).toBe(first);
});

it.each([null, 'of-another-page - '])(
  'stores the member again after another page of the tab has stored %s [R22.15]',
  async (text) => {
    const { storeTabMember } = await store();
    await vi.dynamicImportSettled();
    if (text === null) sessionStorage.clear();
    else sessionStorage.setItem('tab_member', text);
    storeTabMember(SESSION);
    await vi.waitFor(() => expect(stored()).toMatch(DIGEST));
    const { readPreviousMember } = await load();
    expect(await readPreviousMember(SESSION)).toBeNull();
  },
);

it('forgets the member with the session, also while the digest is computed [R22.15]', async () => {
  const { storeTabMember } = await store();
  storeTabMember(null);
  expect(stored()).toBeNull();
  storeTabMember(SESSION);
  storeTabMember(null);
  await vi.dynamicImportSettled();
  expect(stored()).toBeNull();
});

it('forgets the member of a tab that starts without a session [R22.15]', async () => {
  await store();
  (await load()).storeTabMember(null);
  expect(stored()).toBeNull();
});

it('knows that somebody has signed out since [R3.7]', async () => {
  localStorage.setItem('auth_signed_out_at', '1');
  await store();
  const { readPreviousMember } = await load();
  expect(await readPreviousMember(null)).toMatchObject({ isGone: false });
  localStorage.removeItem('auth_signed_out_at');
  expect(await readPreviousMember(null)).toMatchObject({ isGone: false });
  localStorage.setItem('auth_signed_out_at', '2');
  expect(await readPreviousMember(null)).toMatchObject({ isGone: true });
});

it.each([
  '',
  'ada@acme.example',
  'salt digest',
  `before salt ${'0'.repeat(64)} 1`,
  `salt ${'0'.repeat(64)} 1 after`,
])('ignores "%s" in storage [R13.4]', async (text) => {
  sessionStorage.setItem('tab_member', text);
  expect(await (await load()).readPreviousMember(DORAS_SESSION)).toBeNull();
});
