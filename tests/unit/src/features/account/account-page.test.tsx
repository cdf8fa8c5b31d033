// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Directory, DirectoryError } from '#src/api/directory.ts';
import { AccountPage } from '#src/features/account/account-page.tsx';
import { getField } from '#tests/unit/support/render.tsx';
import { findAlert, findButton, renderPage } from '#tests/unit/support/render-page.tsx';
import { appScreenView } from '#tests/unit/support/view-fixtures.ts';

const { session } = appScreenView;
const enrolment = {
  secret: 'JBSWY3DPEHPK3PXP',
  qrCode: 'data:image/png;base64,AA==',
  recoveryCodes: ['rc-1'],
};

/** Opens the page of a member with or without an authenticator app. */
function openPage(hasAuthenticatorApp = false, permitted?: readonly string[]) {
  const self = { name: 'Ada Lovell', hasAuthenticatorApp };
  const calls = {
    read: vi.fn(async () => ({ ...self })),
    rename: vi.fn(async (name: string) => ({ ...self, name })),
    enrol: vi.fn(async () => enrolment),
    verify: vi.fn(async (code: string) => {
      if (code !== '123456') throw new DirectoryError('code');
      self.hasAuthenticatorApp = true;
    }),
    removeAuthenticatorApp: vi.fn(async () => {
      self.hasAuthenticatorApp = false;
      return { ...self };
    }),
    readRecoveryCodes: vi.fn(async () => ['rc-2']),
    renewRecoveryCodes: vi.fn(async () => ['rc-9']),
  };
  const signOut = vi.fn(async (_: string) => undefined);
  const directory = { self: calls, members: { signOut } } as unknown as Directory;
  const loadDirectory = vi.fn(async () => directory);
  const page = renderPage(<AccountPage />, {
    services: { loadDirectory },
    ...(permitted ? { permitted } : {}),
  });
  return { ...page, ...calls, signOut, loadDirectory };
}

it('changes the name, and says why that has failed [R23.7]', async () => {
  const { user, rename } = openPage();
  await findButton('Save name');
  rename.mockRejectedValueOnce(new DirectoryError('unreachable'));
  await user.clear(getField('Name'));
  await user.type(getField('Name'), ' Ada L. ');
  await user.click(await findButton('Save name'));
  await findAlert('Check your connection');
  await user.click(await findButton('Save name'));
  await screen.findByText('Your name is saved.');
  expect(rename.mock.lastCall?.[0]).toBe('Ada L.');
  expect(getField('Name')).toMatchObject({ value: 'Ada L.', maxLength: 128 });
});

it('takes no input while it saves a name, which no earlier read replaces [R23.7]', async () => {
  const { user, read, rename } = openPage();
  await findButton('Save name');
  await user.type(getField('Name'), ' King');
  const old = { name: 'Ada Lovell', hasAuthenticatorApp: false };
  let answer = (_: typeof old) => {};
  let readOld = (_: typeof old) => {};
  read.mockReturnValueOnce(new Promise((resolve) => (readOld = resolve)));
  window.dispatchEvent(new Event('visibilitychange'));
  rename.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  await user.click(await findButton('Save name'));
  await user.type(getField('Name'), '!');
  answer({ ...old, name: 'Ada Lovell King, MD' });
  await screen.findByText('Your name is saved.');
  readOld(old);
  await user.type(getField('Name'), '?');
  expect(getField('Name').value).toBe('Ada Lovell King, MD?');
  expect(screen.queryByText('Your name is saved.')).toBeNull();
});

it('ends all sessions of the member, and says when that has failed, also for want of its code [R23.7]', async () => {
  const { user, signOut, loadDirectory } = openPage();
  const signOutEverywhere = await findButton('Sign out everywhere');
  loadDirectory.mockRejectedValueOnce(new Error('Failed to fetch'));
  await user.click(signOutEverywhere);
  await findAlert('Check your connection');
  await user.click(signOutEverywhere);
  expect(signOut.mock.calls).toEqual([[session.memberId]]);
});

