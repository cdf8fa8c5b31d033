import type { Page } from '@playwright/test';
import { ADA, App, LOGIN, SIGNED_IN, waitForMail } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

const NEW = 'nora@acme.example';
const PHONE = { width: 360, height: 740 };

/** Lets a page's refresh of the session come due. */
const passThreeMinutes = ({ page }: App) => page.clock.fastForward(181_000);

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

async function invite(app: App, address: string): Promise<void> {
  await app.button('Invite').click();
  await app.page.getByLabel('Email address', { exact: true }).fill(address);
  await app.button('Send invitation').click();
  await expect(app.shownText(`Invitation sent to ${address}.`)).toBeVisible();
}

test("a team's first day: invited, signed in on a phone, made an editor, removed [R9.8, R11.5, R23.3, R23.5]", async ({
  page,
  app,
  browser,
  site,
  emulator,
}) => {
  await app.signIn(ADA, 'acme', '/members');
  await invite(app, NEW);

  const context = await browser.newContext({ baseURL: site.origin, viewport: PHONE });
  const phone = new App(await context.newPage());
  await phone.page.clock.install();
  await phone.page.goto(await waitForMail(emulator, NEW, 'magic_link'));
  await phone.button('Continue').click();
  await phone.expectState(SIGNED_IN);
  await expect(phone.page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
  await expect(phone.page.getByText(/^You can read policies here/)).toBeVisible();
  await expect(phone.button('New policy')).toHaveCount(0);

  // What others have changed shows when the page is looked at again.
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(row(page, NEW)).toContainText('Active');
  await row(page, NEW).getByRole('button').last().click();
  await page.getByLabel('Policy editor').check();
  await app.button('Save roles').click();
  await expect(app.shownText(/^Roles saved/)).toBeVisible();
  await passThreeMinutes(phone);
  await expect(phone.page.getByText(/^You can read and edit policies here/)).toBeVisible();

  await row(page, NEW).getByRole('button').last().click();
  await app.button('Remove').click();
  await app.button('Remove').click();
  await expect(app.shownText(/^Removed:/)).toBeVisible();
  await passThreeMinutes(phone);
  await phone.expectState(LOGIN);
  await expect(phone.shownText(/^Your session was ended: you or an administrator/)).toBeVisible();
  await context.close();
});
