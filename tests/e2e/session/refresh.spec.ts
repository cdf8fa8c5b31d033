import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import {
  chooseAccount,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  test,
  throughGoogle,
} from '../support/product-test.ts';
import { openTabs } from '../support/signed-in-tabs.ts';

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
async function pass(page: Page, milliseconds: number, step = 30_000): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    await page.clock.runFor(Math.min(step, milliseconds - passed));
    await setTimeout(REAL_PAUSE);
  }
}

test.describe('refresh', () => {
  test('happens every three minutes, and the person stays on the page [R11.3]', async ({
    page,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await emulator.clearRequests();
    await pass(page, 2.5 * MINUTE);
    expect(await refreshes(emulator)).toBe(0);
    await pass(page, MINUTE);
    expect(await refreshes(emulator)).toBe(1);
    await expectState(page, SIGNED_IN);
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    await pass(page, 3 * MINUTE);
    expect(await refreshes(emulator)).toBe(2);
  });

  test('is one request for five tabs [R11.8]', async ({ page, context, emulator }) => {
    await context.clock.install();
    await signIn(page, ADA, 'acme');
    const tabs = await openTabs(context, 4);
    await emulator.clearRequests();
    // Each page has a clock of its own here: they stand at one moment, and move by less than a second at a time.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MINUTE);
    await pass(page, 1.5 * MINUTE);
    expect(await refreshes(emulator)).toBe(0);
    await pass(page, MINUTE / 2, 500);
    await expect.poll(() => refreshes(emulator)).toBe(1);
    for (const tab of [page, ...tabs]) await expectState(tab, SIGNED_IN);
  });

  test('an outage is waited out with a quiet banner [R11.6]', async ({ page, emulator }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await emulator.injectFault('/b2b/sessions/authenticate', { kind: 'drop' });
    await pass(page, 3.5 * MINUTE);
    await expect(page.getByText('Reconnecting…')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    await emulator.clearFaults();
    await pass(page, 5 * MINUTE);
    await expectState(page, SIGNED_IN);
    await expect(page.getByText('Reconnecting…')).toHaveCount(0);
  });

  test('coming back online refreshes at once when overdue [R11.9]', async ({ page, emulator }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await emulator.injectFault('/b2b/sessions/authenticate', { kind: 'drop' });
    await pass(page, 3.5 * MINUTE);
    await expectState(page, 'signedIn.refreshing.waiting');
    await emulator.clearFaults();
    await page.clock.runFor(1_500);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectState(page, SIGNED_IN);
  });

  test('a session revoked on the server ends with a sentence, the page remembered [R11.5]', async ({
    page,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme', '/policies?keep=1');
    for (const { id } of await emulator.activeSessions()) await emulator.revokeSession(id);
    await pass(page, 3.5 * MINUTE);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await throughGoogle(page, ADA);
    await organizationRow(page, 'acme').click();
    await expect(page).toHaveURL(/\/policies\?keep=1$/);
  });

  test('warns five minutes before the session ends, and renews in place [R11.11]', async ({
    page,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    const almost = (24 * 60 - 4) * MINUTE;
    await emulator.advanceClock(almost);
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
  test('a sign-in in one moves the others, each on its own address [R3.6, R11.7]', async ({
    page,
    context,
  }) => {
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

  test('a sign-in is heard in the middle of a call of another', async ({
    page,
    context,
    emulator,
  }) => {
    await page.goto('/');
    await throughGoogle(page, ADA);
    await expect(organizationRow(page, 'acme')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/');
    await expect(organizationRow(other, 'acme')).toBeVisible();

    await emulator.injectFault(
      '/b2b/discovery/intermediate_sessions/exchange',
      { kind: 'hang' },
      1,
    );
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedOut.exchanging');
    await organizationRow(other, 'acme').click();
    await expectState(other, SIGNED_IN);
    await expectState(page, SIGNED_IN);
  });

  test('a sign-out in one signs the others out [R11.7]', async ({ page, context }) => {
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

  test('a session cookie cleared by hand is noticed at the next route change [R11.2]', async ({
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

  test('local storage cleared by hand is noticed at the next route change [R11.2]', async ({
    page,
  }) => {
    await signIn(page, ADA, 'acme');
    await page.evaluate(() => {
      localStorage.clear();
      history.pushState(null, '', '/policies?next=1');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await expectState(page, LOGIN);
  });
});
