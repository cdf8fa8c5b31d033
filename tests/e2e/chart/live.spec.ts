import type { Page } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { App, BEN, waitForMail } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import { openChart, stateOf } from './chart-page.ts';

const live = (page: Page) => page.getByTestId('live-state');
const log = (page: Page) => page.getByTestId('live-log');

/** Opens a chart, and the sign-in in another tab. */
async function openBoth(page: Page): Promise<App> {
  const other = new App(await page.context().newPage());
  await other.page.goto(FIRST_PAGE);
  await expect(other.googleButton).toBeVisible();
  await openChart(page);
  return other;
}

test('a sign-in by a code is watched from start to end, shown step by step, and continued in the simulation', {
  // Firefox loses what a page stores while it leaves for another site: the steps before Google.
  tag: '@chromium',
}, async ({ page, emulator }) => {
  const other = await openBoth(page);
  await expect(live(page)).toContainText('signedOut.default');
  await other.continueWithGoogle(BEN);
  await expect(live(page)).toContainText('signedOut.selecting.browsing');
  await other.organizationRow('birch').click();
  await expect(live(page)).toContainText('signedOut.stepUp.otp.idle');
  await other.button('Send verification code').click();
  await expect(live(page)).toContainText('signedOut.stepUp.otp.awaitingCode');
  // The map, which is what a person sees first, names it in the closed state around it.
  await expect(stateOf(page, 'signedOut.stepUp')).toContainText(
    'otp.awaitingCode · magicLink.idle',
  );
  const code = await waitForMail(emulator, BEN, 'otp');
  await other.codeField.fill(code);
  await expect(live(page)).toContainText('signedIn.session.authenticated');
  // One log: the steps before Google, and those after it.
  await expect(log(page)).toContainText('google.start');
  await expect(log(page)).toContainText('organization.choose organization: record');
  await expect(log(page)).toContainText('code.verify code: text');
  await expect(log(page)).toContainText('resultIs(authenticated): yes');
  await expect(log(page)).toContainText('signedOut.exchanging → signedIn.session.authenticated');
  await expect(stateOf(page, 'signedIn')).toHaveClass(/active/);
  const html = await page.content();
  for (const value of [BEN, 'Birch', code, 'session-', 'organization-test']) {
    expect(html).not.toContain(value);
  }

  const steps = log(page).getByRole('listitem');
  const chosen = steps.filter({ hasText: 'organization.choose' });
  await expect(chosen).toContainText(/\+\d/);
  await expect(chosen).toContainText('willExchange: yes');
  await expect(chosen).toContainText('Actions: choose');
  await chosen.getByRole('button').click();
  await expect(page.getByText(/^The chart shows the moment after the step at/)).toContainText(
    ': signedOut.exchanging.',
  );
  // It stays in view while the log below it is scrolled.
  await steps.last().scrollIntoViewIfNeeded();
  await expect(page.getByText('Event log')).not.toBeInViewport();
  await expect(page.getByRole('button', { name: 'Continue in Simulate' })).toBeInViewport();
  await expect(stateOf(page, 'signedOut.exchanging')).toHaveClass(/active/);
  await page.getByRole('button', { name: 'Back to live' }).click();
  await expect(stateOf(page, 'signedIn')).toHaveClass(/active/);
  await chosen.getByRole('button').click();
  await page.getByRole('button', { name: 'Continue in Simulate' }).click();
  await expect(page.getByTestId('simulated-state')).toContainText('signedOut.exchanging');
  await expect(page.getByTestId('context-changes')).toContainText('selectedOrganization');
  // A walk is in the address, so a reload keeps it.
  await page.reload();
  await expect(page.getByTestId('simulated-state')).toContainText('signedOut.exchanging');
  await page.getByRole('button', { name: 'Live' }).click();
  // The other tab sends its log to a chart that was loaded again.
  await expect(steps).not.toHaveCount(0);
});

test('a tab is named by its route, keeps its log through a reload, and is told to be closed', async ({
  page,
}) => {
  const { page: other } = await openBoth(page);
  await expect(page.getByText(`The tab at ${FIRST_PAGE}`)).toBeVisible();
  await expect(log(page).getByText('xstate.init')).toHaveCount(1);
  await other.reload();
  await expect(log(page).getByText('xstate.init')).toHaveCount(2);
  await other.close({ runBeforeUnload: true });
  await expect(page.getByText('(the tab is closed or at another site)')).toBeVisible();
});

test("the clicks on a chart are not in its tab's log", {
  // In Firefox, Playwright does not scroll to a shape of a drawing.
  tag: '@chromium',
}, async ({ page }) => {
  await openChart(page);
  await expect(log(page)).toContainText('project.known');
  await expect(log(page)).toContainText('route.changed');
  const steps = await log(page).getByRole('listitem').count();
  await stateOf(page, 'signedOut.redeeming').click();
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('button', { name: 'Live' }).click();
  await expect(page).toHaveURL(/mode=live/);
  await expect(log(page).getByRole('listitem')).toHaveCount(steps);
});
