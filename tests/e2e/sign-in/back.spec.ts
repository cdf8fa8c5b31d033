import type { Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import {
  back,
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  signIn,
  test,
} from '../support/product-test.ts';
import { totp } from '../support/totp.ts';

const BEN = 'ben@birch.example';
const ADAS_SECRET = 'JBSWY3DPEHPK3PXP';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const codeField = (page: Page) => page.getByPlaceholder('Enter 6-digit code');

/** Whether the page is on the history entry of a verification. */
const isMarked = (page: Page) => page.evaluate(() => window.history.state?.isStep === true);

/** Goes forward in the history. */
const forward = (page: Page) => page.evaluate(() => window.history.forward());

/** Goes through the history, and waits until the product has been told. */
async function traverse(page: Page, delta: number): Promise<void> {
  await page.evaluate(async (steps) => {
    const told = new Promise((resolve) => {
      window.addEventListener('popstate', resolve, { once: true });
    });
    window.history.go(steps);
    await told;
  }, delta);
}

async function verify(page: Page, person: string, slug: string, state: RegExp): Promise<void> {
  await page.goto('/');
  await continueWithGoogle(page, person);
  await organizationRow(page, slug).click();
  await expectState(page, state);
}

test('Back closes the field for a name, and Forward opens it again with the name [R2.13]', async ({
  page,
}) => {
  await page.goto('/');
  await continueWithGoogle(page, 'ada@acme.example');
  const field = page.getByPlaceholder(/^Enter organization name/);
  const opener = page.getByRole('button', { name: '+ Enter organization name' });
  await opener.click();
  await expect(field).toBeFocused();
  await field.fill('Moss');
  await back(page);
  await expect(opener).toBeFocused();
  await expect(field).toHaveCount(0);
  await expectState(page, 'signedOut.selecting.browsing');
  await forward(page);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Moss');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(opener).toBeFocused();
  await expect.poll(() => isMarked(page)).toBe(false);
  await organizationRow(page, 'acme').click();
  await expectState(page, 'signedIn.authenticated');
});

test.describe('Back on a verification', () => {
  test('leads to the list, from which another organization can be chosen [R2.13]', {
    tag: '@smoke',
  }, async ({ page }) => {
    await verify(page, 'ben@birch.example', 'birch', /^signedOut\.stepUp/);
    await back(page);
    await expect(heading(page, 'Select Your Organization')).toBeFocused();
    await organizationRow(page, 'dune').click();
    await expectState(page, /^signedOut\.stepUp/);
    await back(page);
    await expectState(page, 'signedOut.selecting.browsing');
  });

  test('can be undone by Forward, which verifies for the same organization again [R2.13]', async ({
    page,
  }) => {
    await verify(page, BEN, 'birch', /^signedOut\.stepUp/);
    await back(page);
    await expect(heading(page, 'Select Your Organization')).toBeFocused();
    await forward(page);
    await expectState(page, /^signedOut\.stepUp/);
    await expect(heading(page, 'Verify your email to continue')).toBeFocused();
    await expect(page).toHaveTitle('Verify your email to continue - Birch Labs');
    await expect.poll(() => isMarked(page)).toBe(true);
    await back(page);
    await expectState(page, 'signedOut.selecting.browsing');
    // After a reload the page knows of no step: Forward leaves the list as it is.
    await page.reload();
    await expectState(page, 'signedOut.selecting.browsing');
    await forward(page);
    await expect.poll(() => isMarked(page)).toBe(false);
    await expect(heading(page, 'Select Your Organization')).toBeVisible();
  });

  test('leads to the list after a reload, too [R2.13]', async ({ page }) => {
    await verify(page, 'ben@birch.example', 'birch', /^signedOut\.stepUp/);
    await page.reload();
    await expectState(page, /^signedOut\.stepUp/);
    await expect(codeField(page)).toBeVisible();
    await back(page);
    await expect(heading(page, 'Select Your Organization')).toBeVisible();
  });

  test('leads to the organization that was left when a switch needs a second factor [R2.13, R11.25]', async ({
    page,
  }) => {
    await signIn(page, 'ada@acme.example', 'acme');
    await page.getByRole('button', { name: 'Organization: Acme' }).click();
    await page.getByRole('menuitemradio', { name: /@fjord/ }).click();
    await expectState(page, /^signedOut\.secondFactor/);
    await back(page);
    await expectState(page, 'signedIn.authenticated');
    await expect(page.getByRole('button', { name: 'Organization: Acme' })).toBeVisible();
    await expect(page).toHaveURL(/\/policies$/);
  });

  test('takes no recovery codes away [R2.13, R10.10]', async ({ page }) => {
    await verify(page, 'ezra@fjord.example', 'fjord', /^signedOut\.secondFactor/);
    const key = await page.locator('code').textContent();
    await codeField(page).fill(totp(key ?? '', Date.now()));
    await expectState(page, 'signedOut.secondFactor.savingCodes');
    await traverse(page, -1);
    await expect.poll(() => isMarked(page)).toBe(true);
    await expectState(page, 'signedOut.secondFactor.savingCodes');
    await expect(page.getByRole('listitem')).toHaveCount(10);
  });
});

test('the way back on the page leaves no entry behind [R2.13]', async ({ page }) => {
  await verify(page, 'ben@birch.example', 'birch', /^signedOut\.stepUp/);
  await page.getByRole('button', { name: '← Choose a different organization' }).click();
  await expectState(page, 'signedOut.selecting.browsing');
  await expect.poll(() => isMarked(page)).toBe(false);
  await traverse(page, 1);
  await expect.poll(() => isMarked(page)).toBe(false);
  await expect(heading(page, 'Select Your Organization')).toBeVisible();
});

const verifications = [
  {
    way: 'a second factor',
    start: (page: Page) => verify(page, 'ada@acme.example', 'fjord', /^signedOut\.secondFactor/),
    code: async (_: EmulatorClient) => totp(ADAS_SECRET, Date.now()),
  },
  {
    way: 'a code by e-mail',
    start: async (page: Page) => {
      await verify(page, BEN, 'birch', /^signedOut\.stepUp/);
      await page.getByRole('button', { name: 'Send verification code' }).click();
    },
    code: async (emulator: EmulatorClient) => {
      await expect.poll(async () => (await emulator.inbox(BEN)).length).toBe(1);
      return (await emulator.inbox(BEN))[0]?.code ?? '';
    },
  },
];

for (const { way, start, code } of verifications) {
  test(`the first Back after ${way} leaves the product [R2.13]`, async ({ page, emulator }) => {
    await start(page);
    await codeField(page).fill(await code(emulator));
    await expect(heading(page, 'Policies')).toBeVisible();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/policies');
    await back(page);
    await expect(page).toHaveURL(/\/oauth\/google\/discovery\/start/);
    await page.evaluate(() => window.history.forward());
    await expect(heading(page, 'Policies')).toBeVisible();
  });
}
