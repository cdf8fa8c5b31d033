import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import {
  chooseAccount,
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  signOut,
  test,
} from '../support/product-test.ts';
import { openTabs } from '../support/signed-in-tabs.ts';

const ADA = 'ada@acme.example';
const SIGNED_IN = 'signedIn.authenticated';
const LOGIN = /^signedOut\.default/;
const MINUTE = 60_000;

/** Milliseconds of real time in which responses arrive while the page's clock is paused: fewer after a short step. */
const RESPONSE_TIME = 150;
const SHARE_OF_STEP = 1 / 12;

/** Counts the refresh requests in the emulator's log. */
async function refreshCount(emulator: EmulatorClient): Promise<number> {
  return (await emulator.calls()).filter((call) => call.endsWith('/sessions/authenticate')).length;
}

/** Runs the clock of all pages in steps, with real time for the responses between them. */
async function runClock(page: Page, milliseconds: number, step = 30_000): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    await page.clock.runFor(Math.min(step, milliseconds - passed));
    await setTimeout(Math.min(RESPONSE_TIME, step * SHARE_OF_STEP));
  }
}

/** Makes a page the refresh leader, which never finishes. */
async function holdRefreshLock(stuck: Page): Promise<void> {
  await stuck.goto('/health');
  await stuck.evaluate(
    () =>
      new Promise<void>((held) => {
        const hold = () => {
          held();
          return new Promise(() => undefined);
        };
        // The takeover rejects the request.
        navigator.locks.request('auth-refresh', hold).catch(() => undefined);
      }),
  );
}

