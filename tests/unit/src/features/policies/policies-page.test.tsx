// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PolicyDraft } from '#machines/rules/policy.ts';
import { describedBy, findSettled, getSentence } from '#tests/unit/support/render.tsx';
import { findAlert, findButton, findSentence } from '#tests/unit/support/render-page.tsx';
import {
  buildPolicy,
  click,
  nameField,
  noDialog,
  openPage,
  typeName,
  user,
} from './support/policies.tsx';

const isFocused = (text: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toBe(text));
const CREATE_KEYS = '{Alt>}n{/Alt}';
const two = [buildPolicy(), buildPolicy({ id: 'policy-2', name: 'Backups' })];

it('says who has changed a policy, and when [R17.8]', async () => {
  const own = { memberId: 'member-ada', name: 'Ada Ash' };
  const updatedAt = '2020-01-02T12:00:00Z';
  openPage([
    buildPolicy({ updatedBy: own, updatedAt }),
    buildPolicy({ id: 'policy-2', updatedAt }),
    buildPolicy({ id: 'policy-3', updatedAt, updatedBy: { memberId: 'gone', name: '' } }),
  ]);
  await findSentence(/^Edited by you, .*2020/);
  getSentence(/^Edited by Dora Quist, .*2020/);
  getSentence(/^Edited by somebody, .*2020/);
  expect(document.querySelector('time')?.dateTime).toBe(updatedAt);
});

describe('permissions', () => {
  const [read, create, edit, remove] = [
    'Backups',
    'New policy',
    'Edit “Backups”',
    'Delete “Backups”',
  ];
  it.each([
    ['all', { isAuditor: true }, null, [read, create, edit, remove]],
    [
      'no deletion',
      { permitted: ['read', 'create', 'update'] },
      /^You can read, create, and edit policies here/,
      [read, create, edit],
    ],
    ['none', { permitted: [] }, /not allowed to see the policies/, []],
    ['unknown ones', { isKnown: Promise.resolve(false) }, /check your permissions/, ['Reload']],
    [
      'those that are still read',
      { isKnown: new Promise<boolean>(() => undefined), permitted: [] },
      'Checking your permissions...',
      [],
    ],
  ])(
    '%s: offers the controls that work, and says what limits the member [R16.2, R16.3, R16.5]',
    async (_, options, text, names) => {
      openPage(two, options);
      for (const name of names) await findButton(RegExp(`^${name}`));
      if (text) await screen.findByText(text);
      const said = screen.queryAllByText(/^You can|not allowed|your permissions/);
      expect(said).toHaveLength(text ? 1 : 0);
      for (const name of [read, create, edit, remove]) {
        const shown = screen.queryByRole('button', { name: RegExp(`^${name}`) });
        expect(shown !== null, name).toBe(names.some((each) => each === name));
      }
      const history = screen.queryByRole('link', { name: 'History of “Backups”' });
      const address = 'isAuditor' in options ? '/audit?subject=policy-2' : undefined;
      expect(history?.getAttribute('href')).toBe(address);
    },
  );

  it('to read show a policy, and no key changes it [R16.3]', async () => {
    const empty = buildPolicy({ id: 'policy-3', name: 'Empty', description: '' });
    openPage([empty], { permitted: ['read'] });
    await click('Empty');
    expect((await screen.findByText('No description.')).tabIndex).toBe(0);
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await click('Close');
    await user.keyboard(CREATE_KEYS);
    await noDialog();
  });
});

it.each([
  ['edit', undefined, 'Edit policy', 'textbox'],
  ['read', ['read'], 'Access reviews', null],
])(
  'reads a long description when the policy is opened to %s, and says when it cannot',
  async (_, permitted, title, role) => {
    const description = 'A long description, which the list does not have.';
    const { service } = openPage([buildPolicy({ description })], permitted && { permitted });
    service.fail.GET_ONE = 404;
    await click('Access reviews');
    await findAlert('The policy was not opened. It no longer exists.');
    const answer = service.hold('GET_ONE');
    await click('Access reviews');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await screen.findByRole('list')).getAttribute('aria-busy')).toBe('true');
    answer();
    const dialog = await screen.findByRole('dialog', { name: title });
    if (role) within(dialog).getByDisplayValue(description);
    else within(dialog).getByText(description);
  },
);

