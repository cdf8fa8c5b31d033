// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PoliciesPage } from '#src/features/policies/policies-page.tsx';
import type { Policy, PolicyDraft } from '#src/features/policies/policy.ts';
import { ShortcutsDialog } from '#src/features/policies/shortcuts/shortcuts-dialog.tsx';
import { describedBy, findSettled, getSentence } from '#tests/unit/support/render.tsx';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';
import { buildPolicy, fakeServices } from './support/policies.ts';

function renderPage({ services }: ReturnType<typeof fakeServices>) {
  render(<PoliciesPage session={appScreenView.session} services={services} />);
  return userEvent.setup();
}

const createButton = () => screen.queryByRole('button', { name: /^New policy/ });
const nameField = () => screen.findByRole('textbox', { name: 'Name' });

// The page loads the code of its dialogs when it is shown.
beforeAll(() => import('#src/features/policies/policy-dialogs.tsx'));
afterEach(cleanup);

it('names the page and the organization in the title of the document [R1.19]', () => {
  renderPage(fakeServices());
  expect(document.title).toBe('Policies - Acme');
});

it('says what the roles permit only where they limit the member [R16.5]', async () => {
  renderPage(fakeServices([buildPolicy()]));
  await screen.findByText('Access reviews');
  expect(screen.queryByText(/^You can .* policies here/)).toBeNull();
  cleanup();
  const limited = fakeServices([buildPolicy()]);
  const some = (action: string) => (action === 'delete' ? 'denied' : 'allowed');
  limited.services.permissions.checkSync = (_resource, action) => some(action);
  limited.services.permissions.check = async (_resource, action) => some(action);
  renderPage(limited);
  expect(
    await screen.findByText(
      'You can read, create, and edit policies here. If you need more, ask an administrator.',
    ),
  ).toBeTruthy();
});

it('links to the statechart in development and on the emulator only', () => {
  const link = () => screen.queryByRole('link', { name: /statechart/ });
  renderPage(fakeServices());
  expect(link()).not.toBeNull();
  cleanup();
  vi.stubEnv('DEV', false);
  renderPage(fakeServices());
  expect(link()).toBeNull();
  vi.unstubAllEnvs();
});

describe('a policy that is being written [R17.10]', () => {
  const written = { name: 'Half', description: 'of it', state: 'active' } as const;
  const dialog = () => screen.queryByRole('dialog');

  /** Renders the page of a member who was writing before. `kept`: what the browser has then. */
  function renderWith(policy: Policy | null, fake = fakeServices([buildPolicy()])) {
    const kept: { draft: PolicyDraft | null } = { draft: { input: written, policy } };
    fake.services = {
      ...fake.services,
      policyDraft: {
        read: (memberId) => (memberId === appScreenView.session.memberId ? kept.draft : null),
        write: (_, draft) => {
          kept.draft = draft;
        },
        remove: () => {
          kept.draft = null;
        },
      },
    };
    return { ...fake, kept, user: renderPage(fake) };
  }

  it.each([
    ['a new one', null, 'New policy'],
    ['an existing one', buildPolicy(), 'Edit policy'],
  ])('is shown again when the page opens: %s', async (_, policy, title) => {
    const { policies, kept, user } = renderWith(policy);
    const name = await nameField();
    expect(name).toHaveProperty('value', 'Half');
    expect(dialog()?.textContent).toContain(title);
    expect(dialog()?.textContent).toContain('What you were writing is still here.');
    await user.type(name, ' a policy');
    expect(dialog()?.textContent).not.toContain('What you were writing');
    expect(kept.draft).toEqual({ input: { ...written, name: 'Half a policy' }, policy });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(kept.draft).toBeNull();
    const saved = [...policies.values()].find((each) => each.name === 'Half a policy');
    expect(saved).toMatchObject({ description: 'of it', state: 'active' });
    expect(policies.size).toBe(policy === null ? 2 : 1);
  });

  it('is forgotten when it is discarded', async () => {
    const { kept, user } = renderWith(null);
    await nameField();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(dialog()).toBeNull();
    expect(kept.draft).toBeNull();
  });

  it('stays when the page goes away, as when the session ends', async () => {
    const { kept } = renderWith(null);
    await nameField();
    cleanup();
    expect(kept.draft).not.toBeNull();
  });

  it('is not shown to a member who may not create policies any more', async () => {
    const fake = fakeServices([buildPolicy()]);
    const permission = (action: string) => (action === 'create' ? 'denied' : 'allowed');
    fake.services.permissions.checkSync = (_resource, action) => permission(action);
    fake.services.permissions.check = async (_resource, action) => permission(action);
    renderWith(null, fake);
    await screen.findByText('Access reviews');
    expect(dialog()).toBeNull();
  });
});

