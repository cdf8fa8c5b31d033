import type { Page } from '@playwright/test';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  signIn,
  signOut,
  test,
} from '../support/product-test.ts';

const ADA = 'ada@acme.example';
const DORA = 'dora@acme.example';

const newPolicy = (page: Page) => page.getByRole('button', { name: /^New policy/ });
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });

async function addPolicy(page: Page, name: string, description = ''): Promise<void> {
  await newPolicy(page).click();
  await nameField(page).fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill(description);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, name)).toBeVisible();
}

test.describe('policies', () => {
  test('can be created, searched, edited, deleted and restored, and are kept after a reload [R17.1, R17.3]', {
    tag: '@smoke',
  }, async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await expect(page.getByText(/It is kept in this browser only\./)).toBeVisible();
    await expect(page.getByText(/^You can .* policies here/)).toHaveCount(0);
    await addPolicy(page, 'Access reviews', 'Every quarter.');
    await addPolicy(page, 'Backups', 'Every night.');

    await page.getByRole('searchbox').fill('QUARTER');
    await expect(row(page, 'Backups')).toHaveCount(0);
    await expect(page.getByText('1 policy')).toBeVisible();
    await page.getByRole('searchbox').fill('');

    await page.getByRole('button', { name: 'Edit “Backups”' }).click();
    await nameField(page).fill('Backups and restores');
    await page.getByRole('radio', { name: 'Active' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'Backups and restores')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Backups' })).toContainText('Active');

    await page.getByRole('button', { name: 'Delete “Access reviews”' }).click();
    await expect(row(page, 'Access reviews')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo deleting “Access reviews”' }).click();
    await expect(row(page, 'Access reviews')).toBeVisible();

    await page.reload();
    await expect(row(page, 'Access reviews')).toBeVisible();
    await expect(row(page, 'Backups and restores')).toBeVisible();
  });

  test('stay where they are when one is deleted, by a double click too [R17.3]', async ({
    page,
  }) => {
    await signIn(page, ADA, 'acme');
    for (let number = 1; number <= 12; number += 1) await addPolicy(page, `Policy ${number}`);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('button', { name: 'Delete “Policy 11”' }).dblclick();
    const undo = page.getByRole('button', { name: 'Undo deleting “Policy 11”' });
    await expect(undo).toBeFocused();
    await expect(undo).toBeInViewport();
    await expect(row(page, 'Policy 10')).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('are updated in other tabs [R17.4]', async ({ page, context }) => {
    await signIn(page, ADA, 'acme');
    const other = await context.newPage();
    await other.goto('/policies');
    await expect(other.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
    await addPolicy(page, 'Access reviews');
    await expect(row(other, 'Access reviews')).toBeVisible();
    await other.getByRole('button', { name: 'Delete “Access reviews”' }).click();
    await expect(row(page, 'Access reviews')).toHaveCount(0);
  });

  test('are separate for each organization [R17.1]', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await addPolicy(page, 'Only of Acme');
    await page.getByRole('button', { name: 'Organization: Acme' }).click();
    await page.getByRole('menuitemradio', { name: /Harbor/ }).click();
    await expect(page.getByRole('button', { name: 'Organization: Harbor' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
    await expect(row(page, 'Only of Acme')).toHaveCount(0);
  });

  test('stay in the editor when the database fails to save them [R17.5]', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
    await page.evaluate(() => {
      const transaction = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function broken() {
        IDBDatabase.prototype.transaction = transaction;
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    });
    await newPolicy(page).click();
    await nameField(page).fill('Typed with care');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('What you typed is still here');
    await expect(nameField(page)).toHaveValue('Typed with care');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'Typed with care')).toBeVisible();
  });

  test('that are being written outlive the end of the session, for their member only [R17.10]', async ({
    page,
    context,
  }) => {
    await signIn(page, ADA, 'acme');
    await newPolicy(page).click();
    await nameField(page).fill('Half a policy');
    await context.clearCookies();
    await page.evaluate(() => window.history.pushState(null, '', '#moved'));
    await expectState(page, /^signedOut\.default/);
    await signIn(page, DORA, 'acme');
    await expectState(page, 'signedIn.authenticated');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await signOut(page);
    await signIn(page, ADA, 'acme');
    await expect(nameField(page)).toHaveValue('Half a policy');
    await expect(nameField(page)).toBeFocused();
    await expect(page.getByText('What you were writing is still here.')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'Half a policy')).toBeVisible();
    await page.reload();
    await expect(row(page, 'Half a policy')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('cannot be created by button or key without the permission [R16.3]', async ({ page }) => {
    await signIn(page, DORA, 'acme');
    await expect(page.getByText(/^You can read policies here\./)).toBeVisible();
    await expect(newPolicy(page)).toHaveCount(0);
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toBeVisible();
    await expect(sheet.getByText('New policy')).toHaveCount(0);
  });
});

test('a project without an access policy shows that permissions are unknown, not denied [R16.2]', async ({
  page,
  emulator,
}) => {
  await emulator.updateProject({ rbac_policy: null });
  await signIn(page, ADA, 'acme');
  await expect(page.getByText(/We couldn.t check your permissions/)).toBeVisible();
  await expect(newPolicy(page)).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test.describe('the shortcut for a new policy', () => {
  test('opens the editor, except in a text field or with a modifier key [R17.7]', async ({
    page,
  }) => {
    await signIn(page, ADA, 'acme');
    await expect(newPolicy(page)).toHaveAttribute('aria-keyshortcuts', 'N');
    for (const chord of ['Control+n', 'Alt+n', 'Shift+N']) await page.keyboard.press(chord);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'New policy' })).toBeVisible();
    await expect(nameField(page)).toHaveValue('');
    await page.keyboard.type('now?/n');
    await expect(nameField(page)).toHaveValue('now?/n');
    await page.keyboard.press('Control+Enter');
    await expect(row(page, 'now?/n')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('n');
    await expect(page.getByRole('searchbox')).toHaveValue('n');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('can be switched off, and stays off after a reload [R13.6, R17.7]', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await expect(newPolicy(page)).toBeVisible();
    await page.keyboard.press('?');
    await page.getByRole('checkbox', { name: /Use single keys/ }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.reload();
    await expect(newPolicy(page)).not.toHaveAttribute('aria-keyshortcuts');
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('the GitHub setup callback', () => {
  const setup = 'installation_id=424242&setup_action=install';

  test('leads through sign-in to the confirmation, without the code in any address [R2.5, R2.6, R2.12]', async ({
    page,
  }) => {
    await page.goto(`/github/app-setup?code=secret&state=secret&${setup}`);
    await expect(page).toHaveURL(`/github/app-setup?${setup}`);
    await page.getByRole('button', { name: 'Sign in to continue' }).click();
    await continueWithGoogle(page, ADA);
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
    await expect(page).toHaveURL(
      /\/github\/connected\?setup_action=install&installation_id=424242$/,
    );
    await expect(page.getByRole('heading', { name: 'GitHub is connected' })).toBeVisible();
    await expect(page.getByText('424242')).toBeVisible();
    await expect(page.getByText('Acme', { exact: true })).toBeVisible();
  });

  test('shows the result at once with a session', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await page.goto('/github/app-setup?setup_action=request');
    await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  });

  test('shows an error for invalid parameters [R2.5]', async ({ page }) => {
    await page.goto('/github/app-setup?installation_id=1%3Cscript%3E&setup_action=install');
    await expect(page.getByText(/This link is incomplete/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in to continue' })).toHaveCount(0);
  });
});

test.describe('/health', () => {
  test('shows the build and that the provider responds [R2.3]', async ({ page }) => {
    await page.goto('/health');
    await expect(page.getByText(/^\d+\.\d+\.\d+/)).toBeVisible();
    await expect(page.getByText('Local emulator', { exact: true })).toBeVisible();
    await expect(page.getByText(/Available, answered in \d+ ms/)).toBeVisible();
  });
});

test.describe('/health when the provider fails', () => {
  test.use({ expectedConsoleErrors: { patterns: [/^\[Stytch\]/] } });

  test('shows that the provider does not respond, and checks again on request [R2.3]', async ({
    page,
    emulator,
  }) => {
    await emulator.injectFault('/projects/bootstrap/*', { kind: 'error', status: 500 });
    await page.goto('/health');
    await expect(page.getByText('Not available')).toBeVisible();
    await emulator.clearFaults();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText(/Available, answered in \d+ ms/)).toBeVisible();
  });
});

test('the policies page links to the statechart', async ({ page }) => {
  await signIn(page, ADA, 'acme');
  await expect(page.getByRole('link', { name: /statechart/ })).toHaveAttribute('href', '/chart');
});
