import type { Page } from '@playwright/test';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  test,
} from '../support/product-test.ts';
import { totp } from '../support/totp.ts';

const ADAS_SECRET = 'JBSWY3DPEHPK3PXP';

async function goToSecondFactor(page: Page, person: string, slug = 'fjord'): Promise<void> {
  await page.goto('/policies?filter=yes');
  await continueWithGoogle(page, person);
  await organizationRow(page, slug).click();
  await expectState(page, /^signedOut\.secondFactor/);
}

const codeField = (page: Page) => page.getByPlaceholder('Enter 6-digit code');

test('an authenticator code completes the sign-in [R7.6, R10.1, R10.2]', { tag: '@smoke' }, async ({
  page,
  emulator,
}) => {
  await goToSecondFactor(page, 'ada@acme.example');
  await expect(page.getByRole('heading', { name: 'Enter your authenticator code' })).toBeVisible();
  await expect(
    page.getByText('Multi-factor authentication is required to continue.'),
  ).toBeVisible();
  await codeField(page).fill(totp(ADAS_SECRET, Date.now()));
  await expectState(page, 'signedIn.authenticated');
  await expect(page).toHaveURL(/\/policies\?filter=yes$/);
  const call = (await emulator.requests()).find(({ path }) => path.endsWith('/totp/authenticate'));
  expect(call?.body).toMatchObject({ session_duration_minutes: 1440 });
});

test('a wrong code shows a message and is selected, so that typing replaces it', async ({
  page,
}) => {
  await goToSecondFactor(page, 'ada@acme.example');
  const right = totp(ADAS_SECRET, Date.now());
  await codeField(page).fill(right === '000000' ? '000001' : '000000');
  await expect(page.getByRole('alert')).toContainText('That code is wrong or too old');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(totp(ADAS_SECRET, Date.now()));
  await expectState(page, 'signedIn.authenticated');
});

test('a recovery code completes the sign-in only once [R10.3]', async ({ page, context }) => {
  await goToSecondFactor(page, 'ada@acme.example');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = page.getByRole('textbox', { name: /recovery code/i });
  await field.fill(' RC-ADA - 0001');
  await field.press('Enter');
  await expectState(page, 'signedIn.authenticated');
  await expect(page.getByText('It works only once. Codes left: 9.')).toBeVisible();

  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await goToSecondFactor(page, 'ada@acme.example');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await field.fill('rc-ada-0001');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('recovery code');
});

test('a member without a second factor enrols one, cannot lose the recovery codes by a reload, and downloads them [R10.4, R10.5, R10.10]', async ({
  page,
  emulator,
}) => {
  await goToSecondFactor(page, 'ezra@fjord.example');
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible();
  await expect(page.getByRole('img')).toBeVisible();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await codeField(page).fill(totp(secret, Date.now()));
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  await expectState(page, 'signedOut.secondFactor.savingCodes');
  const codes = await page.getByRole('listitem').allTextContents();
  expect(codes.length).toBeGreaterThan(4);
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(page.getByRole('listitem')).toHaveText(codes);
  const download = page.waitForEvent('download');
  await page
    .getByRole('link', { name: 'Download' })
    .or(page.getByRole('button', { name: 'Download' }))
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.txt$/);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expectState(page, 'signedIn.authenticated');
  const call = (await emulator.requests()).find(({ path }) => path.endsWith('/totp/authenticate'));
  expect(call?.body).toMatchObject({ set_mfa_enrollment: 'enroll', set_default_mfa: true });
});

test('a reload returns to the second factor [R10.7]', async ({ page }) => {
  await goToSecondFactor(page, 'ada@acme.example');
  await page.reload();
  await expectState(page, 'signedOut.secondFactor.verifying.entering');
  await codeField(page).fill(totp(ADAS_SECRET, Date.now()));
  await expectState(page, 'signedIn.authenticated');
});

test('an organization that requires text messages shows a message and a button back to the list [R10.6]', async ({
  page,
}) => {
  await goToSecondFactor(page, 'ada@acme.example', 'juniper');
  await expect(page.getByText(/asks for a code by text message/)).toBeVisible();
  await page.getByRole('button', { name: '← Choose a different organization' }).click();
  await organizationRow(page, 'acme').click();
  await expectState(page, 'signedIn.authenticated');
});
