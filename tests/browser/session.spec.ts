import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { EmulatorClient } from '#tests/support/emulator-client.ts';
import {
  back,
  chooseAccount,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  test,
  throughGoogle,
} from './support.ts';

const ADA = 'ada@acme.example';
const SIGNED_IN = 'signedIn.authenticated';
const LOGIN = /^signedOut\.default/;
const MINUTE = 60_000;

/** Milliseconds of real time in which answers arrive while the page's clock stands. */
const REAL_PAUSE = 150;

async function refreshes(emulator: EmulatorClient): Promise<number> {
  return (await emulator.calls()).filter((call) => call.endsWith('/sessions/authenticate')).length;
}

/** Moves the clock of all pages in steps, with real time for the answers between. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  const step = 30_000;
  for (let passed = 0; passed < milliseconds; passed += step) {
    await page.clock.runFor(Math.min(step, milliseconds - passed));
    await setTimeout(REAL_PAUSE);
  }
}

async function openTabs(context: BrowserContext, count: number): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let index = 0; index < count; index += 1) {
    const tab = await context.newPage();
    await tab.goto(`/policies?tab=${index}`);
    await expectState(tab, SIGNED_IN);
    tabs.push(tab);
  }
  return tabs;
}

test.describe('refresh', () => {
  test('happens every three minutes, and the person stays on the page', async ({
    page,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await emulator.forgetRequests();
    await pass(page, 2.5 * MINUTE);
    expect(await refreshes(emulator)).toBe(0);
    await pass(page, MINUTE);
    expect(await refreshes(emulator)).toBe(1);
    await expectState(page, SIGNED_IN);
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    await pass(page, 3 * MINUTE);
    expect(await refreshes(emulator)).toBe(2);
  });

  test('is one request for five tabs', async ({ page, context, emulator }) => {
    await context.clock.install();
    await signIn(page, ADA, 'acme');
    const tabs = await openTabs(context, 4);
    await emulator.forgetRequests();
    await pass(page, 3.5 * MINUTE);
    await expect.poll(() => refreshes(emulator)).toBe(1);
    for (const tab of [page, ...tabs]) await expectState(tab, SIGNED_IN);
  });

  test('an outage is waited out with a quiet banner', async ({ page, emulator }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await emulator.fault('/b2b/sessions/authenticate', { kind: 'drop' });
    await pass(page, 3.5 * MINUTE);
    await expect(page.getByText('Reconnecting…')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    await emulator.clearFaults();
    await pass(page, 5 * MINUTE);
    await expectState(page, SIGNED_IN);
    await expect(page.getByText('Reconnecting…')).toHaveCount(0);
  });

  test('coming back online refreshes at once when overdue', async ({ page, emulator }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await emulator.fault('/b2b/sessions/authenticate', { kind: 'drop' });
    await pass(page, 3.5 * MINUTE);
    await expectState(page, 'signedIn.refreshing.waiting');
    await emulator.clearFaults();
    await page.clock.runFor(1_500);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectState(page, SIGNED_IN);
  });

  test('a session revoked on the server ends with a sentence, the page remembered', async ({
    page,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme', '/policies?keep=1');
    for (const { id } of await emulator.sessions()) await emulator.revoke(id);
    await pass(page, 3.5 * MINUTE);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await throughGoogle(page, ADA);
    await organizationRow(page, 'acme').click();
    await expect(page).toHaveURL(/\/policies\?keep=1$/);
  });

  test('warns five minutes before the session ends, and renews in place', async ({
    page,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    const almost = (24 * 60 - 4) * MINUTE;
    await emulator.advance(almost);
    await page.clock.fastForward(almost);
    await expect(page.getByText(/Your session ends in \d+ minutes?/)).toBeVisible();
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(page.getByText('Your session was renewed.')).toBeVisible();
    await expect(page.getByText(/Your session ends in/)).toHaveCount(0);
    const renewal = (await emulator.requests()).findLast(({ path }) =>
      path.endsWith('/sessions/authenticate'),
    );
    expect(renewal?.body).toMatchObject({ session_duration_minutes: 1440 });
  });
});

test.describe('tabs', () => {
  test('a sign-in in one moves the others, each on its own address', async ({ page, context }) => {
    const waiting = await context.newPage();
    await waiting.goto('/policies?mine=1');
    await expectState(waiting, LOGIN);
    const stepping = await context.newPage();
    await stepping.goto('/no/such/page');
    await signIn(page, ADA, 'acme');
    await expectState(waiting, /^signedIn/);
    await expect(waiting).toHaveURL(/\/policies\?mine=1$/);
    await expectState(stepping, /^signedIn/);
    await expect(stepping).toHaveURL(/\/no\/such\/page$/);
  });

  test('a sign-in moves a tab that is in the middle of a step-up', async ({ page, context }) => {
    await page.goto('/policies?mine=1');
    await throughGoogle(page, 'ben@birch.example');
    await organizationRow(page, 'birch').click();
    await expectState(page, /^signedOut\.stepUp/);
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: '← Back to login' }).click();
    await googleButton(other).click();
    await chooseAccount(other, ADA);
    await organizationRow(other, 'acme').click();
    await expectState(other, SIGNED_IN);
    await expectState(page, /^signedIn/);
  });

  test('a sign-out in one signs the others out', async ({ page, context }) => {
    await signIn(page, ADA, 'acme');
    const tabs = await openTabs(context, 4);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expectState(page, LOGIN);
    for (const tab of tabs) {
      await expectState(tab, LOGIN);
      await expect(tab.getByText('You signed out in another tab.')).toBeVisible();
      await expect(tab).toHaveURL(/\/policies\?tab=\d$/);
    }
  });

  test('a session cookie cleared by hand is noticed at the next route change', async ({
    page,
    context,
  }) => {
    await signIn(page, ADA, 'acme');
    await context.clearCookies();
    await page.evaluate(() => {
      history.pushState(null, '', '/policies?next=1');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await expectState(page, LOGIN);
    await throughGoogle(page, ADA);
    await organizationRow(page, 'acme').click();
    await expect(page).toHaveURL(/\/policies\?next=1$/);
  });

  test('local storage cleared by hand is noticed at the next route change', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await page.evaluate(() => {
      localStorage.clear();
      history.pushState(null, '', '/policies?next=1');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await expectState(page, LOGIN);
  });
});

test.describe('signing out', () => {
  const stored = (page: Page) =>
    page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));

  test('revokes, forgets, and stays out', async ({ page, context, emulator }) => {
    await signIn(page, ADA, 'acme');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expectState(page, LOGIN);
    await expect.poll(() => emulator.sessions()).toEqual([]);
    expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
    expect(await stored(page)).not.toContain(ADA);
    await page.reload();
    await expectState(page, LOGIN);
  });

  for (const kind of ['drop', 'hang'] as const) {
    test(`works while the network is ${kind === 'drop' ? 'down' : 'hanging'}`, async ({
      page,
      context,
      emulator,
    }) => {
      await signIn(page, ADA, 'acme');
      await emulator.fault('*', { kind });
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expectState(page, LOGIN);
      expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
      expect(await stored(page)).not.toContain(ADA);
      await emulator.clearFaults();
      await page.reload();
      await expectState(page, LOGIN);
    });
  }

  test('Back shows nothing private', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await page.goto('/health');
    await page.goto('/policies');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expectState(page, LOGIN);
    await back(page);
    await expect(page).toHaveURL(/\/health$/);
    await back(page);
    await expect(page).toHaveURL(/\/policies$/);
    await expectState(page, LOGIN);
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toHaveCount(0);
  });
});

test.describe('impersonation', () => {
  test('shows the banner, and stopping leaves nothing behind', async ({
    page,
    context,
    emulator,
  }) => {
    const { url } = await emulator.impersonate('dora@acme.example', 'acme');
    await page.goto(url);
    await expectState(page, /^signedIn/);
    const banner = page.getByText(/^IMPERSONATING USER: \S+/);
    await expect(banner).toBeVisible();
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
    await expect.poll(() => emulator.sessions()).toEqual([]);
  });

  test('a cookie that goes takes the banner with it within a second', async ({
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

  test('moves the session, and the other tabs follow', async ({ page, context }) => {
    await page.goto('/');
    await throughGoogle(page, 'many@acme.example');
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

  test('asks for a second factor when that organization does', async ({ page, context }) => {
    await signIn(page, ADA, 'acme');
    const [other] = await openTabs(context, 1);
    await menu(page, 'Acme').click();
    await page.getByRole('menuitemradio', { name: /Fjord/ }).click();
    await expectState(page, /^signedOut\.secondFactor/);
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
    if (other !== undefined) {
      await expect(other.getByText('You signed out in another tab.')).toHaveCount(0);
    }
  });

  test('an organization that refuses leaves the member where they are', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    await menu(page, 'Acme').click();
    await page.getByRole('menuitemradio', { name: /Iris/ }).click();
    await expect(page.getByText(/You are still in this organization/)).toBeVisible();
    await expectState(page, SIGNED_IN);
  });
});

test('a late answer of an abandoned exchange does not end a newer session', async ({
  page,
  context,
  emulator,
}) => {
  await page.goto('/');
  await throughGoogle(page, ADA);
  await emulator.fault(
    '/b2b/discovery/intermediate_sessions/exchange',
    {
      kind: 'slow',
      latencyMs: 4_000,
    },
    1,
  );
  await organizationRow(page, 'acme').click();
  await expectState(page, 'signedOut.exchanging');
  const other = await context.newPage();
  await other.goto('/');
  await organizationRow(other, 'acme').click();
  await expectState(other, SIGNED_IN);
  await expectState(page, /^signedIn/);
  await page.waitForTimeout(5_000);
  await expectState(other, /^signedIn/);
  await expectState(page, /^signedIn/);
});