describe('the focus after an action [R1.11]', () => {
  const focusedName = () => document.activeElement?.textContent;
  const save = async (name: string, user: ReturnType<typeof renderPage>) => {
    await user.type(await nameField(), name);
    await user.click(screen.getByRole('button', { name: 'Save' }));
  };

  it('is on the policy that was created, also when it was the first', async () => {
    const user = renderPage(fakeServices());
    await user.click(await screen.findByRole('button', { name: /^New policy/ }));
    await save('First', user);
    await waitFor(() => expect(focusedName()).toBe('First'));
    await user.click(screen.getByRole('button', { name: /^New policy/ }));
    await save('Second', user);
    await waitFor(() => expect(focusedName()).toBe('Second'));
  });

  it('is on the policy that was brought back', async () => {
    const user = renderPage(fakeServices([buildPolicy()]));
    await user.click(await screen.findByRole('button', { name: 'Delete “Access reviews”' }));
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(focusedName()).toBe('Access reviews'));
  });

  it('is on the next policy when the message about a deletion is dismissed', async () => {
    const other = buildPolicy({ id: 'policy-2', name: 'Backups' });
    const user = renderPage(fakeServices([buildPolicy(), other]));
    await user.click(await screen.findByRole('button', { name: 'Delete “Access reviews”' }));
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(focusedName()).toBe('Backups'));
  });
});

