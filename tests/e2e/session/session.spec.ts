import type { Page, Request } from '@playwright/test';
import { IMPERSONATION_COOKIE } from '#machines/rules/limits.ts';
import { holdRequests } from '../support/hold-requests.ts';
import {
  back,
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  signIn,
  signOut,
  test,
} from '../support/product-test.ts';
import { openTabs } from '../support/signed-in-tabs.ts';

const ADA = 'ada@acme.example';
const SIGNED_IN = 'signedIn.authenticated';
const LOGIN = /^signedOut\.default/;

test.use({ telemetry: true });

test.describe('signing out', () => {
  const stored = (page: Page) =>
    page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));

  test('revokes the session, clears cookies and storage, and stays signed out after a reload [R11.12]', async ({
    page,
    context,
    emulator,
  }) => {
    await signIn(page, ADA, 'acme');
    await signOut(page);
    await expectState(page, LOGIN);
    await expect.poll(() => emulator.activeSessions()).toEqual([]);
    expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
    expect(await stored(page)).not.toContain(ADA);
    await page.reload();
    await expectState(page, LOGIN);
  });

  for (const kind of ['drop', 'hang'] as const) {
    test(`works while the network is ${kind === 'drop' ? 'down' : 'hanging'} [R11.12]`, async ({
      page,
      context,
      emulator,
    }) => {
      await signIn(page, ADA, 'acme');
      await emulator.injectFault('*', { kind });
      await signOut(page);
      await expectState(page, LOGIN);
      expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
      expect(await stored(page)).not.toContain(ADA);
      await emulator.clearFaults();
      await page.reload();
      await expectState(page, LOGIN);
    });
  }

  test('Back shows the login screen [R11.12]', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await page.goto('/health');
    await page.goto('/policies');
    await signOut(page);
    await expectState(page, LOGIN);
    await back(page);
    await expect(page).toHaveURL(/\/health$/);
    await back(page);
    // A page from the back/forward cache learns of the sign-out, and leaves its address (R3.7).
    await expect(page).toHaveURL(/:\d+\/(?:policies)?$/);
    await expectState(page, LOGIN);
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toHaveCount(0);
  });
});

test.describe('impersonation', () => {
  test('shows a banner, and stopping revokes the session and clears cookies and storage [R12.1, R12.2, R12.4]', async ({
    page,
    context,
    emulator,
  }) => {
    const { url } = await emulator.impersonate('dora@acme.example', 'acme');
    await page.goto(url);
    await expectState(page, /^signedIn/);
    const banner = page.getByText(/^IMPERSONATING USER: \S+/);
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    await page.getByRole('main').evaluate((main) => {
      main.style.minHeight = '300vh';
      window.scrollTo(0, 1_000);
    });
    await expect(banner).toBeInViewport();
    const stopping = page.waitForEvent('load');
    await page.evaluate(() => localStorage.setItem('left_behind', 'yes'));
    await page.getByRole('button', { name: 'Stop Impersonation' }).click();
    await stopping;
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText('Login or Sign up with')).toBeVisible();
    await expect(banner).toHaveCount(0);
    expect(await context.cookies()).toEqual([]);
    const left = await page.evaluate(() => localStorage.getItem('left_behind'));
    expect(left).toBeNull();
    await expect.poll(() => emulator.activeSessions()).toEqual([]);
  });

  /** Opens a page with the impersonation cookie and no session. */
  async function openWithCookieOnly(page: Page, path: string): Promise<void> {
    await page.goto(path);
    await page.evaluate((name) => {
      // biome-ignore-start lint/suspicious/noDocumentCookie: what another path and an earlier build may have left
      document.cookie = `${name}=member-left; path=/`;
      document.cookie = `left_behind=yes; path=${location.pathname}`;
      document.cookie = `left_behind=yes; path=/; domain=${location.hostname}`;
      // biome-ignore-end lint/suspicious/noDocumentCookie: see above
      localStorage.setItem('left_behind', 'yes');
      sessionStorage.setItem('discovery_email_address', 'dora@acme.example');
    }, IMPERSONATION_COOKIE);
    await expect(page.getByText('IMPERSONATING USER: member-left')).toBeVisible();
  }

  for (const path of ['/', '/policies', '/health', '/chart']) {
    test(`stops on ${path} when only the cookie exists [R12.6]`, async ({ page, context }) => {
      await openWithCookieOnly(page, path);
      const stopping = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Stop Impersonation' }).click();
      await stopping;
      await expect(page).toHaveURL(/:\d+\/$/);
      await expect(page.getByText('Login or Sign up with')).toBeVisible();
      expect(await context.cookies()).toEqual([]);
      const left = await page.evaluate(() => [
        localStorage.getItem('left_behind'),
        sessionStorage.getItem('discovery_email_address'),
      ]);
      expect(left).toEqual([null, null]);
    });
  }

  test('hides the banner soon after the cookie is deleted [R12.3]', async ({
    page,
    context,
    emulator,
  }) => {
    const { url } = await emulator.impersonate('dora@acme.example', 'acme');
    await page.goto(url);
    const banner = page.getByText(/^IMPERSONATING USER: \S+/);
    await expect(banner).toBeVisible();
    const names = (await context.cookies()).map(({ name }) => name);
    const cookie = names.find((name) => !name.startsWith('stytch_')) ?? '';
    await context.clearCookies({ name: cookie });
    await expect(banner).toHaveCount(0, { timeout: 3_000 });
  });
});

