import type { Page } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { openVerification } from '../support/plant.ts';
import {
  ADA,
  back,
  button,
  codeField,
  continueWithGoogle,
  expect,
  expectState,
  firstPageHeading,
  organizationRow,
  SIGNED_IN,
  shownText,
  test,
} from '../support/test.ts';
import { ADAS_SECRET, EZRA, shownSecret, totp } from './support.ts';

/** Whether the page is on the history entry of a verification. */
const isMarked = (page: Page) => page.evaluate(() => window.history.state?.isStep === true);

test('an authenticator code completes the sign-in, after which the first Back leaves the product [R2.13, R7.6, R10.1, R10.2]', async ({
  page,
}) => {
  await page.goto(`${FIRST_PAGE}?filter=yes`);
  await continueWithGoogle(page, ADA);
  await organizationRow(page, 'fjord').click();
  await expect(page.getByRole('heading', { name: 'Enter your authenticator code' })).toBeVisible();
  await expect(
    shownText(page, 'Multi-factor authentication is required to continue.'),
  ).toBeVisible();
  await codeField(page).fill(totp(ADAS_SECRET));
  await expect(firstPageHeading(page)).toBeVisible();
  await expect(page).toHaveURL(`${FIRST_PAGE}?filter=yes`);
  await back(page);
  await expect(page).toHaveURL(/\/oauth\/google\/discovery\/start/);
  await page.evaluate(() => void setTimeout(() => window.history.forward()));
  await expect(firstPageHeading(page)).toBeVisible();
  await expectState(page, SIGNED_IN);
});

test('a member without a second factor enrols one, cannot lose the recovery codes by Back or a reload, and downloads them [R2.13, R10.4, R10.5, R10.10]', async ({
  page,
}) => {
  await openVerification(page, EZRA, 'fjord');
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible();
  await expect(page.getByRole('img')).toBeVisible();
  await codeField(page).fill(totp(await shownSecret(page)));
  await expectState(page, 'signedOut.secondFactor.savingCodes');
  const codes = await page.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);

  await page.evaluate(async () => {
    const told = new Promise((resolve) => {
      window.addEventListener('popstate', resolve, { once: true });
    });
    window.history.back();
    await told;
  });
  await expect.poll(() => isMarked(page)).toBe(true);
  await expectState(page, 'signedOut.secondFactor.savingCodes');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(page.getByRole('listitem')).toHaveText(codes);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.txt$/);
  await button(page, 'I have saved them').click();
  await expectState(page, SIGNED_IN);
});