it.each([
  ['nothing', [], []],
  ['her own name', ['stytch.self.update.info.name'], ['Save name']],
])('offers what the roles permit: %s [R23.7]', async (_, permitted, offered) => {
  openPage(true, permitted);
  await findButton('Replace the recovery codes');
  const shown = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(shown).toEqual([...offered, 'Show recovery codes', 'Replace the recovery codes']);
});

it('says why the account could not be read, and reads it again', async () => {
  const { user, read } = openPage();
  await findButton('Save name');
  read.mockRejectedValueOnce(new DirectoryError('limited'));
  window.dispatchEvent(new Event('visibilitychange'));
  await findAlert('too many requests');
  await user.click(await findButton('Try again'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

describe('the second factor [R23.8]', () => {
  const saveCodes = async (user: ReturnType<typeof openPage>['user'], code: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
    dialog.getByText(code);
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    await user.keyboard('{Escape}');
    await user.click(await findButton('I have saved them'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(leave()).toBe(true);
  };

  it('is set up with the first code of the app, and shows the recovery codes once', async () => {
    const { user, verify } = openPage();
    await user.click(await findButton('Set up an authenticator app'));
    const field = await screen.findByLabelText('Code from your authenticator app');
    await user.type(field, '12');
    await user.click(await findButton('Verify code'));
    await findAlert('The code has six digits.');
    await user.clear(field);
    await user.type(field, '654321');
    await user.click(await findButton('Verify code'));
    await findAlert('This code is wrong, too old or already used.');
    verify.mockImplementationOnce(async () => {
      await user.type(field, '{Backspace}');
      throw new DirectoryError('unreachable');
    });
    await user.click(await findButton('Verify code'));
    await findAlert('We could not reach the sign-in service.');
    await user.clear(field);
    await user.type(field, '123 456');
    await user.click(await findButton('Verify code'));
    await saveCodes(user, 'rc-1');
    await screen.findByText('An authenticator app is your second factor.');
  });

  it('is replaced after a question', async () => {
    const { user, removeAuthenticatorApp } = openPage(true);
    await user.click(await findButton('Replace the authenticator app'));
    await screen.findByText(/stops working at once/);
    await user.click(await findButton('Cancel'));
    expect(removeAuthenticatorApp).not.toHaveBeenCalled();
    await user.click(await findButton('Replace the authenticator app'));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Replace/ }));
    await screen.findByRole('dialog', { name: 'Set up your authenticator app' });
    expect(removeAuthenticatorApp).toHaveBeenCalledOnce();
    expect(screen.getByText('You sign in without a second factor.')).toBeTruthy();
  });

  it('shows the recovery codes that are left', async () => {
    const { user, readRecoveryCodes } = openPage(true);
    await user.click(await findButton('Show recovery codes'));
    within(await screen.findByRole('dialog', { name: 'Your recovery codes' })).getByText('rc-2');
    expect(screen.getByRole('link').getAttribute('href')).toContain('Acme');
    await user.click(await findButton('Close'));
    readRecoveryCodes.mockResolvedValueOnce([]);
    await user.click(await findButton('Show recovery codes'));
    await screen.findByText('You have used all of them. Replace them.');
  });

  it('gets new recovery codes after a question, and says when that has failed', async () => {
    const { user, renewRecoveryCodes } = openPage(true);
    renewRecoveryCodes.mockRejectedValueOnce(new DirectoryError('unreachable'));
    const confirm = async () => {
      await user.click(await findButton('Replace the recovery codes'));
      expect(screen.queryByRole('alert')).toBeNull();
      const dialog = within(screen.getByRole('dialog'));
      await user.click(dialog.getByRole('button', { name: 'Replace the recovery codes' }));
    };
    await confirm();
    await findAlert('Check your connection');
    expect(screen.queryByRole('dialog')).toBeNull();
    await confirm();
    await saveCodes(user, 'rc-9');
  });

  it('says why the provider refuses', async () => {
    const { user, enrol } = openPage();
    enrol.mockRejectedValueOnce(new DirectoryError('other', 'Text messages only.'));
    await user.click(await findButton('Set up an authenticator app'));
    await findAlert('Text messages only.');
  });
});
