// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { ADMIN_ROLE } from '#machines/rules/roles.ts';
import type { Directory, MemberStatus } from '#src/api/directory.ts';
import { readRow } from '#src/stytch/directory/read-member.ts';
import { readCookie, writeCookie } from '#src/stytch/session/cookies.ts';
import { COOKIES, setUpHarness } from './support/harness.ts';

const harness = setUpHarness();
const ADA = 'ada@acme.example';
const DORA = 'dora@acme.example';
const SELF = '/b2b/organizations/members/me';
const query = { text: '', statuses: ['active', 'invited'] as MemberStatus[], cursor: '' };

/** Signs in to Acme, and returns the member's directory, in a tab that a check of the session finds signed in or not. */
async function open(email = ADA, isSignedIn = false) {
  const { loadDirectory } = await harness.signIn(email, 'acme');
  const checkSession = vi.fn(async () => isSignedIn);
  const directory = await loadDirectory(harness.memberId('acme', email), checkSession);
  return { ...directory, checkSession };
}

const dora = () => harness.memberId('acme', DORA);

describe('the directory of the provider [R23.1]', () => {
  it('searches members by address, state and role', async () => {
    const { members, roles } = await open();
    const found = await members.search({ ...query, text: 'dor' });
    expect(found.members).toMatchObject([
      { name: 'Dora Quist', emailAddress: DORA, status: 'active', roles: [] },
    ]);
    const admins = await members.search({ ...query, role: ADMIN_ROLE });
    expect(admins.members[0]?.roles).toEqual([{ id: ADMIN_ROLE, isAssigned: true }]);
    expect(admins.total).toBe(1);
    expect(await roles()).toEqual([ADMIN_ROLE, 'policy_editor']);
  });

  it('reads a long list by pages', async () => {
    const { state } = harness.handler.store;
    const [model] = state.members.filter(({ email }) => email === DORA);
    for (let index = 0; index < 60; index += 1) {
      if (model)
        state.members.push({ ...model, id: `m-${index}`, email: `m${index}@acme.example` });
    }
    const { members } = await open();
    const first = await members.search(query);
    expect([first.members.length, first.next === null]).toEqual([50, false]);
    const second = await members.search({ ...query, cursor: first.next ?? '' });
    expect(first.members.length + second.members.length).toBe(first.total);
    expect(second.next).toBeNull();
  });

  it('invites, withdraws, changes roles, removes, brings back and signs out', async () => {
    const { members } = await open();
    const invited = await members.invite('new@acme.example', ['policy_editor']);
    expect(invited).toMatchObject({
      status: 'invited',
      roles: [{ id: 'policy_editor', isAssigned: true }],
    });
    await members.remove(invited.id);
    expect((await members.search({ ...query, text: 'new@' })).members).toEqual([]);
    expect((await members.changeRoles(dora(), [ADMIN_ROLE])).roles).toHaveLength(1);
    await members.remove(dora());
    const removed = await members.search({ ...query, statuses: ['removed'], text: 'dora' });
    expect(removed.members).toMatchObject([{ status: 'removed' }]);
    expect(await members.reactivate(dora())).toMatchObject({ status: 'active' });
    await members.signOut(harness.memberId('acme', ADA));
    await expect(members.search(query)).rejects.toMatchObject({ problem: 'session' });
  });

  it('renames the member, whose session follows', async () => {
    const { loadDirectory, memberName } = await harness.signIn(ADA, 'acme');
    const { self } = await loadDirectory(harness.memberId('acme', ADA), async () => true);
    writeCookie(COOKIES.intermediate, 'planted', Date.now() + 60_000);
    expect(await self.read()).toEqual({ name: 'Ada Lovell', hasAuthenticatorApp: false });
    expect(readCookie(COOKIES.intermediate)).toBeNull();
    expect(memberName()).toBe('Ada Lovell');
    expect(await self.rename('Ada King')).toMatchObject({ name: 'Ada King' });
    expect(memberName()).toBe('Ada King');
  });

  it('sets up an authenticator app, reads and renews its recovery codes, and removes it [R14.10]', async () => {
    const { self } = await open();
    const { secret, recoveryCodes } = await self.enrol();
    await expect(self.verify('000000')).rejects.toMatchObject({ problem: 'code' });
    await self.verify(totpCode(secret, totpStep(Date.now())));
    const enrols = { set_mfa_enrollment: 'enroll', set_default_mfa: true };
    expect(harness.lastBody()).toMatchObject(enrols);
    expect(await self.read()).toMatchObject({ hasAuthenticatorApp: true });
    expect(await self.readRecoveryCodes()).toEqual(recoveryCodes);
    const renewed = await self.renewRecoveryCodes();
    expect(renewed.length).toBeGreaterThan(0);
    expect(renewed).not.toEqual(recoveryCodes);
    expect(await self.removeAuthenticatorApp()).toMatchObject({ hasAuthenticatorApp: false });
  });
});

