import {
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
} from '../../support/product-test.ts';
import type { ScreenTour } from './screen-tour.types.ts';

const NAME_PLACEHOLDER = 'Enter organization name (will create if new)';

/** The login card in default mode and in selection mode. */
export const signInTours: readonly ScreenTour[] = [
  {
    name: 'login',
    states: [
      'signedOut.default.idle',
      'signedOut.default.starting',
      'signedOut.default.continuing',
    ],
    async run({ page, emulator, visit }) {
      await page.goto('/');
      await expect(googleButton(page)).toBeEnabled();
      await visit('login', ['light-narrow', 'light-wide', 'dark-narrow', 'dark-wide']);
      await page.evaluate(() => {
        const birch = { id: 'organization-test-birch', slug: 'birch', name: 'Birch Labs' };
        sessionStorage.setItem('selected_organization', JSON.stringify(birch));
      });
      await page.goto('/discovery?error=access_denied');
      await expect(page.getByText('Sign-in with Google was cancelled.')).toBeVisible();
      await visit('login-cancelled', ['light-narrow']);
      await emulator.injectFault('/projects/bootstrap/*', { kind: 'hang' });
      await page.goto('/');
      await googleButton(page).click();
      await expect(page.getByRole('button', { name: 'Starting...' })).toBeDisabled();
      await visit('login-starting');
      await page.evaluate(() =>
        localStorage.setItem('last_organization', 'organization-test-1 acme Acme'),
      );
      await page.goto('/terms.html');
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('/');
      const way = page.getByRole('button', { name: 'Continue to Acme' });
      await expect(way).toBeEnabled();
      await visit('login-returning', ['light-narrow', 'dark-wide']);
      await way.click();
      await expect(page.getByRole('button', { name: 'Starting...' })).toBeDisabled();
      await visit('login-continuing');
    },
  },
  {
    name: 'selection',
    states: [
      'signedOut.redeeming',
      'signedOut.discovering',
      'signedOut.selecting.browsing',
      'signedOut.selecting.typing',
      'signedOut.exchanging',
      'signedOut.creating',
    ],
    // Firefox rejects a call that is held while the tour leaves the page.
    consoleErrors: [/^The organization was not created: unreachable\./],
    async run({ page, emulator, visit }) {
      await emulator.injectFault('/b2b/oauth/discovery/authenticate', { kind: 'hang' }, 1);
      await page.goto('/');
      await continueWithGoogle(page, 'ada@acme.example');
      await expectState(page, 'signedOut.redeeming');
      await visit('redeeming');
      await page.goto('/');
      await continueWithGoogle(page, 'ada@acme.example');
      await expect(organizationRow(page, 'acme')).toBeVisible();
      await visit('selection', ['light-wide', 'dark-narrow']);
      await organizationRow(page, 'iris').click();
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('selection-refused', ['light-narrow']);
      await emulator.injectFault('/b2b/discovery/intermediate_sessions/exchange', { kind: 'hang' });
      await organizationRow(page, 'acme').click();
      await expectState(page, 'signedOut.exchanging');
      await visit('selection-busy');

      await emulator.injectFault('/b2b/discovery/organizations/create', { kind: 'hang' });
      await page.reload();
      await page.getByRole('button', { name: '+ Enter organization name' }).click();
      await page.getByPlaceholder(NAME_PLACEHOLDER).fill('Moss Works');
      await expectState(page, 'signedOut.selecting.typing');
      await visit('selection-typing', ['dark-wide']);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expectState(page, 'signedOut.creating');
      await visit('selection-creating');

      await emulator.injectFault('/b2b/discovery/organizations', { kind: 'hang' });
      await page.addInitScript(() => sessionStorage.clear());
      await page.reload();
      await expectState(page, 'signedOut.discovering');
      await visit('selection-discovering');
    },
  },
  {
    name: 'selection without an intermediate session',
    states: ['signedOut.selecting.browsing', 'signedOut.selecting.starting'],
    async run({ page, context, emulator, visit }) {
      await page.goto('/');
      await continueWithGoogle(page, 'many@acme.example');
      await expect(page.getByText('Popular organizations:')).toBeVisible();
      await page.getByRole('searchbox').fill('amber');
      await expect(page.getByRole('status').getByText('10 organizations')).toBeVisible();
      await visit('selection-filtered');
      await context.clearCookies({ name: 'stytch_intermediate_session_token' });
      await emulator.injectFault('/projects/bootstrap/*', { kind: 'hang' });
      await page.reload();
      await organizationRow(page, 'amber-bakery').click();
      await expectState(page, 'signedOut.selecting.starting');
      await visit('selection-starting');
    },
  },
  {
    name: 'selection without organizations',
    states: ['signedOut.selecting.browsing'],
    async run({ page, emulator, visit }) {
      await page.goto('/');
      await continueWithGoogle(page, 'cleo@cleo.example');
      await expect(page.getByText(/You're not in an organization yet/)).toBeVisible();
      await visit('selection-empty', ['light-wide']);
      await emulator.updateProject({ create_organization_enabled: false });
      await page.reload();
      await expect(page.getByText(/yet. Ask an administrator for an invitation/)).toBeVisible();
      await visit('selection-empty-closed');
    },
  },
];
