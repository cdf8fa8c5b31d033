import type { Page } from '@playwright/test';
import { openVerification } from '../support/plant.ts';
import {
  ADA,
  ADAS_SECRET,
  BEN,
  back,
  codeField,
  continueWithGoogle,
  EZRA,
  expect,
  expectState,
  LIST,
  organizationRow,
  policiesHeading,
  SIGNED_IN,
  shownSecret,
  test,
  totp,
} from '../support/test.ts';

/** Whether the page is on the history entry of a verification. */
const isMarked = (page: Page) => page.evaluate(() => window.history.state?.isStep === true);

test('Back on a verification leads to the list, after a reload too [R2.13]', {
  tag: '@smoke',
}, async ({ page }) => {
  await openVerification(page, BEN, 'birch');
  await back(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectState(page, LIST);
  await organizationRow(page, 'dune').click();
  await expectState(page, /^signedOut\.stepUp/);
  await page.reload();
  await expectState(page, /^signedOut\.stepUp/);
  await back(page);
  await expectState(page, LIST);
});

test('Back takes no recovery codes away [R2.13, R10.10]', async ({ page }) => {
  await openVerification(page, EZRA, 'fjord');
  await codeField(page).fill(totp(await shownSecret(page)));
  await expectState(page, 'signedOut.secondFactor.savingCodes');
  await page.evaluate(async () => {
    const told = new Promise((resolve) => {
      window.addEventListener('popstate', resolve, { once: true });
    });
    window.history.back();
    await told;
  });
  await expect.poll(() => isMarked(page)).toBe(true);
  await expectState(page, 'signedOut.secondFactor.savingCodes');
  await expect(page.getByRole('listitem')).toHaveCount(10);
});

test('the first Back after a second factor leaves the product [R2.13, R3.2]', async ({ page }) => {
  await page.goto('/');
  await continueWithGoogle(page, ADA);
  await organizationRow(page, 'fjord').click();
  await codeField(page).fill(totp(ADAS_SECRET));
  await expect(policiesHeading(page)).toBeVisible();
  await expect(page).toHaveURL(/\/policies$/);
  await back(page);
  await expect(page).toHaveURL(/\/oauth\/google\/discovery\/start/);
  await page.evaluate(() => void setTimeout(() => window.history.forward()));
  await expect(policiesHeading(page)).toBeVisible();
  await expectState(page, SIGNED_IN);
});