it('tells a role that was assigned from one that single sign-on gives, and takes who was only added for invited [R23.2, R23.5]', () => {
  const [assigned, given] = ['direct_assignment', 'sso_connection'].map((type) => ({
    role_id: type,
    sources: [{ type }],
  }));
  const member = { member_id: 'm', email_address: ADA, status: 'active', roles: [assigned, given] };
  expect(readRow(member)?.roles.map(({ isAssigned }) => isAssigned)).toEqual([true, false]);
  expect(readRow({ ...member, status: 'pending' })).toMatchObject({ status: 'invited' });
  const roles = [{ role_id: 'x' }];
  expect(readRow({ ...member, roles })?.roles).toEqual([{ id: 'x', isAssigned: false }]);
});

describe('the session follows [R23.1]', () => {
  it.each([
    [
      'new roles',
      ({ members }: Directory, id: string) => members.changeRoles(id, [ADMIN_ROLE]),
      false,
    ],
    ['end everywhere', ({ members }: Directory, id: string) => members.signOut(id), true],
  ])("the member's own %s at once", async (_, send, isAwaited) => {
    const { checkSession, ...directory } = await open();
    let hasChecked = false;
    checkSession.mockImplementation(async () => {
      await new Promise(setImmediate);
      hasChecked = true;
      return true;
    });
    await send(directory, dora());
    expect(checkSession).not.toHaveBeenCalled();
    await send(directory, harness.memberId('acme', ADA));
    expect(checkSession).toHaveBeenCalledOnce();
    expect(hasChecked).toBe(isAwaited);
  });
});

describe('a call that the provider refuses', () => {
  it('names the problem', async () => {
    const rules = { emailInvites: 'RESTRICTED', emailAllowedDomains: ['acme.example'] };
    Object.assign(harness.organization('acme'), rules);
    const { members } = await open();
    for (const [call, problem] of [
      [members.invite(DORA, []), 'duplicate'],
      [members.invite('no address', []), 'address'],
      [members.invite('new@elsewhere.example', []), 'domain'],
      [members.remove('member-test-none'), 'gone'],
    ] as const) {
      await expect(call).rejects.toMatchObject({ problem });
    }
    harness.offline = true;
    await expect(members.search(query)).rejects.toMatchObject({ problem: 'unreachable' });
  });

  it.each([
    ['is repeated once when the session is refused', true, 'session_not_found', 1, 'read', 2, 1],
    ['is not repeated again', true, 'session_not_found', 2, 'session', 2, 1],
    ['is not repeated when the session has ended', false, 'session_not_found', 1, 'session', 1, 1],
    ['is not repeated for another problem', true, 'too_many_requests', 1, 'limited', 1, 0],
  ] as const)('%s [R23.1]', async (_, isSignedIn, errorType, times, result, calls, checks) => {
    const { self, checkSession } = await open(ADA, isSignedIn);
    await harness.fault(SELF, { kind: 'error', status: 401, errorType }, times);
    const read = await self.read().then(
      () => 'read',
      ({ problem }) => problem,
    );
    expect(read).toBe(result);
    expect(harness.requestsTo(SELF)).toBe(calls);
    expect(checkSession).toHaveBeenCalledTimes(checks);
  });

  it('is forbidden to a member without the role, whose session brings the new ones [R23.1]', async () => {
    const { members, checkSession } = await open(DORA, true);
    await expect(members.search(query)).rejects.toMatchObject({ problem: 'forbidden' });
    expect(checkSession).toHaveBeenCalledOnce();
  });

  it.each(['me', 'update'])(
    'keeps the session after a response of the wrong shape: %s [R14.18]',
    async (path) => {
      const { self } = await open();
      harness.changeAnswer(`/members/${path}`, () => ({ member: { member_id: 1 } }));
      const call = path === 'me' ? self.read() : self.rename('Ada');
      await expect(call).rejects.toMatchObject({ problem: 'unreachable' });
      expect(harness.connected().client.self.getSync()?.name).toBe('Ada Lovell');
    },
  );

  it('is not sent with the session of another member [R22.1]', async () => {
    const { members } = await open();
    await harness.signIn(DORA, 'acme');
    const before = harness.requests().length;
    await expect(members.invite('new@acme.example', [])).rejects.toMatchObject({
      problem: 'session',
    });
    expect(harness.requests()).toHaveLength(before);
  });
});
