import type { BrowserContext, Page } from '@playwright/test';
import { ADA, App, BEN, DORA, LOGIN } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import { addPolicy, POLICIES } from './support.ts';

const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const NO_POLICIES = { name: 'No policies yet' };

test('are shared by the browsers of an organization and hidden from all others [R17.1, R17.4]', {
  tag: '@smoke',
}, async ({ page, app, browser, site }) => {
  const contexts: BrowserContext[] = [];
  const open = async (person: string, slug: string) => {
    const context = await browser.newContext({ baseURL: site.origin });
    contexts.push(context);
    const other = await context.newPage();
    const stream = other.waitForResponse('**/api/changes');
    await new App(other).signIn(person, slug, POLICIES);
    await stream;
    return other;
  };
  await app.signIn(ADA, 'acme', POLICIES);
  const dora = await open(DORA, 'acme');
  const stranger = await open(BEN, 'birch');
  await expect(dora.getByRole('heading', NO_POLICIES)).toBeVisible();
  await expect(stranger.getByRole('heading', NO_POLICIES)).toBeVisible();
  await addPolicy(app, 'Access reviews', 'Every quarter.');
  await expect(row(dora, 'Access reviews')).toBeVisible();
  await expect(dora.getByRole('listitem')).toContainText('Edited by Ada Lovell, ');
  await page.keyboard.press('Escape');
  await app.button('Delete “Access reviews”').click();
  await expect(row(dora, 'Access reviews')).toHaveCount(0);
  await app.button('Undo deleting “Access reviews”').click();
  await expect(row(dora, 'Access reviews')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', NO_POLICIES)).toBeVisible();
  await Promise.all(contexts.map((context) => context.close()));
});

test('stay in view over a reload, marked while they are read again, and leave with their organization [R17.1, R17.12]', async ({
  page,
  app,
}) => {
  await app.signIn(ADA, 'acme', POLICIES);
  await addPolicy(app, 'Only of Acme');
  const answer = await app.holdRequests('/api/policies?*');
  await page.reload();
  await expect(row(page, 'Only of Acme')).toBeVisible();
  await expect(page.getByRole('list')).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(page.getByRole('list')).toHaveAttribute('aria-busy', 'false');
  await app.switchTo('harbor');
  await expect(page.getByRole('heading', NO_POLICIES)).toBeVisible();
  await app.switchTo('acme');
  await expect(row(page, 'Only of Acme')).toBeVisible();
  await app.signOut();
  await app.expectState(LOGIN);
  await expect(page.getByText('Only of Acme')).toHaveCount(0);
});

test('dialogs give the focus back: to the field, and to the button [R1.11, R17.6]', async ({
  page,
  app,
}) => {
  await app.signIn(ADA, 'acme', POLICIES);
  await app.button(/^New policy/).click();
  const description = page.getByRole('textbox', { name: 'Description' });
  for (const key of ['Escape', 'Enter']) {
    await description.pressSequentially('Half');
    await page.keyboard.press('Escape');
    await expect(app.button('Keep editing')).toBeFocused();
    await page.keyboard.press(key);
    await expect(description).toBeFocused();
  }
  await expect(description).toHaveValue('HalfHalf');
  await page.keyboard.press('Escape');
  await app.button('Discard').click();
  await expect(app.button(/^New policy/)).toBeFocused();
});
