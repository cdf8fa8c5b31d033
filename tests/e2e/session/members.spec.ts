import type { Page } from '@playwright/test';
import { signIn } from '../support/plant.ts';
import {
  ADA,
  button,
  expect,
  expectState,
  LOGIN,
  SIGNED_IN,
  shownText,
  test,
  waitForMail,
} from '../support/test.ts';

const NEW = 'nora@acme.example';
const PHONE = { width: 360, height: 740 };

/** Lets a page's refresh of the session come due. */
const passThreeMinutes = (page: Page) => page.clock.fastForward(181_000);

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

async function invite(page: Page, address: string): Promise<void> {
  await button(page, 'Invite').click();
  await page.getByLabel('Email address', { exact: true }).fill(address);
  await button(page, 'Send invitation').click();
  await expect(shownText(page, `Invitation sent to ${address}.`)).toBeVisible();
}

test("a team's first day: invited, signed in on a phone, made an editor, removed [R9.8, R11.5, R23.3, R23.5]", async ({
  page,
  browser,
  site,
  emulator,
}) => {
  await signIn(page, ADA, 'acme', '/members');
  await invite(page, NEW);

  const context = await browser.newContext({ baseURL: site.origin, viewport: PHONE });
  const phone = await context.newPage();
  await phone.clock.install();
  await phone.goto(await waitForMail(emulator, NEW, 'magic_link'));
  await button(phone, 'Continue').click();
  await expectState(phone, SIGNED_IN);
  await expect(phone.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
  await expect(phone.getByText(/^You can read policies here/)).toBeVisible();
  await expect(button(phone, 'New policy')).toHaveCount(0);

  // What others have changed shows when the page is looked at again.
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(row(page, NEW)).toContainText('Active');
  await row(page, NEW).getByRole('button').last().click();
  await page.getByLabel('Policy editor').check();
  await button(page, 'Save roles').click();
  await expect(shownText(page, /^Roles saved/)).toBeVisible();
  await passThreeMinutes(phone);
  await expect(phone.getByText(/^You can read and edit policies here/)).toBeVisible();

  await row(page, NEW).getByRole('button').last().click();
  await button(page, 'Remove').click();
  await button(page, 'Remove').click();
  await expect(shownText(page, /^Removed:/)).toBeVisible();
  await passThreeMinutes(phone);
  await expectState(phone, LOGIN);
  await expect(shownText(phone, /^Your session was ended: you or an administrator/)).toBeVisible();
  await context.close();
});
