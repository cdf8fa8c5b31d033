import type { Page } from '@playwright/test';
import { openList } from '../support/plant.ts';
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
  SIGNED_IN,
  test,
  totp,
} from '../support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Whether the page is on the history entry of a verification. */
const isMarked = (page: Page) => page.evaluate(() => window.history.state?.isStep === true);

async function verify(page: Page, person: string, slug: string): Promise<void> {
  await openList(page, person);
  await organizationRow(page, slug).click();
  await expectState(page, /^signedOut\.(?:stepUp|secondFactor)/);
}

test('Back on a verification leads to the list, after a reload too [R2.13]', {
  tag: '@smoke',
}, async ({ page }) => {
  await verify(page, BEN, 'birch');
  await back(page);
  await expect(heading(page, 'Select Your Organization')).toBeFocused();
  await organizationRow(page, 'dune').click();
  await expectState(page, /^signedOut\.stepUp/);
  await page.reload();
  await expectState(page, /^signedOut\.stepUp/);
  await back(page);
  await expectState(page, LIST);
});

test('Back takes no recovery codes away [R2.13, R10.10]', async ({ page }) => {
  await verify(page, EZRA, 'fjord');
  await codeField(page).fill(totp((await page.locator('code').textContent()) ?? ''));
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

test('the first Back after a second factor leaves the product [R2.13]', async ({ page }) => {
  await page.goto('/');
  await continueWithGoogle(page, ADA);
  await organizationRow(page, 'fjord').click();
  await codeField(page).fill(totp(ADAS_SECRET));
  await expect(heading(page, 'Policies')).toBeVisible();
  await expect(page).toHaveURL(/\/policies$/);
  await back(page);
  await expect(page).toHaveURL(/\/oauth\/google\/discovery\/start/);
  await page.evaluate(() => window.history.forward());
  await expect(heading(page, 'Policies')).toBeVisible();
  await expectState(page, SIGNED_IN);
});