test.describe('switching organization', () => {
  const menu = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) });

  test('switches the session, also in other tabs [R11.7, R11.13]', async ({ page, context }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'many@acme.example');
    const rows = page.getByRole('listitem').getByRole('button');
    await rows.nth(0).click();
    await expectState(page, SIGNED_IN);
    const [other] = await openTabs(context, 1);
    const opener = page.locator('[aria-haspopup="menu"]');
    const name = (await opener.textContent()) ?? '';
    await opener.click();
    const items = page.getByRole('menuitemradio');
    await expect(items.nth(1)).toBeVisible();
    await page.getByRole('menuitemradio', { checked: false }).first().click();
    await expectState(page, SIGNED_IN);
    await expect(opener).not.toHaveText(name);
    if (other !== undefined) {
      await expectState(other, /^signedIn/);
      await expect(other.getByText('You signed out in another tab.')).toHaveCount(0);
      await expect(other.locator('[aria-haspopup="menu"]')).not.toHaveText(name);
    }
  });

  test('asks for the second factor that the organization requires [R11.13]', async ({
    page,
    context,
  }) => {
    await signIn(page, ADA, 'acme');
    const [other] = await openTabs(context, 1);
    await menu(page, 'Acme').click();
    await page.getByRole('menuitemradio', { name: /Fjord/ }).click();
    await expectState(page, /^signedOut\.secondFactor/);
    await expect(
      page.getByRole('heading', { name: 'Enter your authenticator code' }),
    ).toBeVisible();
    if (other !== undefined) {
      await expect(other.getByText('You signed out in another tab.')).toHaveCount(0);
    }
  });

  test('stays in the organization when the other one refuses [R11.13]', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await menu(page, 'Acme').click();
    await page.getByRole('menuitemradio', { name: /Iris/ }).click();
    await expect(page.getByText(/We could not switch to .Iris.\. Iris only lets/)).toBeVisible();
    await expectState(page, SIGNED_IN);
  });

  test('cannot choose an organization that offers no method, and calls nothing [R11.13]', async ({
    page,
    emulator,
  }) => {
    await signIn(page, ADA, 'acme');
    await menu(page, 'Acme').click();
    const row = page.getByRole('menuitemradio', { name: /Juniper/ });
    await expect(row).toHaveText(/Needs a method we do not offer/);
    await expect(row).toBeDisabled();
    await emulator.clearRequests();
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await expectState(page, SIGNED_IN);
    expect(await emulator.calls()).toEqual([]);
  });

  test('returns from the second factor of another one with one click, without a new sign-in [R11.25]', async ({
    page,
    context,
    emulator,
  }) => {
    await signIn(page, ADA, 'acme');
    const [other] = await openTabs(context, 1);
    await menu(page, 'Acme').click();
    await page.getByRole('menuitemradio', { name: /Fjord/ }).click();
    await expectState(page, /^signedOut\.secondFactor/);
    await emulator.clearRequests();
    await page.getByRole('button', { name: '← Back to Acme' }).click();
    await expectState(page, SIGNED_IN);
    await expect(menu(page, 'Organization: Acme')).toBeVisible();
    await expect(page).toHaveURL(/\/policies$/);
    // The other tab ends the session that the switch has replaced (R11.23).
    const isOfOtherTab = (call: string) => call === 'POST /b2b/sessions/revoke';
    const calls = (await emulator.calls()).filter((call) => !isOfOtherTab(call));
    expect(calls[0]).toBe('POST /b2b/discovery/intermediate_sessions/exchange');
    if (other !== undefined) await expectState(other, /^signedIn/);
  });

  test('returns through Google when a response has left the second factor incomplete [R7.7, R11.25]', async ({
    page,
  }) => {
    await signIn(page, ADA, 'acme');
    await menu(page, 'Acme').click();
    await page.getByRole('menuitemradio', { name: /Fjord/ }).click();
    await expectState(page, /^signedOut\.secondFactor/);
    const incomplete = { status_code: 200, member_authenticated: false, member_session: null };
    await page.route('**/totp/authenticate', (route) =>
      route.fulfill({ json: { data: incomplete } }),
    );
    await page.getByRole('textbox', { name: /code/i }).fill('123456');
    await expect(page.getByText('Unable to complete sign-in.')).toBeVisible();
    await page.getByRole('button', { name: '← Back to Acme' }).click();
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  });
});

test('a late response to an abandoned exchange does not end a newer session [R7.10]', async ({
  page,
  context,
}) => {
  // Before the navigations: during one, the browser can miss it.
  const release = await holdRequests(page, '**/intermediate_sessions/exchange');
  await page.goto('/');
  await continueWithGoogle(page, ADA);
  const isExchange = (request: Request) => request.url().endsWith('/exchange');
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isExchange),
    page.waitForEvent('requestfailed', isExchange),
  ]);
  await organizationRow(page, 'acme').click();
  await expectState(page, 'signedOut.exchanging');
  const other = await context.newPage();
  await other.goto('/');
  await organizationRow(other, 'acme').click();
  await expectState(other, SIGNED_IN);
  await expectState(page, /^signedIn/);
  release();
  await ended;
  // After the request has ended, the SDK handles the response and notifies the other tab.
  await page.waitForTimeout(500);
  await expectState(other, /^signedIn/);
  await expectState(page, /^signedIn/);
});