it('keeps what was opened while another policy was read', async () => {
  const long = buildPolicy({ description: 'x'.repeat(30) });
  const { service } = openPage([long], { permitted: ['read', 'create'] });
  const answer = service.hold('GET_ONE');
  await click('Access reviews');
  await click(/^New policy/);
  answer();
  await waitFor(() => expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('false'));
  expect(screen.getByRole('dialog').textContent).toContain('New policy');
});

describe('a failure of the service [R17.5]', () => {
  it.each([
    ['no connection', 0, 'Check your connection'],
    ['a session that cannot be checked', 401, 'Your session could not be confirmed.'],
  ])('keeps what was typed: %s [R16.6]', async (_, status, sentence) => {
    const { service } = openPage();
    window.dispatchEvent(new Event(status === 0 ? 'offline' : 'online'));
    service.fail.POST = status;
    await click(/^New policy/);
    await typeName('Typed');
    await user.type(screen.getByRole('textbox', { name: /^Description/ }), 'with care');
    await user.click(screen.getByRole('radio', { name: 'Active' }));
    await click('Save');
    await findAlert(sentence);
    await findAlert('What you typed is still here.');
    expect(screen.getByDisplayValue('with care')).toBeTruthy();
    delete service.fail.POST;
    await click('Save');
    const row = (await findButton('Typed')).closest('li') ?? document.body;
    for (const text of ['with care', 'Active']) within(row).getByText(text);
  });

  it('shows why nothing could be read, and reads again on request', async () => {
    const { service, calls } = openPage(two, { fail: { GET: 403 } });
    await findButton('Try again');
    expect(calls).toHaveLength(1);
    delete service.fail.GET;
    await click('Try again');
    expect(await findButton('Backups')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that a deletion or its undoing has failed, which can be tried again', async () => {
    const { service } = openPage(two);
    service.fail.DELETE = 500;
    await click('Delete “Backups”');
    await findAlert('was not deleted');
    delete service.fail.DELETE;
    await click('Delete “Backups”');
    service.fail.POST = 500;
    await click('Undo deleting “Backups”');
    await findAlert('was not restored');
    delete service.fail.POST;
    await click('Undo deleting “Backups”');
    await findSentence('Restored: “Backups”');
    expect(await findButton('Backups')).toBeTruthy();
  });

  it('says that somebody else was first to delete or to restore a policy [R17.9]', async () => {
    const { service } = openPage(two);
    const theirs = { ...buildPolicy(), version: 9 };
    await findButton('Backups');
    service.policies.set('policy-2', { ...theirs, id: 'policy-2', isDeleted: true });
    await click('Delete “Backups”');
    await findSentence('Somebody else has already deleted this policy.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Backups' })).toBeNull());
    await click('Delete “Access reviews”');
    await findButton('Undo deleting “Access reviews”');
    service.policies.set('policy-1', theirs);
    await click('Undo deleting “Access reviews”');
    await findSentence('Somebody else has already restored this policy.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes no input while it saves, which would be lost', async () => {
    const { service } = openPage();
    const answer = service.hold('POST');
    await click(/^New policy/);
    await typeName('Access{Enter}');
    await typeName(' reviews{Escape}');
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeTruthy();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    answer();
    expect(await findButton('Access')).toBeTruthy();
  });
});

