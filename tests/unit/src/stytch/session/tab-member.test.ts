// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { DORAS_SESSION, OTHER_SESSION, SESSION } from '#machines/explore/fixtures.ts';

const stored = () => sessionStorage.getItem('tab_member');

/** Loads the module as a new page of the tab does. */
async function load() {
  vi.resetModules();
  return import('#src/stytch/session/tab-member.ts');
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('knows the member of a tab again, in any organization [R22.15]', async () => {
  await (await load()).storeTabMember(SESSION);
  const { readPreviousMember } = await load();
  expect(await readPreviousMember(SESSION)).toBeNull();
  expect(
    await readPreviousMember({ ...OTHER_SESSION, emailAddress: SESSION.emailAddress }),
  ).toBeNull();
  const capitals = SESSION.emailAddress?.toUpperCase() ?? '';
  expect(await readPreviousMember({ ...SESSION, emailAddress: capitals })).toBeNull();
});

it('tells another member from the one of the tab [R22.15]', async () => {
  await (await load()).storeTabMember(SESSION);
  const { readPreviousMember } = await load();
  const digest = expect.stringMatching(/^[\da-f]{64}$/);
  expect(await readPreviousMember(DORAS_SESSION)).toEqual({ digest, isGone: true });
  expect(await readPreviousMember(null)).toEqual({ digest, isGone: false });
});

it('knows a member without an address only in the same session [R22.9, R22.15]', async () => {
  const unknown = { ...SESSION, emailAddress: null };
  await (await load()).storeTabMember(unknown);
  const { readPreviousMember } = await load();
  expect(await readPreviousMember(unknown)).toBeNull();
  expect(await readPreviousMember({ ...unknown, sessionId: 'another' })).not.toBeNull();
});

it('stores no address, and another text in every tab [R13.2]', async () => {
  await (await load()).storeTabMember(SESSION);
  const first = stored();
  expect(first).not.toContain('@');
  await (await load()).storeTabMember(SESSION);
  expect(stored()).not.toBe(first);
});

it('forgets the member with the session, also while the digest is computed [R22.15]', async () => {
  const { storeTabMember } = await load();
  await storeTabMember(SESSION);
  await storeTabMember(null);
  expect(stored()).toBeNull();
  const writing = storeTabMember(SESSION);
  await storeTabMember(null);
  await writing;
  expect(stored()).toBeNull();
});

it('forgets the member of a tab that starts without a session [R22.15]', async () => {
  await (await load()).storeTabMember(SESSION);
  await (await load()).storeTabMember(null);
  expect(stored()).toBeNull();
});

it('knows that somebody has signed out since [R3.7]', async () => {
  localStorage.setItem('auth_signed_out_at', '1');
  await (await load()).storeTabMember(SESSION);
  const { readPreviousMember } = await load();
  expect(await readPreviousMember(null)).toMatchObject({ isGone: false });
  localStorage.removeItem('auth_signed_out_at');
  expect(await readPreviousMember(null)).toMatchObject({ isGone: false });
  localStorage.setItem('auth_signed_out_at', '2');
  expect(await readPreviousMember(null)).toMatchObject({ isGone: true });
});

it.each(['', 'ada@acme.example', 'salt digest'])(
  'ignores "%s" in storage [R13.4]',
  async (text) => {
    sessionStorage.setItem('tab_member', text);
    expect(await (await load()).readPreviousMember(DORAS_SESSION)).toBeNull();
  },
);
