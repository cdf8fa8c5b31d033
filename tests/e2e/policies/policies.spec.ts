import type { BrowserContext, Page } from '@playwright/test';
import { signIn } from '../support/plant.ts';
import {
  ADA,
  BEN,
  button,
  DORA,
  expect,
  expectState,
  holdRequests,
  LOGIN,
  signOut,
  switchTo,
  test,
} from '../support/test.ts';
import { addPolicy, nameOf, POLICIES } from './support.ts';

const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const NO_POLICIES = { name: 'No policies yet' };

test('are shared by the browsers of an organization and hidden from all others [R17.1, R17.4]', {
  tag: '@smoke',
}, async ({ page, browser, site }) => {
  const contexts: BrowserContext[] = [];
  const open = async (person: string, slug: string) => {
    const context = await browser.newContext({ baseURL: site.origin });
    contexts.push(context);
    const other = await context.newPage();
    const stream = other.waitForResponse('**/api/changes');
    await signIn(other, person, slug, POLICIES);
    await stream;
    return other;
  };
  await signIn(page, ADA, 'acme', POLICIES);
  const dora = await open(DORA, 'acme');
  const stranger = await open(BEN, 'birch');
  await expect(dora.getByRole('heading', NO_POLICIES)).toBeVisible();
  await expect(stranger.getByRole('heading', NO_POLICIES)).toBeVisible();
  await addPolicy(page, 'Access reviews', 'Every quarter.');
  await expect(row(dora, 'Access reviews')).toBeVisible();
  await expect(dora.getByRole('listitem')).toContainText('Edited by Ada Lovell, ');
  await page.keyboard.press('Escape');
  await button(page, 'Delete “Access reviews”').click();
  await expect(row(dora, 'Access reviews')).toHaveCount(0);
  await button(page, 'Undo deleting “Access reviews”').click();
  await expect(row(dora, 'Access reviews')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', NO_POLICIES)).toBeVisible();
  await Promise.all(contexts.map((context) => context.close()));
});

test('stay in view over a reload, marked while they are read again, and leave with their organization [R17.1, R17.12]', async ({
  page,
}) => {
  await signIn(page, ADA, 'acme', POLICIES);
  await addPolicy(page, 'Only of Acme');
  const answer = await holdRequests(page, '/api/policies?*');
  await page.reload();
  await expect(row(page, 'Only of Acme')).toBeVisible();
  await expect(page.getByRole('list')).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(page.getByRole('list')).toHaveAttribute('aria-busy', 'false');
  await switchTo(page, 'harbor');
  await expect(page.getByRole('heading', NO_POLICIES)).toBeVisible();
  await switchTo(page, 'acme');
  await expect(row(page, 'Only of Acme')).toBeVisible();
  await signOut(page);
  await expectState(page, LOGIN);
  await expect(page.getByText('Only of Acme')).toHaveCount(0);
});

test.describe('when the service fails', () => {
  test.use({ expectedConsoleErrors: { patterns: [/Failed to load resource/] } });

  test('outlive the end of the session, until another member signs in [R17.10, R17.13]', async ({
    page,
    emulator,
  }) => {
    await signIn(page, ADA, 'acme', POLICIES);
    await button(page, /^New policy/).click();
    await nameOf(page).fill('Half a policy');
    const [session] = await emulator.activeSessions();
    await emulator.revokeSession(session?.id ?? '');
    await page.route('/api/policies/*', (route) => route.fulfill({ status: 401 }), { times: 1 });
    await button(page, 'Save').click();
    await expectState(page, LOGIN);
    await signIn(page, ADA, 'acme', POLICIES);
    await expect(nameOf(page)).toHaveValue('Half a policy');
    await page.goto('/terms.html');
    await page.context().clearCookies();
    await signIn(page, DORA, 'acme', POLICIES);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
    await expect.poll(stored).not.toContain('Half a policy');
  });
});

test('dialogs give the focus back: to the field, and to the button [R1.11, R17.6]', async ({
  page,
}) => {
  await signIn(page, ADA, 'acme', POLICIES);
  await button(page, /^New policy/).click();
  const description = page.getByRole('textbox', { name: 'Description' });
  for (const key of ['Escape', 'Enter']) {
    await description.pressSequentially('Half');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Keep editing')).toBeFocused();
    await page.keyboard.press(key);
    await expect(description).toBeFocused();
  }
  await expect(description).toHaveValue('HalfHalf');
  await page.keyboard.press('Escape');
  await button(page, 'Discard').click();
  await expect(button(page, /^New policy/)).toBeFocused();
});