it('shows a policy that was being written again when the page opens, until it is saved or discarded [R17.10]', async () => {
  const input = { name: 'Half', description: 'of it', state: 'active' } as const;
  const draft: PolicyDraft = { id: 'policy-1', version: 1, original: buildPolicy(), input };
  const { kept, service } = openPage(two, { draft });
  const dialog = await screen.findByRole('dialog', { name: 'Edit policy' });
  expect(describedBy(dialog)).toContain('What you were writing is still here.');
  await typeName(' a policy');
  expect(dialog.textContent).not.toContain('What you were writing');
  const changed = { ...input, name: 'Half a policy' };
  expect(kept.draft).toEqual({ ...draft, input: changed });
  await click('Save');
  await noDialog();
  expect(kept.draft).toBeNull();
  await click(/^New policy/);
  expect(screen.getByRole('dialog').textContent).not.toContain('What you were writing');
  expect(service.policies.get('policy-1')).toMatchObject(changed);
  cleanup();
  const again = openPage(two, { draft });
  for (const stay of ['{Enter}', '{Escape}']) {
    await click('Cancel');
    (await screen.findByText('Keep editing')).closest<HTMLElement>('[autofocus]')?.focus();
    await user.keyboard(stay);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  }
  await click('Cancel');
  expect(again.kept.draft).not.toBeNull();
  await click('Discard');
  await noDialog();
  expect(again.kept.draft).toBeNull();
});

describe('the focus after an action [R1.11]', () => {
  it('is on what undoes a deletion, also of a double click, and on the heading when that is gone', async () => {
    const { calls } = openPage([...two, buildPolicy({ id: 'policy-3', name: 'Codes' })]);
    await user.dblClick(await findButton('Delete “Backups”'));
    await isFocused('Undo');
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    await click('Delete “Codes”');
    await isFocused('Undo');
    await user.type(screen.getByRole('searchbox'), 'a');
    await click('Dismiss');
    await isFocused('Policies');
  });

  it('is on the field that is wrong, which is explained there [R15.12]', async () => {
    openPage();
    await screen.findByText('No policies yet');
    expect(screen.queryByRole('searchbox')).toBeNull();
    await click(/^New policy/);
    await click('Save');
    const field = await nameField();
    expect(document.activeElement).toBe(field);
    expect(describedBy(field)).toBe('Give the policy a name.');
    await user.paste('x'.repeat(121));
    await findAlert('Use at most 120 characters for the name.');
    await user.keyboard('{Backspace}');
    expect(describedBy(field)).toBe('');
    const description = screen.getByRole('textbox', { name: /^Description/ });
    await user.click(description);
    await user.paste('x'.repeat(10_001));
    expect(describedBy(description)).toBe('Use at most 10,000 characters for the description.');
  });
});

it('says the result of an action until something else is done, and brings a new policy into view [R17.3]', async () => {
  openPage(two);
  await user.type(await screen.findByRole('searchbox'), 'backups');
  await click(/^New policy/);
  await typeName('Access{Enter}');
  await findSentence('Saved: “Access”');
  expect(await findButton('Access')).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'ba');
  expect(screen.queryByText(/^Saved/)).toBeNull();
  await click('Edit “Backups”');
  await typeName(' again{Enter}');
  await findSentence('Saved: “Backups again”');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'ba');
});

it('announces how many policies a search has found, and shows them by pages [R1.23]', async () => {
  const many = Array.from({ length: 60 }, (_, index) => buildPolicy({ id: `policy-${index + 3}` }));
  openPage([...two, ...many]);
  await user.type(await screen.findByRole('searchbox'), 'access ');
  expect(await findSettled('More than 50 policies')).toBeTruthy();
  await click('Show more');
  expect(await findSettled('61 policies')).toBeTruthy();
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'backups ');
  expect(await findSettled('1 policy')).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(await findSettled('No policy matches “backups x”.')).toBeTruthy();
  expect(screen.queryByText('No policies yet')).toBeNull();
  // The service takes no more.
  expect(screen.getByRole('searchbox').getAttribute('maxlength')).toBe('200');
});

it('holds its actions and keys while the member switches to another organization [R11.24]', async () => {
  const { setSwitching } = openPage(two);
  const row = await findButton('Backups');
  setSwitching(true);
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
  expect(await findSettled('Switching organization. Please wait.')).toBeTruthy();
  expect(row.closest('[inert]')).not.toBeNull();
  await user.keyboard(CREATE_KEYS);
  expect(screen.queryByRole('dialog')).toBeNull();
  setSwitching(false);
  await user.keyboard(CREATE_KEYS);
  expect(screen.getByRole('dialog', { name: 'New policy' })).toBeTruthy();
});
