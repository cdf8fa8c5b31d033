import type { Page } from '@playwright/test';
import {
  CODE_LIFETIME,
  INTERMEDIATE_SESSION_LIFETIME,
  INTERMEDIATE_SESSION_WARNING,
  SESSION_DURATION_MINUTES,
  SESSION_WARNING,
} from '#machines/rules/limits.ts';
import {
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
} from '../../support/product-test.ts';
import type { ScreenTour } from './screen-tour.types.ts';

const MINUTE = 60_000;
const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';

const sendCode = (page: Page) => page.getByRole('button', { name: 'Send verification code' });

/** Warnings, refusals and failures of screens that other tours visit without them. */
export const messageTours: readonly ScreenTour[] = [
  {
    name: 'the end of an intermediate session',
    states: ['signedOut.selecting.browsing', 'signedOut.stepUp.otp.awaitingCode'],
    async run({ page, visit }) {
      await page.clock.install();
      await page.goto('/');
      await continueWithGoogle(page, BEN);
      await expect(organizationRow(page, 'birch')).toBeVisible();
      await page.clock.fastForward(INTERMEDIATE_SESSION_LIFETIME - INTERMEDIATE_SESSION_WARNING);
      await expect(page.getByText(/this sign-in pauses in less than 2 minutes/)).toBeVisible();
      await visit('selection-expiring', ['light-narrow']);
      await organizationRow(page, 'birch').click();
      await sendCode(page).click();
      await expectState(page, /otp\.awaitingCode/);
      await visit('step-up-expiring', ['dark-narrow', 'light-wide']);
      await page.clock.fastForward(INTERMEDIATE_SESSION_WARNING);
      await expect(page.getByText(/sign-in paused after 10 minutes/)).toBeVisible();
      await visit('step-up-expired', ['light-narrow']);
      await page.clock.fastForward(CODE_LIFETIME - INTERMEDIATE_SESSION_WARNING);
      await expect(page.getByText(/Your code expired after 10 minutes/)).toBeVisible();
      await visit('step-up-code-expired');
    },
  },
  {
    name: 'the end of an intermediate session in a second factor',
    states: [
      'signedOut.secondFactor.verifying.entering',
      'signedOut.secondFactor.enrolling.entering',
    ],
    async run({ page, visit }) {
      await page.clock.install();
      for (const [person, screen, screenshots] of [
        [ADA, 'second-factor-expiring', ['light-narrow']],
        ['ezra@fjord.example', 'enrolment-expiring', []],
      ] as const) {
        await page.goto('/');
        await continueWithGoogle(page, person);
        await organizationRow(page, 'fjord').click();
        await expectState(page, /^signedOut\.secondFactor\.\w+\.entering$/);
        await page.clock.fastForward(INTERMEDIATE_SESSION_LIFETIME - INTERMEDIATE_SESSION_WARNING);
        await expect(page.getByText(/this sign-in pauses in less than 2 minutes/)).toBeVisible();
        await visit(screen, screenshots);
        await page.getByRole('button', { name: '← Choose a different organization' }).click();
        await page.getByRole('button', { name: '← Back to login' }).click();
      }
    },
  },
  {
    name: 'the end of a session',
    states: ['signedIn.authenticated', 'signedOut.default.idle'],
    async run({ page, emulator, visit }) {
      await page.clock.install();
      await signIn(page, ADA, 'acme');
      await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
      const untilWarning = SESSION_DURATION_MINUTES * MINUTE - SESSION_WARNING + MINUTE;
      await emulator.advanceClock(untilWarning);
      await page.clock.fastForward(untilWarning);
      await expect(page.getByText(/Your session ends in less than/)).toBeVisible();
      // The refresh that became due meanwhile.
      await expectState(page, 'signedIn.authenticated');
      await visit('session-expiring');
      await emulator.advanceClock(SESSION_WARNING);
      await page.clock.fastForward(SESSION_WARNING);
      await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
      await visit('login-session-ended', ['dark-narrow']);
    },
  },
  {
    name: 'failures of a sign-in',
    states: ['signedOut.default.idle', 'signedOut.selecting.browsing'],
    async run({ page, emulator, visit }) {
      await emulator.injectFault('/projects/bootstrap/*', { kind: 'drop' });
      await page.goto('/');
      await googleButton(page).click();
      await expect(page.getByRole('alert')).toContainText('so Google cannot start');
      await visit('login-unreachable', ['light-narrow']);
      await emulator.clearFaults();
      await page.reload();
      await continueWithGoogle(page, ADA);
      await emulator.injectFault(
        '/b2b/discovery/intermediate_sessions/exchange',
        { kind: 'error', status: 500, message: 'Something broke at the provider.' },
        1,
      );
      await organizationRow(page, 'acme').click();
      await page.getByText('Details').click();
      await visit('selection-failed', ['light-narrow']);
    },
  },
  {
    name: 'a name that is taken',
    states: ['signedOut.selecting.typing'],
    consoleErrors: [/^The organization was not created: input\./],
    async run({ page, visit }) {
      await page.goto('/');
      await continueWithGoogle(page, 'cleo@cleo.example');
      await page.getByRole('button', { name: '+ Enter organization name' }).click();
      const field = page.getByRole('textbox', { name: 'Organization name' });
      await field.fill('Acme');
      await field.press('Enter');
      await expect(field).toHaveAccessibleDescription(/^This name is taken\./);
      await visit('selection-name-refused', ['dark-narrow']);
    },
  },
  {
    name: 'a refused second factor',
    states: [
      'signedOut.secondFactor.verifying.entering',
      'signedOut.secondFactor.recovering.entering',
    ],
    async run({ page, visit }) {
      await page.goto('/');
      await continueWithGoogle(page, ADA);
      await organizationRow(page, 'fjord').click();
      await page.getByPlaceholder('Enter 6-digit code').fill('000000');
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('second-factor-refused', ['light-narrow']);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByRole('textbox', { name: 'Recovery code' }).fill('rc-wrong');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('second-factor-recovery-refused');
    },
  },
  {
    name: 'many organizations',
    states: ['signedOut.selecting.browsing', 'signedIn.authenticated'],
    async run({ page, emulator, visit }) {
      await page.goto('/');
      await continueWithGoogle(page, 'many@acme.example');
      await expect(page.getByText(/^Showing 5\d of /)).toBeVisible();
      await visit('selection-many');
      await organizationRow(page, 'amber-bakery').click();
      await expectState(page, 'signedIn.authenticated');
      await page.getByRole('button', { name: /^Organization: / }).click();
      await expect(page.getByText(/^Showing 5\d of /)).toBeVisible();
      await visit('menu-many');
      await page.keyboard.press('Escape');
      await emulator.injectFault('/b2b/discovery/organizations', { kind: 'error', status: 500 });
      await page.reload();
      await page.getByRole('button', { name: /^Organization: / }).click();
      await expect(
        page.getByRole('menuitem', { name: 'Load your other organizations' }),
      ).toBeVisible();
      await visit('menu-failed');
    },
  },
  {
    name: 'policies without permissions',
    states: ['signedIn.authenticated'],
    async run({ page, emulator, visit }) {
      await emulator.updateProject({ rbac_policy: null });
      await signIn(page, ADA, 'acme');
      await expect(page.getByText(/We couldn.t check your permissions/)).toBeVisible();
      await visit('policies-permissions-unknown', ['light-narrow']);
    },
  },
];
