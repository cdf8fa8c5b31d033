// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { PoliciesPage } from '#src/features/policies/policies-page.tsx';
import { fakeServices, policy } from './support/policies.ts';

const session: SignedInSession = {
  sessionId: 'session-1',
  memberId: 'member-1',
  memberName: 'Ada Lovell',
  emailAddress: 'ada@acme.example',
  organization: { id: 'organization-acme', slug: 'acme', name: 'Acme' },
  roles: ['stytch_member'],
  expiresAt: 0,
  impersonated: false,
};

type Fake = ReturnType<typeof fakeServices>;

function show({ services }: Fake) {
  render(<PoliciesPage session={session} services={services} />);
  return userEvent.setup();
}

const newPolicy = () => screen.queryByRole('button', { name: /^New policy/ });
const nameField = () => screen.findByRole('textbox', { name: 'Name' });

afterEach(cleanup);

describe('what roles permit', () => {
  it('unknown is said to be unknown, shows nothing and offers to ask again', async () => {
    const fake = fakeServices([policy()]);
    Object.assign(fake.permitted, { now: 'unknown', certain: 'unknown' });
    show(fake);
    expect(screen.getByText('Reading what your roles permit…')).toBeTruthy();
    expect(await screen.findByText(/the access policy could not be read/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByText('Access reviews')).toBeNull();
    expect(newPolicy()).toBeNull();
  });

  it('denied is said to be denied', async () => {
    const fake = fakeServices([policy()]);
    Object.assign(fake.permitted, { now: 'denied', certain: 'denied' });
    show(fake);
    expect(await screen.findByText(/do not let you see the policies of/)).toBeTruthy();
    expect(screen.queryByText(/could not be read/)).toBeNull();
    expect(screen.queryByText('Access reviews')).toBeNull();
  });

  it('unknown at first, and then allowed, is allowed', async () => {
    const fake = fakeServices([policy()]);
    fake.permitted.now = 'unknown';
    show(fake);
    expect(await screen.findByText('Access reviews')).toBeTruthy();
    expect(newPolicy()).not.toBeNull();
  });

  it('a check that breaks is unknown', async () => {
    const fake = fakeServices([policy()]);
    fake.permitted.now = 'unknown';
    fake.services.permissions.check = () => Promise.reject(new Error('broken'));
    show(fake);
    expect(await screen.findByText(/the access policy could not be read/)).toBeTruthy();
  });

  it('reading only gives no way to change anything, by key either', async () => {
    const fake = fakeServices([policy()]);
    const only = (action: string) => (action === 'read' ? 'allowed' : 'denied');
    fake.services.permissions.checkSync = (_resource, action) => only(action);
    fake.services.permissions.check = async (_resource, action) => only(action);
    const user = show(fake);
    expect(screen.getByText(/Your roles let you read policies\./)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Access reviews' }));
    expect(screen.getByRole('dialog', { name: 'Access reviews' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(newPolicy()).toBeNull();
    expect(screen.queryByRole('button', { name: /^(?:Edit|Delete)/ })).toBeNull();
    await user.keyboard('n');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a database that fails', () => {
  it('to save gives a sentence and loses nothing typed', async () => {
    const fake = fakeServices();
    fake.broken.write = true;
    const user = show(fake);
    await user.click(await screen.findByRole('button', { name: /^New policy/ }));
    await user.type(await nameField(), 'Typed');
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'with care');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'What you typed is still here',
    );
    expect(screen.getByDisplayValue('Typed')).toBeTruthy();
    expect(screen.getByDisplayValue('with care')).toBeTruthy();
    fake.broken.write = false;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Typed' })).toBeTruthy();
  });

  it('to be read gives a sentence, and is read again on request', async () => {
    const fake = fakeServices([policy()]);
    fake.broken.read = true;
    const user = show(fake);
    expect((await screen.findByRole('alert')).textContent).toContain('could not be read');
    fake.broken.read = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Access reviews' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('to delete leaves the policy where it is', async () => {
    const fake = fakeServices([policy()]);
    const user = show(fake);
    fake.broken.write = true;
    await user.click(await screen.findByRole('button', { name: 'Delete “Access reviews”' }));
    expect((await screen.findByRole('alert')).textContent).toContain('could not be deleted');
    expect(screen.getByRole('button', { name: 'Access reviews' })).toBeTruthy();
  });

  it('to undo keeps what was deleted for another try', async () => {
    const fake = fakeServices([policy()]);
    const user = show(fake);
    await user.click(await screen.findByRole('button', { name: 'Delete “Access reviews”' }));
    fake.broken.write = true;
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('to try again');
    fake.broken.write = false;
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(await screen.findByRole('button', { name: 'Access reviews' })).toBeTruthy();
    expect(fake.policies.get('policy-1')).toEqual(policy());
  });
});

describe('two tabs', () => {
  it('agree on the list', async () => {
    const fake = fakeServices([policy()]);
    show(fake);
    await screen.findByRole('button', { name: 'Access reviews' });
    fake.policies.set('policy-2', policy({ id: 'policy-2', name: 'From elsewhere' }));
    fake.elsewhere();
    expect(await screen.findByRole('button', { name: 'From elsewhere' })).toBeTruthy();
  });

  it.each([
    {
      what: 'changed',
      change: { updatedAt: 9_000, name: 'Theirs' },
      says: /was changed in another tab/,
    },
    { what: 'deleted', change: null, says: /was deleted in another tab/ },
  ])(
    'editing the same policy are told when it is $what, and what is typed stays',
    async ({ change, says }) => {
      const fake = fakeServices([policy()]);
      const user = show(fake);
      await user.click(await screen.findByRole('button', { name: 'Access reviews' }));
      await user.type(await nameField(), ' of mine');
      if (change === null) fake.policies.delete('policy-1');
      else fake.policies.set('policy-1', policy(change));
      fake.elsewhere();
      const dialog = within(screen.getByRole('dialog'));
      expect(await dialog.findByText(says)).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      await waitFor(() =>
        expect(fake.policies.get('policy-1')?.name).toBe('Access reviews of mine'),
      );
    },
  );
});

describe('leaving the editor', () => {
  it('with something typed asks first, and the safe answer has the focus', async () => {
    const user = show(fakeServices());
    await user.click(await screen.findByRole('button', { name: /^New policy/ }));
    await user.type(await nameField(), 'Half');
    await user.keyboard('{Escape}');
    expect(screen.getByText('What you typed is not saved.')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Keep editing');
    await user.keyboard('{Enter}');
    expect(screen.getByDisplayValue('Half')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('with nothing typed is at once', async () => {
    const user = show(fakeServices());
    await user.click(await screen.findByRole('button', { name: /^New policy/ }));
    await nameField();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
