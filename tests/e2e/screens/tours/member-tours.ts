import type { Page } from '@playwright/test';
import { expect, expectState, signIn } from '../../support/product-test.ts';
import { type ScreenTour, statesOf } from './screen-tour.types.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const ADA = 'ada@acme.example';

/** Waits for the database, which needs real time: a clock moved earlier would make it time out. */
async function waitForPolicies(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
}

async function addPolicy(
  page: Page,
  name: string,
  description: string,
  active = false,
): Promise<void> {
  await page.getByRole('button', { name: /^New policy/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill(description);
  if (active) await page.getByRole('radio', { name: 'Active' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
}

/** Runs the page's clock in steps until its machine is in a state. Responses take real time between the steps. */
async function runUntil(page: Page, state: string, step: number): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(step);
    expect(await statesOf(page)).toEqual([state]);
  }).toPass();
}

/** The policies page, the session menu and banners, and the pages that need no session. */
export const memberTours: readonly ScreenTour[] = [
  {
    name: 'policies',
    states: ['signedIn.authenticated'],
    async run({ page, visit }) {
      await signIn(page, ADA, 'acme');
      await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
      await visit('policies-empty', ['light-narrow']);
      await addPolicy(
        page,
        'Access reviews',
        'Owners review every quarter who can reach production.',
        true,
      );
      await addPolicy(page, 'سياسة الخصوصية', 'تحدد هذه السياسة كيفية التعامل مع البيانات.', true);
      await addPolicy(page, `${'Long'.repeat(25)} name`, 'One line after another. '.repeat(30));
      await visit('policies', ['light-wide', 'dark-narrow']);
      await page.getByRole('searchbox').fill('nothing like it');
      await expect(page.getByRole('status').getByText(/^No policy matches/)).toBeVisible();
      await visit('policies-not-found');
      await page.getByRole('button', { name: 'Clear the search' }).click();
      await page.getByRole('button', { name: 'Delete “Access reviews”' }).click();
      await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
      await visit('policies-deleted');
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await visit('policies-shortcuts', ['dark-wide']);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^New policy/ }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
        'Give the policy a name.',
      );
      await visit('policy-editor-refused', ['light-narrow']);
      await page.getByRole('textbox', { name: 'Name' }).fill('Half a policy');
      await page.keyboard.press('Escape');
      await expect(page.getByText('Discard your changes?')).toBeVisible();
      await visit('policy-editor-leaving', ['dark-wide']);
    },
  },
  {
    name: 'policies with permission to read only',
    states: ['signedIn.authenticated'],
    async run({ page, visit }) {
      await signIn(page, 'dora@acme.example', 'acme');
      await expect(page.getByText(/You can read policies here/)).toBeVisible();
      await visit('policies-read-only');
      await page.getByRole('button', { name: 'Account: Dora Quist' }).click();
      await expect(page.getByText('dora@acme.example')).toBeVisible();
      await visit('account-menu', ['light-narrow']);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Organization: Acme' }).click();
      await page.getByRole('menuitem', { name: 'Create organization' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await visit('create-organization', ['dark-wide']);
      await page.goto('/no/such/page');
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
      await visit('not-found', ['dark-narrow']);
    },
  },
  {
    name: 'session',
    states: ['signedIn.authenticated', 'signedIn.listing', 'signedIn.switching', 'resuming'],
    async run({ page, emulator, visit }) {
      await signIn(page, ADA, 'acme');
      await emulator.injectFault('/b2b/discovery/organizations', { kind: 'hang' }, 1);
      await page.getByRole('button', { name: 'Organization: Acme' }).click();
      await expectState(page, 'signedIn.listing');
      await visit('menu-listing');
      await page.reload();
      await page.getByRole('button', { name: 'Organization: Acme' }).click();
      await expect(page.getByRole('menuitemradio', { name: /Harbor/ })).toBeVisible();
      await visit('menu', ['light-wide']);
      await emulator.injectFault('/b2b/sessions/exchange', { kind: 'hang' });
      await page.getByRole('menuitemradio', { name: /Harbor/ }).click();
      await expectState(page, 'signedIn.switching');
      await expect(page.getByText(/^Switching to another organization/)).toBeVisible();
      await visit('switching');
      await emulator.injectFault('/b2b/sessions/authenticate', { kind: 'hang' });
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await expectState(page, 'resuming');
      await visit('resuming', ['light-wide']);
    },
  },
  {
    name: 'refresh',
    states: ['signedIn.refreshing.waiting', 'signedIn.refreshing.attempting'],
    async run({ page, emulator, visit }) {
      await page.clock.install();
      await signIn(page, ADA, 'acme');
      await waitForPolicies(page);
      await emulator.injectFault('/b2b/sessions/authenticate', { kind: 'drop' });
      await runUntil(page, 'signedIn.refreshing.waiting', MINUTE / 2);
      await visit('reconnecting', ['dark-narrow']);
      await emulator.clearFaults();
      await emulator.injectFault('/b2b/sessions/authenticate', { kind: 'hang' });
      await runUntil(page, 'signedIn.refreshing.attempting', SECOND);
      await visit('refreshing');
    },
  },
  {
    name: 'impersonation',
    states: ['signedIn.authenticated'],
    async run({ page, emulator, visit }) {
      await page.clock.install();
      const { url } = await emulator.impersonate(ADA, 'acme');
      await page.goto(url);
      await expectState(page, 'signedIn.authenticated');
      await expect(page.getByText(/IMPERSONATING USER/)).toBeVisible();
      await waitForPolicies(page);
      await visit('impersonating', ['light-narrow']);
    },
  },
  {
    name: 'pages that need no session',
    states: ['signedOut.default.idle'],
    async run({ page, visit }) {
      await page.goto('/health');
      await expect(page.getByText(/Available, answered in/)).toBeVisible();
      await visit('health', ['dark-wide']);
      await page.goto('/github/app-setup?installation_id=42&setup_action=install');
      await expect(page.getByRole('button', { name: 'Sign in to continue' })).toBeVisible();
      await visit('github', ['light-narrow']);
      await page.goto('/github/connected');
      await expect(page.getByText(/This link is incomplete/)).toBeVisible();
      await visit('github-incomplete');
    },
  },
];
