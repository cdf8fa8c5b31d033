// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PolicyDraft } from '#machines/rules/policy.ts';
import { describedBy, findSettled, getSentence } from '#tests/unit/support/render.tsx';
import { buildPolicy, openPage } from './support/policies.tsx';

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const createButton = () => screen.queryByRole('button', { name: /^New policy/ });
const nameField = () => screen.findByRole('textbox', { name: 'Name' });
const focused = () => document.activeElement;
const two = [buildPolicy(), buildPolicy({ id: 'policy-2', name: 'Backups' })];

/** Waits until a sentence with inserted values is shown. */
const findSentence = (text: string) => waitFor(() => getSentence(text));

// The page loads the code of its editor when it is shown.
beforeAll(() => import('#src/features/policies/editor/policy-editor.tsx'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('names the page and the organization in the title of the document [R1.19]', () => {
  openPage();
  expect(document.title).toBe('Policies - Acme');
});

it('says who has changed a policy, and when [R17.8]', async () => {
  const old = new Date('2020-01-02T12:00:00Z').toISOString();
  openPage([buildPolicy(), buildPolicy({ id: 'policy-2', updatedAt: old })]);
  await findSentence('Edited by Dora Quist, 5 minutes ago');
  expect(screen.getByText(/2020/)).toBeTruthy();
});

it('shows a change of a colleague within two seconds of the clock [R17.4]', async () => {
  const { service } = openPage(two);
  await button('Backups');
  vi.useFakeTimers();
  service.policies.set('policy-3', buildPolicy({ id: 'policy-3', name: 'Of Dora' }));
  const writer = service.changes.writable.getWriter();
  await writer.write(new TextEncoder().encode('data: policies\n\n'));
  for (let second = 0; second < 2; second += 1) await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(screen.getByRole('button', { name: 'Of Dora' })).toBeTruthy();
});

describe('permissions', () => {
  it('are said only where they limit the member [R16.5]', async () => {
    openPage(two);
    await button('Backups');
    expect(screen.queryByText(/^You can|your permissions/)).toBeNull();
    cleanup();
    openPage(two, { permitted: ['read', 'create', 'update'] });
    const text =
      'You can read, create, and edit policies here. If you need more, ask an administrator.';
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('that are unknown show no policy, and a way to try again [R16.2]', async () => {
    openPage(two, { isKnown: Promise.resolve(false) });
    expect(await screen.findByText(/We couldn.t check your permissions/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Backups' })).toBeNull();
    expect(createButton()).toBeNull();
  });

  it('that deny reading are explained [R16.3]', async () => {
    openPage(two, { permitted: [] });
    expect(screen.getByText('Checking your permissions...')).toBeTruthy();
    expect(await screen.findByText(/not allowed to see the policies of/)).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('to read offer no change, by control or by key [R16.3]', async () => {
    const { user } = openPage(two, { permitted: ['read'] });
    await user.click(await button('Access reviews'));
    expect(screen.getByRole('dialog', { name: 'Access reviews' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(createButton()).toBeNull();
    expect(screen.queryByRole('button', { name: /^(?:Edit|Delete)/ })).toBeNull();
    await user.keyboard('n');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that are taken away while a policy is written are told, and the text stays [R16.6, R17.5]', async () => {
    const { user, service } = openPage(two);
    await user.click(await button('Edit “Backups”'));
    await user.type(await nameField(), ' of mine');
    service.fail.PUT = 403;
    await user.click(await button('Save'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your role does not allow this any more. Ask an administrator if you need it. What you typed is still here.',
    );
    expect(screen.getByDisplayValue('Backups of mine')).toBeTruthy();
  });
});

describe('a failure of the service [R17.5]', () => {
  it.each([
    ['no connection', 0, 'Check your connection'],
    ['too many requests', 429, 'Wait a moment'],
    ['an error', 500, 'Try again in a moment'],
  ])('keeps what was typed: %s', async (_, status, sentence) => {
    const { user, service } = openPage();
    service.fail.POST = status;
    await user.click(await button(/^New policy/));
    await user.type(await nameField(), 'Typed');
    await user.type(screen.getByRole('textbox', { name: /^Description/ }), 'with care');
    await user.click(await button('Save'));
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toContain(sentence);
    expect(textContent).toContain('What you typed is still here.');
    expect(screen.getByDisplayValue('with care')).toBeTruthy();
    delete service.fail.POST;
    await user.click(await button('Save'));
    expect(await button('Typed')).toBeTruthy();
  });

  it('shows why nothing could be read, and reads again on request', async () => {
    const { user, service } = openPage(two, { fail: { GET: 403 } });
    expect(await button('Try again')).toBeTruthy();
    delete service.fail.GET;
    await user.click(await button('Try again'));
    expect(await button('Backups')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that a deletion or its undoing has failed, which can be tried again', async () => {
    const { user, service } = openPage(two);
    service.fail.DELETE = 500;
    await user.click(await button('Delete “Backups”'));
    expect((await screen.findByRole('alert')).textContent).toContain('was not deleted');
    delete service.fail.DELETE;
    await user.click(await button('Delete “Backups”'));
    service.fail.POST = 500;
    await user.click(await button('Undo deleting “Backups”'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('is not back'));
    delete service.fail.POST;
    await user.click(await button('Undo deleting “Backups”'));
    await findSentence('Restored: “Backups”');
    expect(await button('Backups')).toBeTruthy();
  });

  it('takes no input while it saves, which would be lost', async () => {
    const { user, service } = openPage();
    let finish = () => {};
    service.fail.POST = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await user.click(await button(/^New policy/));
    await user.type(await nameField(), 'Access{Enter}');
    await user.type(await nameField(), ' reviews');
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeTruthy();
    finish();
    expect(await button('Access')).toBeTruthy();
  });
});

describe('a policy that somebody else has changed meanwhile [R17.9]', () => {
  const theirs = buildPolicy({ version: 5, name: 'Theirs', description: 'Their text.' });

  async function writeOver(newer: typeof theirs) {
    const page = openPage([buildPolicy()]);
    await page.user.click(await button('Edit “Access reviews”'));
    await page.user.type(await nameField(), ' of mine');
    page.service.policies.set(newer.id, newer);
    await page.user.click(await button('Save'));
    return { ...page, dialog: within(screen.getByRole('dialog')) };
  }

  it('shows both texts, and saves the own one when it is chosen', async () => {
    const { user, service, dialog } = await writeOver(theirs);
    await findSentence(
      'Dora Quist changed this policy while you were writing. Which text should stay?',
    );
    for (const text of ['Theirs', 'Their text.']) dialog.getByText(text);
    dialog.getByDisplayValue('Access reviews of mine');
    await user.type(await nameField(), ' too');
    let read = () => {};
    service.fail.GET = new Promise((resolve) => {
      read = resolve;
    });
    await user.click(await button('Keep mine'));
    await waitFor(() => expect(service.policies.get('policy-1')?.version).toBe(6));
    expect(screen.queryByText(/^Saved/)).toBeNull();
    read();
    await findSentence('Saved: “Access reviews of mine too”');
    screen.getByRole('button', { name: 'Access reviews of mine too' });
    expect(service.policies.get('policy-1')).toMatchObject({
      version: 6,
      description: 'Every quarter.',
    });
  });

  it('continues with the other text when that is chosen', async () => {
    const { user, service } = await writeOver(theirs);
    await user.click(await button('Keep theirs'));
    expect(await nameField()).toHaveProperty('value', 'Theirs');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(service.policies.get('policy-1')).toEqual(theirs);
  });

  it('saves the text as a new policy when it was deleted', async () => {
    const { user, service } = await writeOver({ ...theirs, isDeleted: true });
    await findSentence('Dora Quist deleted this policy while you were writing.');
    await user.click(await button('Save as a new policy'));
    await findSentence('Saved: “Access reviews of mine”');
    expect(service.policies.size).toBe(2);
  });
});

describe('a policy that is being written [R17.10]', () => {
  const input = { name: 'Half', description: 'of it', state: 'active' } as const;
  const draft: PolicyDraft = { id: 'policy-1', version: 1, original: buildPolicy(), input };

  it.each([
    ['a new one', { ...draft, id: 'policy-3', version: 0 }, 'New policy', 3],
    ['an existing one', draft, 'Edit policy', 2],
  ])('is shown again when the page opens: %s', async (_, written, title, count) => {
    const { user, kept, service } = openPage(two, { draft: written });
    const name = await nameField();
    expect(name).toHaveProperty('value', 'Half');
    const dialog = screen.getByRole('dialog', { name: title });
    expect(dialog.textContent).toContain('What you were writing is still here.');
    await user.type(name, ' a policy');
    expect(dialog.textContent).not.toContain('What you were writing');
    expect(kept.draft).toEqual({ ...written, input: { ...input, name: 'Half a policy' } });
    await user.click(await button('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(kept.draft).toBeNull();
    expect(service.policies.get(written.id)).toMatchObject({
      name: 'Half a policy',
      state: 'active',
    });
    expect(service.policies.size).toBe(count);
  });

  it('is forgotten when it is discarded, and stays when the page goes away', async () => {
    const { user, kept } = openPage(two, { draft });
    await nameField();
    cleanup();
    expect(kept.draft).not.toBeNull();
    const again = openPage(two, { draft });
    await nameField();
    await user.click(await button('Cancel'));
    await user.click(await button('Discard'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(again.kept.draft).toBeNull();
  });
});

describe('the focus after an action [R1.11]', () => {
  it('is on what undoes a deletion, and on the heading when that is gone', async () => {
    const { user } = openPage(two);
    await user.click(await button('Delete “Backups”'));
    await waitFor(() => expect(focused()?.textContent).toBe('Undo'));
    await user.click(await button('Dismiss'));
    await waitFor(() => expect(focused()?.textContent).toBe('Policies'));
  });

  it('is on the field that is wrong, which is explained there [R15.12]', async () => {
    const { user } = openPage();
    await user.click(await button(/^New policy/));
    await user.click(await button('Save'));
    expect(focused()).toBe(await nameField());
    expect(describedBy(await nameField())).toBe('Give the policy a name.');
    await user.paste('x'.repeat(121));
    expect(screen.getByRole('alert').textContent).toBe('Keep the name to 120 characters.');
    await user.keyboard('{Backspace}');
    expect(describedBy(await nameField())).toBe('');
  });
});

it('says the result of an action until something else is done, and brings a new policy into view [R17.3]', async () => {
  const { user } = openPage(two);
  await user.type(await screen.findByRole('searchbox'), 'backups');
  await user.click(await button(/^New policy/));
  await user.type(await nameField(), 'Access{Enter}');
  await findSentence('Saved: “Access”');
  expect(await button('Access')).toBeTruthy();
  await user.type(screen.getByRole('searchbox'), 'a');
  expect(screen.queryByText(/^Saved/)).toBeNull();
});

it('announces how many policies a search has found [R1.23]', async () => {
  const { user } = openPage(two);
  await user.type(await screen.findByRole('searchbox'), 'nothing like it ');
  expect(await findSettled('No policy matches “nothing like it”.')).toBeTruthy();
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'backups');
  expect(await findSettled('1 policy')).toBeTruthy();
});

it('holds its actions and keys while the member switches to another organization [R11.24]', async () => {
  const { user, switchOrganization } = openPage(two);
  const row = await button('Backups');
  switchOrganization(true);
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
  expect(await findSettled('Switching to another organization. Please wait.')).toBeTruthy();
  expect(row.closest('[inert]')).not.toBeNull();
  await user.keyboard('n');
  expect(screen.queryByRole('dialog')).toBeNull();
  switchOrganization(false);
  await user.keyboard('n');
  expect(screen.getByRole('dialog', { name: 'New policy' })).toBeTruthy();
});

it('offers once to move the policies that this browser has kept [R17.11]', async () => {
  const { name, description, state } = buildPolicy();
  const left = new Set(['old-1', 'old-2']);
  const oldPolicies = {
    list: async () => [...left].map((id) => ({ id, name, description, state })),
    remove: async (_: string, id: string) => left.delete(id),
  };
  const { user, service } = openPage([], { oldPolicies });
  await findSentence('2 policies were kept in this browser. Move them to Acme?');
  service.fail.POST = 500;
  await user.click(await button('Move'));
  expect((await screen.findByRole('alert')).textContent).toContain('Not every policy was moved.');
  expect(left.size).toBe(2);
  delete service.fail.POST;
  await user.click(await button('Move'));
  await waitFor(() => expect(screen.queryByText(/kept in this browser/)).toBeNull());
  expect([...service.policies.keys()]).toEqual(['old-1', 'old-2']);
  expect(left.size).toBe(0);
});
