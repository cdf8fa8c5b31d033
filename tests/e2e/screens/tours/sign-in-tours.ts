import type { Page } from '@playwright/test';
import {
  INTERMEDIATE_SESSION_LIFETIME,
  INTERMEDIATE_SESSION_WARNING,
} from '#machines/rules/limits.ts';
import { COOKIES, openList } from '../../support/plant.ts';
import {
  ADA,
  BEN,
  button,
  CLEO,
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  LOGIN,
  nameField,
  organizationRow,
  shownText,
} from '../../support/test.ts';
import type { ScreenTour } from './screen-tour.ts';

/** Keeps the page that starts Google: its address has no page. */
async function neverAnswerGoogle(page: Page): Promise<void> {
  await page.route(/\/oauth\/google\/(?:discovery\/)?start/, (route) =>
    route.fulfill({ status: 204 }),
  );
}

const EXCHANGE = '/b2b/discovery/intermediate_sessions/exchange';

/** The login card in default mode and in selection mode. */
export const signInTours: readonly ScreenTour[] = [
  {
    name: 'login',
    states: ['signedOut.default', 'signedOut.starting'],
    async run({ page, visit }) {
      await page.goto('/');
      await expect(googleButton(page)).toBeEnabled();
      await visit('login');
      await page.evaluate(() => {
        const birch = { id: 'organization-test-birch', slug: 'birch', name: 'Birch Labs' };
        sessionStorage.setItem('selected_organization', JSON.stringify(birch));
      });
      await page.goto('/discovery?error=access_denied');
      await expect(shownText(page, 'Sign-in was cancelled.')).toBeVisible();
      await visit('login-cancelled');
      await neverAnswerGoogle(page);
      await page.goto('/');
      await expectState(page, LOGIN);
      await googleButton(page).click();
      await visit('login-starting', 'signedOut.starting');
      await page.evaluate(() =>
        localStorage.setItem('last_organization', 'organization-test-1 acme Acme'),
      );
      await page.goto('/terms.html');
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('/');
      await expect(button(page, 'Continue to Acme')).toBeEnabled();
      await visit('login-returning', LOGIN);
      await button(page, 'Continue to Acme').click();
      await visit('login-continuing', 'signedOut.starting');
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
    consoleErrors: [/^The organization was not created: /],
    async run({ page, emulator, visit }) {
      await emulator.injectFault('/b2b/oauth/discovery/authenticate', { kind: 'hang' }, 1);
      await page.goto('/');
      await continueWithGoogle(page, ADA);
      await visit('redeeming', 'signedOut.redeeming');
      await openList(page, ADA);
      await expect(organizationRow(page, 'acme')).toBeVisible();
      await visit('selection');
      await organizationRow(page, 'iris').click();
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('selection-refused');
      await emulator.injectFault(EXCHANGE, { kind: 'error', status: 500, message: 'Broken.' }, 1);
      await organizationRow(page, 'acme').click();
      await shownText(page, 'Details').click();
      await visit('selection-failed');
      await emulator.injectFault(EXCHANGE, { kind: 'hang' });
      await organizationRow(page, 'acme').click();
      await visit('selection-busy', 'signedOut.exchanging');
      await page.reload();
      await button(page, '+ Enter organization name').click();
      await nameField(page).fill('Moss Works');
      await visit('selection-typing', 'signedOut.selecting.typing');
      await emulator.injectFault('/b2b/discovery/organizations/create', { kind: 'hang' });
      await button(page, 'Continue').click();
      await visit('selection-creating', 'signedOut.creating');
      await emulator.injectFault('/b2b/discovery/organizations', { kind: 'hang' });
      await page.addInitScript(() => sessionStorage.clear());
      await page.reload();
      await visit('selection-discovering', 'signedOut.discovering');
    },
  },
  {
    name: 'selection without an intermediate session',
    states: ['signedOut.selecting.browsing', 'signedOut.starting'],
    async run({ page, visit }) {
      await openList(page, 'many@acme.example');
      await expect(shownText(page, /^Showing 5\d of /)).toBeVisible();
      await visit('selection-many');
      await page.getByRole('searchbox').fill('amber');
      await expect(page.getByRole('status').getByText('10 organizations')).toBeVisible();
      await visit('selection-filtered');
      await page.context().clearCookies({ name: COOKIES.intermediate });
      await neverAnswerGoogle(page);
      await page.reload();
      await organizationRow(page, 'amber-bakery').click();
      await visit('selection-starting', 'signedOut.starting');
    },
  },
  {
    name: 'selection without organizations',
    states: ['signedOut.selecting.browsing', 'signedOut.selecting.typing'],
    consoleErrors: [/^The organization was not created: input\./],
    async run({ page, emulator, visit }) {
      await openList(page, CLEO);
      await expect(shownText(page, /You're not in an organization yet/)).toBeVisible();
      await visit('selection-empty');
      await button(page, '+ Enter organization name').click();
      await nameField(page).fill('Acme');
      await nameField(page).press('Enter');
      await expect(nameField(page)).toHaveAccessibleDescription(/^This name is taken\./);
      await visit('selection-name-refused');
      await emulator.updateProject({ create_organization_enabled: false });
      await page.reload();
      await expect(shownText(page, /yet. Ask an administrator for an invitation/)).toBeVisible();
      await visit('selection-empty-closed');
    },
  },
  {
    name: 'the end of an intermediate session',
    states: ['signedOut.selecting.browsing', 'signedOut.stepUp.otp.awaitingCode'],
    async run({ page, visit }) {
      await page.clock.install();
      await openList(page, BEN);
      // Otherwise the clock would move past the time-out of a request.
      await page.waitForLoadState('networkidle');
      await page.clock.fastForward(INTERMEDIATE_SESSION_LIFETIME - INTERMEDIATE_SESSION_WARNING);
      await expect(shownText(page, /this sign-in expires in less than 2 minutes/)).toBeVisible();
      await visit('selection-expiring');
      await organizationRow(page, 'birch').click();
      await button(page, 'Send verification code').click();
      await visit('step-up-expiring', /otp\.awaitingCode/);
      await page.clock.fastForward(INTERMEDIATE_SESSION_WARNING);
      await expect(
        shownText(page, /your sign-in with Google expired after 10 minutes/),
      ).toBeVisible();
      await visit('step-up-expired');
      await page.clock.fastForward(INTERMEDIATE_SESSION_LIFETIME - INTERMEDIATE_SESSION_WARNING);
      await expect(shownText(page, /Your code expired after 10 minutes/)).toBeVisible();
      await visit('step-up-code-expired');
    },
  },
  {
    name: 'pages beside the machine',
    states: ['signedOut.default'],
    consoleErrors: [
      /^\[Stytch\]/,
      /Failed to load resource/,
      /dynamically imported module/,
      /Failed to fetch/,
      /disallowed MIME type/,
    ],
    async run({ page, emulator, visit }) {
      await page.goto('/terms.html');
      await visit('terms');
      await page.goto('/health');
      await expect(page.getByRole('link', { name: 'inbox' })).toHaveAttribute('href', '/_emulator');
      await expect(page.getByText(/Available, answered in/)).toBeVisible();
      await visit('health');
      await page.goto('/github/app-setup?installation_id=42&setup_action=install');
      await expect(button(page, 'Sign in to continue')).toBeVisible();
      await visit('github');
      await page.goto('/github/connected');
      await expect(shownText(page, /This link is incomplete/)).toBeVisible();
      await visit('github-incomplete');
      await emulator.injectFault('/projects/bootstrap/*', { kind: 'error', status: 500 });
      await page.goto('/health');
      await expect(page.getByText('Not available')).toBeVisible();
      await visit('health-unavailable');
      await emulator.clearFaults();
      await button(page, 'Check again').click();
      await expect(page.getByText(/Available, answered in/)).toBeVisible();
      await page.route(/assets\/public-.*\.js$/, (route) =>
        route.fulfill({ status: 404, body: 'gone' }),
      );
      await page.goto('/health');
      await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
      await visit('error');
    },
  },
  {
    name: 'browsers that cannot run the product',
    states: [],
    async run({ page, visit }) {
      await page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
      });
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Cookies are needed' })).toBeVisible();
      await visit('cookies-needed');
      await page.addInitScript(() => {
        Object.defineProperty(window, 'isSecureContext', { get: () => false });
      });
      await page.goto('/');
      await expect(shownText(page, /needs an encrypted connection: /)).toBeVisible();
      await visit('insecure-address');
      await page.addInitScript(() => {
        Reflect.deleteProperty(Intl, 'Segmenter');
      });
      await page.goto('/');
      await expect(shownText(page, /needs a newer browser: /)).toBeVisible();
      await visit('unsupported-browser');
    },
  },
];
