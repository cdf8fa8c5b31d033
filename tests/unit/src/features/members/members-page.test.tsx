// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADMIN_ROLE } from '#machines/rules/roles.ts';
import { DirectoryError, type DirectoryProblem } from '#src/api/directory.ts';
import { describedBy, findSettled, getField } from '#tests/unit/support/render.tsx';
import { findAlert, findButton, findSentence } from '#tests/unit/support/render-page.tsx';
import { ada, buildMember, dora, openPage } from './support/members.tsx';

const names = () => screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
const show = (label: string) => `stytch.member.${label}`;

describe('the list [R23.2]', () => {
  it('shows who is here with address, roles and state, by pages', async () => {
    const others = Array.from({ length: 60 }, (_, index) => buildMember(`M${index}`));
    const invited = buildMember('Ines', {
      name: '',
      status: 'invited',
      roles: [{ id: 'policy_editor', isAssigned: true }],
    });
    const removed = buildMember('Rita', { status: 'removed' });
    const { user } = openPage([ada, invited, removed, ...others]);
    await findSettled('62 people');
    expect(names()).toHaveLength(50);
    expect(names().slice(0, 2)).toEqual(['Ada (you)', 'ines@acme.example']);
    const [first, second, third] = screen.getAllByRole('listitem');
    for (const text of ['ada@acme.example', 'Administrator', 'Active']) {
      within(first as HTMLElement).getByText(text);
    }
    for (const text of ['ines@acme.example', 'Policy editor', 'Invited']) {
      within(second as HTMLElement).getByText(text);
    }
    within(third as HTMLElement).getByText('Member');
    await user.click(await findButton('Show more'));
    await waitFor(() => expect(names()).toHaveLength(62));
    await user.selectOptions(screen.getByLabelText('Show'), 'Removed');
    await waitFor(() => expect(names()).toEqual(['Rita']));
    await user.selectOptions(screen.getByLabelText('Show'), 'Invitations');
    await waitFor(() => expect(names()).toEqual(['ines@acme.example']));
  });

  it('is searched by address, from three characters on', async () => {
    const { user, directory } = openPage();
    await findSettled('2 people');
    await user.type(getField('Search by email address'), ' do');
    await findSettled('Type at least three characters to search.');
    expect(directory.search).toHaveBeenCalledOnce();
    await user.type(getField('Search by email address'), 'r');
    await findSettled('1 person');
    expect(names()).toEqual(['Dora']);
    await user.type(getField('Search by email address'), 'x');
    await findSettled('No address matches “dorx”.');
    expect(screen.queryByText('Nobody is here yet')).toBeNull();
  });

  it('is read again when the page is looked at again', async () => {
    const { members } = openPage();
    await findSettled('2 people');
    members.set('finn', buildMember('Finn'));
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await findSettled('3 people');
  });

  it('says why nothing could be read, and reads again on request', async () => {
    const { user, directory } = openPage();
    await findSettled('2 people');
    directory.search.mockRejectedValueOnce(new DirectoryError('limited'));
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await findAlert('too many requests');
    await user.click(await findButton('Try again'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('permissions [R23.4]', () => {
  const ALL = ['create', 'delete', 'update.settings.roles', 'revoke-sessions'];
  it.each([
    ['only to search', [], null, [], 'active'],
    ['to invite', ['create'], 'Invite', ['Close'], 'active'],
    ['to change roles', ['update.settings.roles'], null, ['Close', 'Save roles'], 'active'],
    ['to remove', ['delete'], null, ['Remove', 'Close'], 'active'],
    ['to sign out', ['revoke-sessions'], null, ['Sign out everywhere', 'Close'], 'active'],
    ['all', ALL, 'Invite', ['Sign out everywhere', 'Remove', 'Close', 'Save roles'], 'active'],
    ['to invite again', ['create'], 'Invite', ['Send the invitation again', 'Close'], 'invited'],
    ['to withdraw', ['delete'], null, ['Withdraw the invitation', 'Close'], 'invited'],
    ['to remove somebody removed', ['delete'], null, ['Close'], 'removed'],
  ] as const)('%s show only what works', async (_, actions, invite, controls, status) => {
    const permitted = ['search', ...actions].map(show);
    const { user } = openPage([ada, { ...dora, status }], { permitted });
    await findSettled(status === 'removed' ? '1 person' : '2 people');
    if (status === 'removed') await user.selectOptions(screen.getByLabelText('Show'), status);
    expect(screen.queryByRole('button', { name: 'Invite' })?.textContent ?? null).toBe(invite);
    if (actions.length === 0) {
      return expect(screen.queryByRole('button', { name: /Dora/ })).toBeNull();
    }
    await user.click(await findButton('Dora'));
    const shown = within(screen.getByRole('dialog')).getAllByRole('button');
    expect(shown.map((each) => each.textContent)).toEqual(controls);
  });

  it.each([
    ['denied', { permitted: [] }, /not allowed to see the members of/],
    [
      'unknown',
      { isKnown: Promise.resolve(false), permitted: [] },
      /couldn't check your permissions/,
    ],
  ])('that are %s are said, and nothing is read', async (_, options, text) => {
    const { directory } = openPage(undefined, options);
    await waitFor(() => expect(document.body.textContent).toMatch(text));
    expect(directory.search).not.toHaveBeenCalled();
  });
});

describe('an invitation [R23.3]', () => {
  it('is sent with roles, and sent again or withdrawn', async () => {
    const { user, directory } = openPage();
    await user.click(await findButton('Invite'));
    expect(screen.getByRole('dialog').querySelector('h2 bdi')?.textContent).toBe('Acme');
    await user.type(getField('Email address'), 'new');
    await user.click(await findButton('Send invitation'));
    await findAlert('Enter an email address.');
    await user.clear(getField('Email address'));
    await user.type(getField('Email address'), ' new@acme.example ');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(await screen.findByLabelText('Policy editor'));
    await user.dblClick(screen.getByLabelText('Administrator'));
    await user.click(await findButton('Send invitation'));
    await findSentence('Invitation sent to new@acme.example. It is valid for a week.');
    expect(directory.invite.mock.calls).toEqual([['new@acme.example', ['policy_editor']]]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await findButton('new@acme.example'));
    expect(screen.queryByText(/^Invitation sent/)).toBeNull();
    // What is not saved is not sent.
    await user.click(screen.getByLabelText('Administrator'));
    await user.click(await findButton('Send the invitation again'));
    await waitFor(() => expect(directory.invite).toHaveBeenCalledTimes(2));
    expect(directory.invite.mock.lastCall).toEqual(['new@acme.example', ['policy_editor']]);
    await user.click(await findButton('new@acme.example'));
    await user.click(await findButton('Withdraw the invitation'));
    await findSentence('Invitation withdrawn: new@acme.example');
    await findSettled('2 people');
  });

  it('cannot be left while it is sent, and a refusal keeps what was typed', async () => {
    const { user, directory } = openPage();
    let refuse = (_: Error) => {};
    directory.invite.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
    await user.click(await findButton('Invite'));
    await user.type(getField('Email address'), 'new@acme.example{Enter}{Escape}');
    refuse(new DirectoryError('domain'));
    await findAlert('Addresses of this domain cannot be invited');
    expect(getField('Email address').value).toBe('new@acme.example');
  });

  it('is only withdrawn when its address is unknown', async () => {
    const { roles } = ada;
    const invited = buildMember('Ines', { status: 'invited', emailAddress: null, roles });
    const { user } = openPage([ada, invited]);
    await user.click(await findButton('Ines'));
    expect(screen.queryByRole('button', { name: 'Send the invitation again' })).toBeNull();
    await user.click(await findButton('Withdraw the invitation'));
    await findSentence('Invitation withdrawn: Ines');
  });

  it.each([
    ['domain', 'cannot be invited'],
    ['unreachable', 'Check your connection'],
  ] as const)('that the provider refuses keeps what was typed: %s', async (problem, text) => {
    const { user, directory } = openPage();
    directory.invite.mockRejectedValueOnce(new DirectoryError(problem as DirectoryProblem));
    await user.click(await findButton('Invite'));
    await user.type(getField('Email address'), 'new@acme.example');
    await user.click(await findButton('Send invitation'));
    await findAlert(text);
    expect(describedBy(getField('Email address')).includes(text)).toBe(problem === 'domain');
    expect(directory.search).toHaveBeenCalledTimes(2);
    expect(getField('Email address').value).toBe('new@acme.example');
    await user.click(await findButton('Send invitation'));
    await findSentence('Invitation sent to new@acme.example. It is valid for a week.');
  });
});

describe('a member [R23.5]', () => {
  it('gets other roles; those of single sign-on stay', async () => {
    const inherited = { id: 'policy_editor', isAssigned: false };
    const { user, directory } = openPage([ada, { ...dora, roles: [inherited] }]);
    await user.click(await findButton('Manage “Dora”'));
    const editor = await screen.findByLabelText<HTMLInputElement>(/^Policy editor/);
    expect([editor.checked, editor.disabled]).toEqual([true, true]);
    await user.click(screen.getByLabelText('Administrator'));
    await user.click(await findButton('Save roles'));
    await findSentence('Roles saved: Dora');
    expect(directory.changeRoles.mock.calls).toEqual([['dora', [ADMIN_ROLE]]]);
  });

  it('is removed after a question, and brought back', async () => {
    const { user, directory } = openPage();
    await user.click(await findButton('Dora'));
    await user.click(await findButton('Remove'));
    await findSentence('Dora loses access to Acme at once. You can bring them back later.');
    await user.click(await findButton('Cancel'));
    expect(directory.remove).not.toHaveBeenCalled();
    await user.click(await findButton('Remove'));
    await user.click(await findButton('Remove'));
    await findSentence('Removed: Dora');
    await findSettled('1 person');
    await user.selectOptions(screen.getByLabelText('Show'), 'Removed');
    await user.click(await findButton('Dora'));
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.click(await findButton('Bring back'));
    await findSentence('Back again: Dora');
    await waitFor(() => expect(names()).toEqual(['Nobody was removed']));
  });

  it('is signed out everywhere after a question, which cannot be left meanwhile', async () => {
    const { user, directory } = openPage();
    let finish = () => {};
    directory.signOut.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    await user.click(await findButton('Dora'));
    await user.click(await findButton('Sign out everywhere'));
    await user.dblClick(await findButton('Sign out everywhere'));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Sign out everywhere' })).toBeTruthy();
    finish();
    await findSentence('Signed out everywhere: Dora');
    expect(directory.signOut.mock.calls).toEqual([['dora']]);
    await user.click(await findButton('Dismiss'));
    expect(screen.queryByText(/^Signed out everywhere/)).toBeNull();
  });
});

describe('the last administrator [R23.6]', () => {
  it.each([
    [
      'keeps the role while another one is only invited',
      [ada, { ...dora, roles: ada.roles, status: 'invited' as const }],
      'Nobody else is an administrator.',
    ],
    ['can give it up once there is another one', [ada, { ...ada, id: 'b' }], 'Roles saved: Ada'],
  ])('%s', async (_, stored, text) => {
    const { user } = openPage(stored);
    await user.click(await findButton('Ada (you)'));
    await screen.findByText('These are your own roles.');
    expect(screen.queryByRole('button', { name: /^(Remove|Sign out everywhere)$/ })).toBeNull();
    await user.click(await screen.findByLabelText('Administrator'));
    await user.click(await findButton('Save roles'));
    await waitFor(() => expect(document.body.textContent).toContain(text.replace('Ada', '')));
  });

  it('gets another role when nothing is taken away', async () => {
    const inherited = { ...ada, roles: [{ id: ADMIN_ROLE, isAssigned: false }] };
    const { user, directory, roles } = openPage([inherited, dora]);
    // The dialog focuses its first control: the roles must be there.
    await waitFor(() => expect(roles).toHaveBeenCalled());
    await user.click(await findButton('Ada (you)'));
    await user.click(await screen.findByLabelText('Policy editor'));
    await user.click(await findButton('Save roles'));
    await findSentence('Roles saved: Ada');
    expect(directory.changeRoles.mock.calls).toEqual([[ada.id, ['policy_editor']]]);
  });

  it('is not removed by somebody else', async () => {
    const other = buildMember('Zoe', { roles: ada.roles });
    const { user, directory } = openPage([{ ...ada, roles: [] }, other]);
    await user.click(await findButton('Zoe'));
    await user.click(await findButton('Remove'));
    await user.click(await findButton('Remove'));
    await findAlert('Nobody else is an administrator.');
    expect(directory.remove).not.toHaveBeenCalled();
    await user.click(await findButton('Cancel'));
    expect(screen.getByRole('dialog', { name: 'Zoe' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