describe('permissions', () => {
  it('shows no policy and offers a retry when permissions are unknown [R16.2]', async () => {
    const fake = fakeServices([buildPolicy()]);
    Object.assign(fake.permission, { loaded: 'unknown', fetched: 'unknown' });
    renderPage(fake);
    expect(screen.getByText('Checking your permissions...')).toBeTruthy();
    expect(await screen.findByText(/We couldn.t check your permissions/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(screen.queryByText('Access reviews')).toBeNull();
    expect(createButton()).toBeNull();
  });

  it('shows no policy when reading is denied [R16.3]', async () => {
    const fake = fakeServices([buildPolicy()]);
    Object.assign(fake.permission, { loaded: 'denied', fetched: 'denied' });
    renderPage(fake);
    expect(await screen.findByText(/not allowed to see the policies of/)).toBeTruthy();
    expect(screen.queryByText(/could not be read/)).toBeNull();
    expect(screen.queryByText('Access reviews')).toBeNull();
  });

  it('names the resource that the access policy lacks, for an administrator [R16.4]', async () => {
    const fake = fakeServices([buildPolicy()]);
    fake.services = { ...fake.services, policyResource: 'documents' };
    Object.assign(fake.permission, { loaded: 'undefined', fetched: 'undefined' });
    renderPage(fake);
    const sentence = (await screen.findByText(/has no resource/)).parentElement?.textContent;
    expect(sentence).toContain('has no resource “documents”');
    expect(sentence).toContain('An administrator can add it');
    expect(screen.queryByText(/not allowed to see/)).toBeNull();
    expect(screen.queryByText('Access reviews')).toBeNull();
  });

  it('asks about the resource of the setting [R16.4]', async () => {
    const fake = fakeServices([buildPolicy()]);
    fake.services = { ...fake.services, policyResource: 'documents' };
    const only = (resource: string) => (resource === 'documents' ? 'allowed' : 'denied');
    fake.services.permissions.checkSync = only;
    fake.services.permissions.check = async (resource) => only(resource);
    renderPage(fake);
    expect(await screen.findByText('Access reviews')).toBeTruthy();
  });

  it('shows the policies when permissions become known [R16.1]', async () => {
    const fake = fakeServices([buildPolicy()]);
    fake.permission.loaded = 'unknown';
    renderPage(fake);
    expect(await screen.findByText('Access reviews')).toBeTruthy();
    expect(createButton()).not.toBeNull();
  });

  it('treats a check that rejects as unknown', async () => {
    const fake = fakeServices([buildPolicy()]);
    fake.permission.loaded = 'unknown';
    fake.services.permissions.check = () => Promise.reject(new Error('broken'));
    renderPage(fake);
    expect(await screen.findByText(/We couldn.t check your permissions/)).toBeTruthy();
  });

  it('offers no change, by control or by key, when only reading is allowed [R16.3]', async () => {
    const fake = fakeServices([buildPolicy()]);
    const only = (action: string) => (action === 'read' ? 'allowed' : 'denied');
    fake.services.permissions.checkSync = (_resource, action) => only(action);
    fake.services.permissions.check = async (_resource, action) => only(action);
    const user = renderPage(fake);
    getSentence('You can read policies here. If you need more, ask an administrator.');
    await user.click(await screen.findByRole('button', { name: 'Access reviews' }));
    expect(screen.getByRole('dialog', { name: 'Access reviews' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(createButton()).toBeNull();
    expect(screen.queryByRole('button', { name: /^(?:Edit|Delete)/ })).toBeNull();
    await user.keyboard('n');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('storage failures', () => {
  it('keeps the input in the editor when saving fails [R17.5]', async () => {
    const fake = fakeServices();
    fake.failing.write = true;
    const user = renderPage(fake);
    await user.click(await screen.findByRole('button', { name: /^New policy/ }));
    await user.type(await nameField(), 'Typed');
    await user.type(screen.getByRole('textbox', { name: 'Description (optional)' }), 'with care');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'What you typed is still here',
    );
    expect(screen.getByDisplayValue('Typed')).toBeTruthy();
    expect(screen.getByDisplayValue('with care')).toBeTruthy();
    fake.failing.write = false;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Typed' })).toBeTruthy();
  });

  it('shows an error and loads again on request when loading fails', async () => {
    const fake = fakeServices([buildPolicy()]);
    fake.failing.read = true;
    const user = renderPage(fake);
    expect((await screen.findByRole('alert')).textContent).toContain('could not be read');
    fake.failing.read = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Access reviews' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the policy in the list when deleting fails', async () => {
    const fake = fakeServices([buildPolicy()]);
    const user = renderPage(fake);
    fake.failing.write = true;
    await user.click(await screen.findByRole('button', { name: 'Delete “Access reviews”' }));
    expect((await screen.findByRole('alert')).textContent).toContain('could not be deleted');
    expect(screen.getByRole('button', { name: 'Access reviews' })).toBeTruthy();
  });

  it('offers undo again when undo fails', async () => {
    const fake = fakeServices([buildPolicy()]);
    const user = renderPage(fake);
    await user.click(await screen.findByRole('button', { name: 'Delete “Access reviews”' }));
    fake.failing.write = true;
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('Choose “Undo” again');
    fake.failing.write = false;
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(await screen.findByRole('button', { name: 'Access reviews' })).toBeTruthy();
    expect(fake.policies.get('policy-1')).toEqual(buildPolicy());
  });
});

describe('changes by another tab', () => {
  it('updates the list [R17.4]', async () => {
    const fake = fakeServices([buildPolicy()]);
    renderPage(fake);
    await screen.findByRole('button', { name: 'Access reviews' });
    fake.policies.set('policy-2', buildPolicy({ id: 'policy-2', name: 'From elsewhere' }));
    fake.changeElsewhere();
    expect(await screen.findByRole('button', { name: 'From elsewhere' })).toBeTruthy();
  });

  it.each([
    {
      what: 'changed',
      change: { updatedAt: 9_000, name: 'Theirs' },
      text: /was changed in another tab/,
    },
    { what: 'deleted', change: null, text: /was deleted in another tab/ },
  ])(
    'shows in the editor that the policy was $what, and keeps the input',
    async ({ change, text }) => {
      const fake = fakeServices([buildPolicy()]);
      const user = renderPage(fake);
      await user.click(await screen.findByRole('button', { name: 'Access reviews' }));
      await user.type(await nameField(), ' of mine');
      if (change === null) fake.policies.delete('policy-1');
      else fake.policies.set('policy-1', buildPolicy(change));
      fake.changeElsewhere();
      const dialog = within(screen.getByRole('dialog'));
      expect(await dialog.findByText(text)).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      await waitFor(() =>
        expect(fake.policies.get('policy-1')?.name).toBe('Access reviews of mine'),
      );
    },
  );
});

it('explains at its field what is wrong with a policy, and moves the focus there [R15.12]', async () => {
  const user = renderPage(fakeServices());
  await user.click(await screen.findByRole('button', { name: /^New policy/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(await nameField());
  expect(describedBy(await nameField())).toBe('Give the policy a name.');
  // A screen reader reads the description when the focus arrives. It announces nothing else.
  expect(screen.queryByRole('alert')).toBeNull();
  await user.keyboard('{Enter}');
  const first = screen.getByRole('alert');
  expect(first.textContent).toBe('Give the policy a name.');
  // Only an alert that arrives is announced.
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Give the policy a name.');
  expect(screen.getByRole('alert')).not.toBe(first);
  await user.type(await nameField(), 'Named');
  expect(describedBy(await nameField())).toBe('');
  const description = screen.getByRole('textbox', { name: 'Description (optional)' });
  await user.click(description);
  await user.paste('x'.repeat(10_001));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(description);
  expect(describedBy(description)).toMatch(/^Keep the description to/);
});

it('says while it is typed that a text is too long [R15.12]', async () => {
  const user = renderPage(fakeServices());
  await user.click(await screen.findByRole('button', { name: /^New policy/ }));
  await user.click(await nameField());
  await user.paste('x'.repeat(120));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.paste('x');
  expect(screen.getByRole('alert').textContent).toBe('Keep the name to 120 characters.');
  await user.keyboard('{Backspace}');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('lists the key of the search only where there is a search [R17.7]', async () => {
  const user = renderPage(fakeServices());
  await screen.findByRole('heading', { name: 'No policies yet' });
  await user.keyboard('?');
  expect(describedBy(screen.getByRole('dialog'))).not.toContain('Search policies');
});

describe('closing the editor', () => {
  it('takes no input while it saves, which would be lost [R17.5]', async () => {
    const fake = fakeServices();
    const { save } = fake.services.policyStore;
    let finish: () => void = () => undefined;
    const disk = new Promise<void>((resolve) => {
      finish = resolve;
    });
    fake.services.policyStore.save = async (policy) => {
      await disk;
      await save(policy);
    };
    const user = renderPage(fake);
    await user.click(await screen.findByRole('button', { name: /^New policy/ }));
    await user.type(await nameField(), 'Access{Enter}');
    await user.type(await nameField(), ' reviews');
    expect(screen.getByDisplayValue('Access')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeTruthy();
    finish();
    expect(await screen.findByRole('button', { name: 'Access' })).toBeTruthy();
  });

  it('asks before it discards unsaved input, with the focus on keeping it [R17.6]', async () => {
    const user = renderPage(fakeServices());
    await user.click(await screen.findByRole('button', { name: /^New policy/ }));
    await user.type(await nameField(), 'Half');
    await user.keyboard('{Escape}');
    expect(screen.getByText('Discard your changes?')).toBeTruthy();
    const radio = screen.getByRole('radio', { name: 'Draft' });
    expect(describedBy(radio)).toBe('Still being written');
    expect(document.activeElement?.textContent).toBe('Keep editing');
    await user.keyboard('{Enter}');
    expect(screen.getByDisplayValue('Half')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['{Escape}', '{Enter}'])(
    'returns to the same field on %s [R1.11, R17.6]',
    async (key) => {
      const user = renderPage(fakeServices());
      await user.click(await screen.findByRole('button', { name: /^New policy/ }));
      const description = screen.getByRole('textbox', { name: 'Description (optional)' });
      await user.type(description, 'Half');
      await user.keyboard('{Escape}');
      expect(document.activeElement?.textContent).toBe('Keep editing');
      await user.keyboard(key);
      expect(screen.queryByText('Discard your changes?')).toBeNull();
      expect(document.activeElement).toBe(description);
    },
  );

  it('says when another policy has the same name, in any case, and saves it all the same [R17.9]', async () => {
    const user = renderPage(fakeServices([buildPolicy()]));
    await user.click(await screen.findByRole('button', { name: /^New policy/ }));
    await user.type(await nameField(), 'ACCESS  reviews');
    const sentence = await findSettled('Another policy already has this name.');
    expect(sentence.closest('[role="status"]')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await getSentenceSoon('Saved: “ACCESS reviews”');
  });

  it('closes at once when nothing was typed', async () => {
    const user = renderPage(fakeServices());
    await user.click(await screen.findByRole('button', { name: /^New policy/ }));
    await nameField();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the result of an action', () => {
  it('names the policy, and goes when something else is done [R17.3]', async () => {
    const user = renderPage(fakeServices([buildPolicy()]));
    await user.click(await screen.findByRole('button', { name: 'Delete “Access reviews”' }));
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    await getSentenceSoon('Restored: “Access reviews”');
    await user.click(screen.getByRole('button', { name: 'Edit “Access reviews”' }));
    expect(screen.queryByText(/^Restored/)).toBeNull();
    await user.type(await nameField(), ' of 2027');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await getSentenceSoon('Saved: “Access reviews of 2027”');
    await user.type(screen.getByRole('searchbox'), 'a');
    expect(screen.queryByText(/^Saved/)).toBeNull();
  });

  it('of a change can be dismissed, with the focus on the policy [R1.11, R17.3]', async () => {
    const user = renderPage(fakeServices([buildPolicy(), buildPolicy({ id: 'other', name: 'B' })]));
    await user.click(await screen.findByRole('button', { name: 'Edit “B”' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await getSentenceSoon('Saved: “B”');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/^Saved/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('B'));
  });

  it('of several deletions brings back all of them [R17.3]', async () => {
    const names = ['Access reviews', 'Backups', 'Cables'];
    const all = names.map((name, index) => buildPolicy({ id: `policy-${index}`, name }));
    const fake = fakeServices(all);
    const user = renderPage(fake);
    const undo = (label: string) => screen.findByRole('button', { name: label });
    for (const name of names) {
      await user.click(await screen.findByRole('button', { name: `Delete “${name}”` }));
      if (name === 'Access reviews') await undo('Undo deleting “Access reviews”');
    }
    await getSentenceSoon('3 policies were deleted.');
    const together = await undo('Undo deleting 3 policies');
    expect(document.activeElement).toBe(together);
    const { save } = fake.services.policyStore;
    fake.services.policyStore.save = (policy) =>
      policy.name === 'Backups' ? Promise.reject(new Error('full')) : save(policy);
    await user.click(together);
    expect((await screen.findByRole('alert')).textContent).toContain('Choose “Undo” again');
    expect(screen.getByRole('button', { name: 'Cables' })).toBeTruthy();
    fake.services.policyStore.save = save;
    await user.click(await undo('Undo deleting “Backups”'));
    await getSentenceSoon('Restored: “Backups”');
    expect([...fake.policies.values()].map(({ name }) => name).sort()).toEqual(names);
  });

  it('keeps what can be brought back when the next deletion fails [R17.3]', async () => {
    const fake = fakeServices([buildPolicy(), buildPolicy({ id: 'policy-2', name: 'Backups' })]);
    const user = renderPage(fake);
    await user.click(await screen.findByRole('button', { name: 'Delete “Access reviews”' }));
    await screen.findByRole('button', { name: 'Undo deleting “Access reviews”' });
    fake.failing.write = true;
    await user.click(screen.getByRole('button', { name: 'Delete “Backups”' }));
    expect((await screen.findByRole('alert')).textContent).toContain('could not be deleted');
    fake.failing.write = false;
    await user.click(screen.getByRole('button', { name: 'Undo deleting “Access reviews”' }));
    await getSentenceSoon('Restored: “Access reviews”');
  });

  it('of a search is announced as it is shown, also of another one without a match, and its end [R17.3, R1.23]', async () => {
    const user = renderPage(fakeServices([buildPolicy()]));
    await user.type(await screen.findByRole('searchbox'), 'nothing like it');
    const none = (query: string) => `No policy matches “${query}”.`;
    expect((await findSettled(none('nothing like it'))).getAttribute('role')).toBe('status');
    await user.type(screen.getByRole('searchbox'), ' either ');
    expect(await findSettled(none('nothing like it either'))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect((await findSettled('1 policy')).getAttribute('role')).toBe('status');
    expect(screen.getByRole('button', { name: 'Access reviews' })).toBeTruthy();
  });

  it('of a later deletion is the only one: the count of an ended search goes [R1.23]', async () => {
    const user = renderPage(fakeServices([buildPolicy()]));
    await user.type(await screen.findByRole('searchbox'), 'a');
    expect(await findSettled('1 policy')).toBeTruthy();
    await user.clear(screen.getByRole('searchbox'));
    await user.click(screen.getByRole('button', { name: 'Delete “Access reviews”' }));
    await getSentenceSoon('Deleted: “Access reviews”');
    await user.click(screen.getByRole('button', { name: 'Undo deleting “Access reviews”' }));
    await getSentenceSoon('Restored: “Access reviews”');
    expect(screen.queryByText('1 policy')).toBeNull();
  });
});

it('says in the empty list where policies are kept, and which field of a policy is needed [R1.10]', async () => {
  const user = renderPage(fakeServices());
  await getSentenceSoon('Write the first policy of Acme. It is kept in this browser only.');
  await user.click(screen.getByRole('button', { name: /^New policy/ }));
  expect((await nameField()).getAttribute('aria-required')).toBe('true');
});

it('says in the empty list of somebody who may not write that it is empty in this browser, and no more [R16.5]', async () => {
  const limited = fakeServices();
  const onlyRead = (action: string) => (action === 'read' ? 'allowed' : 'denied');
  limited.services.permissions.checkSync = (_resource, action) => onlyRead(action);
  limited.services.permissions.check = async (_resource, action) => onlyRead(action);
  renderPage(limited);
  await getSentenceSoon(
    'There are no policies of Acme in this browser. Policies stay in the browser where they were written.',
  );
  getSentence('You can read policies here. If you need more, ask an administrator.');
  expect(createButton()).toBeNull();
});

/** Waits until a sentence with inserted values is shown. */
async function getSentenceSoon(text: string): Promise<void> {
  await waitFor(() => getSentence(text));
}

describe('while the member switches to another organization [R11.24]', () => {
  async function openTwo() {
    const { services } = fakeServices([buildPolicy(), buildPolicy({ id: 'policy-2', name: 'B' })]);
    const page = (isSwitching: boolean) => (
      <PoliciesPage session={appScreenView.session} services={services} isSwitching={isSwitching} />
    );
    const { rerender } = render(page(false));
    await screen.findByText('Access reviews');
    return { user: userEvent.setup(), show: (isSwitching: boolean) => rerender(page(isSwitching)) };
  }
  const isHeld = (element: HTMLElement) => element.closest('[inert]') !== null;

  it('is busy, says why, and holds its actions and its keys', async () => {
    const { user, show } = await openTwo();
    show(true);
    expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true');
    expect(await findSettled('Switching to another organization. Please wait.')).toBeTruthy();
    expect(isHeld(screen.getByRole('heading', { level: 1 }))).toBe(false);
    expect(isHeld(screen.getByPlaceholderText('Search'))).toBe(true);
    expect(isHeld(screen.getByText('Access reviews'))).toBe(true);
    await user.keyboard('n');
    expect(screen.queryByRole('dialog')).toBeNull();
    show(false);
    expect(screen.queryByText(/^Switching to another organization/)).toBeNull();
    await user.keyboard('n');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('still says what an action has done, which can be undone afterwards', async () => {
    const { user, show } = await openTwo();
    await user.click(screen.getByRole('button', { name: 'Delete “B”' }));
    show(true);
    await getSentenceSoon('Deleted: “B”');
    expect(isHeld(getSentence('Deleted: “B”'))).toBe(false);
    const undo = screen.getByRole('button', { name: /^Undo/ });
    await user.click(undo);
    expect(screen.queryByRole('button', { name: 'B' })).toBeNull();
    show(false);
    await user.click(undo);
    expect(await screen.findByRole('button', { name: 'B' })).toBeTruthy();
  });
});

it('reads the list of shortcuts with their dialog, which gives the focus to its close button [R17.7]', () => {
  render(<ShortcutsDialog canCreate canSearch isEnabled onToggle={vi.fn()} onClose={vi.fn()} />);
  expect(describedBy(screen.getByRole('dialog'))).toMatch(/^New policy.*Search policies.*Esc$/);
  // Not to the switch, which Space would then turn off.
  expect(document.querySelector('[autofocus]')?.textContent).toBe('Close');
});
