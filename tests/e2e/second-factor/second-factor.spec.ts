import type { Page } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { ADA, SIGNED_IN } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import { ADAS_SECRET, EZRA, shownSecret, totp } from './support.ts';

/** Whether the page is on the history entry of a verification. */
const isMarked = (page: Page) => page.evaluate(() => window.history.state?.isStep === true);

test('an authenticator code completes the sign-in, after which the first Back leaves the product [R2.13, R7.6, R10.2]', async ({
  page,
  app,
}) => {
  await page.goto(`${FIRST_PAGE}?filter=yes`);
  await app.continueWithGoogle(ADA);
  await app.organizationRow('fjord').click();
  await app.codeField.fill(totp(ADAS_SECRET));
  await expect(app.firstPageHeading).toBeVisible();
  await expect(page).toHaveURL(`${FIRST_PAGE}?filter=yes`);
  await app.back();
  await expect(page).toHaveURL(/\/oauth\/google\/discovery\/start/);
  await page.evaluate(() => void setTimeout(() => window.history.forward()));
  await expect(app.firstPageHeading).toBeVisible();
  await app.expectState(SIGNED_IN);
});

test('a member without a second factor enrols one, cannot lose the recovery codes by Back or a reload, and downloads them [R2.13, R10.4, R10.5, R10.10]', async ({
  page,
  app,
}) => {
  await app.openVerification(EZRA, 'fjord');
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible();
  await expect(page.getByRole('img')).toBeVisible();
  await app.codeField.fill(totp(await shownSecret(page)));
  await app.expectState('signedOut.secondFactor.savingCodes');
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
  await app.expectState('signedOut.secondFactor.savingCodes');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(page.getByRole('listitem')).toHaveText(codes);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.txt$/);
  await app.button('I have saved them').click();
  await app.expectState(SIGNED_IN);
});
