// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { DORAS_SESSION, OTHER_SESSION, SESSION } from '#machines/explore/fixtures.ts';
import { createTabMember } from '#src/stytch/session/tab-member.ts';

const stored = () => sessionStorage.getItem('tab_member');

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('knows the member of a tab again, in any organization [R22.15]', async () => {
  await createTabMember().write(SESSION);
  const { readPrevious } = createTabMember();
  expect(await readPrevious(SESSION)).toBeNull();
  expect(await readPrevious({ ...OTHER_SESSION, emailAddress: SESSION.emailAddress })).toBeNull();
  const capitals = SESSION.emailAddress?.toUpperCase() ?? '';
  expect(await readPrevious({ ...SESSION, emailAddress: capitals })).toBeNull();
});

it('tells another member from the one of the tab [R22.15]', async () => {
  await createTabMember().write(SESSION);
  const { readPrevious } = createTabMember();
  const digest = expect.stringMatching(/^[\da-f]{64}$/);
  expect(await readPrevious(DORAS_SESSION)).toEqual({ digest, isGone: true });
  expect(await readPrevious(null)).toEqual({ digest, isGone: false });
});

it('knows a member without an address only in the same session [R22.9, R22.15]', async () => {
  const unknown = { ...SESSION, emailAddress: null };
  await createTabMember().write(unknown);
  const { readPrevious } = createTabMember();
  expect(await readPrevious(unknown)).toBeNull();
  expect(await readPrevious({ ...unknown, sessionId: 'another' })).not.toBeNull();
});

it('stores no address, and another text in every tab [R13.2]', async () => {
  await createTabMember().write(SESSION);
  const first = stored();
  expect(first).not.toContain('@');
  await createTabMember().write(SESSION);
  expect(stored()).not.toBe(first);
});

it('forgets the member with the session, also while the digest is computed [R22.15]', async () => {
  const { write } = createTabMember();
  await write(SESSION);
  await write(null);
  expect(stored()).toBeNull();
  const writing = write(SESSION);
  await write(null);
  await writing;
  expect(stored()).toBeNull();
});

it('forgets the member of a tab that starts without a session [R22.15]', async () => {
  await createTabMember().write(SESSION);
  await createTabMember().write(null);
  expect(stored()).toBeNull();
});

it('knows that somebody has signed out since [R3.7]', async () => {
  localStorage.setItem('auth_signed_out_at', '1');
  await createTabMember().write(SESSION);
  const { readPrevious } = createTabMember();
  expect(await readPrevious(null)).toMatchObject({ isGone: false });
  localStorage.removeItem('auth_signed_out_at');
  expect(await readPrevious(null)).toMatchObject({ isGone: false });
  localStorage.setItem('auth_signed_out_at', '2');
  expect(await readPrevious(null)).toMatchObject({ isGone: true });
});

it.each(['', 'ada@acme.example', 'salt digest'])(
  'ignores "%s" in storage [R13.4]',
  async (text) => {
    sessionStorage.setItem('tab_member', text);
    expect(await createTabMember().readPrevious(DORAS_SESSION)).toBeNull();
  },
);