test.describe('refresh', () => {
  test('happens every three minutes and stays on the page [R11.3]', async ({ page, emulator }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await emulator.clearRequests();
    await runClock(page, 2.5 * MINUTE);
    expect(await refreshCount(emulator)).toBe(0);
    await runClock(page, MINUTE);
    expect(await refreshCount(emulator)).toBe(1);
    await expectState(page, SIGNED_IN);
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    await runClock(page, 3 * MINUTE);
    expect(await refreshCount(emulator)).toBe(2);
  });

  test('sends one request for five tabs [R11.8]', async ({ page, context, emulator }) => {
    await context.clock.install();
    await signIn(page, ADA, 'acme');
    const tabs = await openTabs(context, 4);
    await emulator.clearRequests();
    // Playwright's clock is per page. All clocks pause at the same time and advance in steps below a second.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MINUTE);
    await runClock(page, 1.5 * MINUTE);
    expect(await refreshCount(emulator)).toBe(0);
    await runClock(page, MINUTE / 2, 500);
    await expect.poll(() => refreshCount(emulator)).toBe(1);
    // The other tabs look for its result every two seconds.
    await runClock(page, 10_000, 500);
    for (const tab of [page, ...tabs]) await expectState(tab, SIGNED_IN);
    expect(await refreshCount(emulator)).toBe(1);
  });

  test('an outage shows a banner until a retry succeeds [R11.6]', async ({ page, emulator }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await emulator.injectFault('/b2b/sessions/authenticate', { kind: 'drop' });
    await runClock(page, 3.5 * MINUTE);
    await expect(page.getByText('Reconnecting...')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    await emulator.clearFaults();
    await runClock(page, 5 * MINUTE);
    await expectState(page, SIGNED_IN);
    await expect(page.getByText('Reconnecting...')).toHaveCount(0);
  });

  test('the online event retries an overdue refresh at once [R11.9]', async ({
    page,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await emulator.injectFault('/b2b/sessions/authenticate', { kind: 'drop' });
    await runClock(page, 3.5 * MINUTE);
    await expectState(page, 'signedIn.refreshing.waiting');
    await emulator.clearFaults();
    await page.clock.runFor(1_500);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectState(page, SIGNED_IN);
  });

  test('a session revoked by the provider ends with a message, and the next sign-in returns to the page [R11.5]', async ({
    page,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme', '/policies?keep=1');
    for (const { id } of await emulator.activeSessions()) await emulator.revokeSession(id);
    await runClock(page, 3.5 * MINUTE);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await continueWithGoogle(page, ADA);
    await organizationRow(page, 'acme').click();
    await expect(page).toHaveURL(/\/policies\?keep=1$/);
  });

  test('the organization menu of a session that the provider has revoked leads to the login screen, which says so [R11.5]', async ({
    page,
    emulator,
  }) => {
    await signIn(page, ADA, 'acme');
    for (const { id } of await emulator.activeSessions()) await emulator.revokeSession(id);
    await page.getByRole('button', { name: 'Organization: Acme' }).click();
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue to Acme' })).toBeVisible();
    await expectState(page, 'signedOut.default.idle');
  });

  test('a tab that holds the lock for good does not keep a revoked session alive [R11.17]', async ({
    page,
    context,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await holdRefreshLock(await context.newPage());
    for (const { id } of await emulator.activeSessions()) await emulator.revokeSession(id);
    await runClock(page, 3 * MINUTE);
    await runClock(page, 6_000, 1_000);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  });

  test('a tab that is stuck in its attempt loses it after 30 seconds, and a banner shows meanwhile [R11.6, R11.17]', async ({
    page,
    context,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await holdRefreshLock(await context.newPage());
    for (const { id } of await emulator.activeSessions()) await emulator.revokeSession(id);
    await runClock(page, 2.9 * MINUTE);
    await page.evaluate(() => {
      const times = JSON.parse(localStorage.getItem('auth_refresh') ?? '{}');
      localStorage.setItem('auth_refresh', JSON.stringify({ ...times, attemptedAt: Date.now() }));
    });
    await runClock(page, 20_000, 1_000);
    await expect(page.getByText('Reconnecting...')).toBeVisible();
    await runClock(page, 14_000, 1_000);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  });

  test('a banner warns five minutes before the session ends and renews it without leaving the page [R11.11]', async ({
    page,
    emulator,
  }) => {
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    const untilWarning = (24 * 60 - 4) * MINUTE;
    await emulator.advanceClock(untilWarning);
    await page.clock.fastForward(untilWarning);
    await expect(page.getByText(/Your session ends in less than/)).toBeVisible();
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
  test('a sign-in in one tab signs in the others, and each keeps its address [R3.6, R11.7]', async ({
    page,
    context,
  }) => {
    const signedOut = await context.newPage();
    await signedOut.goto('/policies?mine=1');
    await expectState(signedOut, LOGIN);
    const unknownRoute = await context.newPage();
    await unknownRoute.goto('/no/such/page');
    await signIn(page, ADA, 'acme');
    await expectState(signedOut, /^signedIn/);
    await expect(signedOut).toHaveURL(/\/policies\?mine=1$/);
    await expectState(unknownRoute, /^signedIn/);
    await expect(unknownRoute).toHaveURL(/\/no\/such\/page$/);
  });

  test('a sign-in in one tab asks another person in step-up by name before it signs that tab in [R22.1]', async ({
    page,
    context,
  }) => {
    await page.goto('/policies?mine=1');
    await continueWithGoogle(page, 'ben@birch.example');
    await organizationRow(page, 'birch').click();
    await expectState(page, /^signedOut\.stepUp/);
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: '← Back to login' }).click();
    await googleButton(other).click();
    await chooseAccount(other, ADA);
    await organizationRow(other, 'acme').click();
    await expectState(other, SIGNED_IN);
    await expectState(page, 'signedOut.confirmingIdentity');
    await expect(page.getByText('showed the sign-in of b***@birch.example')).toBeVisible();
    await page.getByRole('button', { name: 'Continue as a***@acme.example' }).click();
    await expectState(page, /^signedIn/);
  });

  test('a sign-in in one tab signs in another that waits for a response', async ({
    page,
    context,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, ADA);
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

  test('a sign-out in one tab signs out the others, and none keeps its address [R3.7, R11.7]', async ({
    page,
    context,
  }) => {
    await signIn(page, ADA, 'acme');
    const tabs = await openTabs(context, 4);
    await signOut(page);
    await expectState(page, LOGIN);
    for (const tab of tabs) {
      await expectState(tab, LOGIN);
      await expect(tab.getByText('You signed out in another tab.')).toBeVisible();
      await expect(tab).toHaveURL(/:\d+\/$/);
    }
  });

  test('a deleted session cookie ends the session at the next route change [R11.2]', async ({
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
    await continueWithGoogle(page, ADA);
    await organizationRow(page, 'acme').click();
    await expect(page).toHaveURL(/\/policies\?next=1$/);
  });

  test('cleared local storage ends the session at the next route change [R11.2]', async ({
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
