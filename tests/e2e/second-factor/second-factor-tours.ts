import {
  INTERMEDIATE_SESSION_LIFETIME,
  INTERMEDIATE_SESSION_WARNING,
} from '#machines/rules/limits.ts';
import type { ScreenTour } from '../screens/tours/screen-tour.ts';
import { openVerification } from '../support/plant.ts';
import {
  ADA,
  button,
  codeField,
  expect,
  holdRequests,
  organizationRow,
  shownText,
} from '../support/test.ts';
import { EZRA, shownSecret, totp } from './support.ts';

/** The second factor, and its setup. */
export const secondFactorTours: readonly ScreenTour[] = [
  {
    name: 'second factor',
    states: [
      'signedOut.secondFactor.authenticator.entering',
      'signedOut.secondFactor.authenticator.checking',
      'signedOut.secondFactor.recovering.entering',
      'signedOut.secondFactor.recovering.checking',
      'signedOut.secondFactor.unsupported',
    ],
    async run({ page, emulator, visit }) {
      await page.clock.install();
      await openVerification(page, ADA, 'fjord');
      await expect(codeField(page)).toBeVisible();
      await page.waitForLoadState('networkidle');
      await visit('second-factor');
      await codeField(page).fill('000000');
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('second-factor-refused');
      await emulator.injectFault('/b2b/totp/authenticate', { kind: 'hang' });
      await codeField(page).fill('123456');
      await visit('second-factor-checking', 'signedOut.secondFactor.authenticator.checking');
      await page.reload();
      await button(page, 'Use a recovery code').click();
      await visit('second-factor-recovery', 'signedOut.secondFactor.recovering.entering');
      const field = page.getByRole('textbox', { name: /recovery code/i });
      await field.fill('rc-wrong');
      await field.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('second-factor-recovery-refused');
      await page.clock.fastForward(INTERMEDIATE_SESSION_LIFETIME - INTERMEDIATE_SESSION_WARNING);
      await expect(shownText(page, /this sign-in expires in less than 2 minutes/)).toBeVisible();
      await visit('second-factor-expiring');
      await emulator.injectFault('/b2b/recovery_codes/recover', { kind: 'hang' });
      await field.fill('rc-ada-0001');
      await field.press('Enter');
      await visit('second-factor-recovering', 'signedOut.secondFactor.recovering.checking');
      await page.reload();
      await button(page, '← Choose a different organization').click();
      await organizationRow(page, 'juniper').click();
      await visit('second-factor-unsupported', 'signedOut.secondFactor.unsupported');
    },
  },
  {
    name: 'setup of a second factor',
    states: [
      'signedOut.secondFactor.enrolling.preparing',
      'signedOut.secondFactor.enrolling.failed',
      'signedOut.secondFactor.enrolling.entering',
      'signedOut.secondFactor.enrolling.checking',
      'signedOut.secondFactor.savingCodes',
    ],
    async run({ page, emulator, visit }) {
      await emulator.injectFault('/b2b/totp', { kind: 'hang' }, 1);
      await openVerification(page, EZRA, 'fjord');
      await visit('enrolment-preparing', 'signedOut.secondFactor.enrolling.preparing');
      await emulator.injectFault('/b2b/totp', { kind: 'error', status: 400 }, 1);
      await page.reload();
      await visit('enrolment-refused', 'signedOut.secondFactor.enrolling.failed');
      await page.reload();
      await visit('enrolment', 'signedOut.secondFactor.enrolling.entering');
      const secret = await shownSecret(page);
      const release = await holdRequests(page, '**/b2b/totp/authenticate');
      await codeField(page).fill(totp(secret));
      await visit('enrolment-checking', 'signedOut.secondFactor.enrolling.checking');
      release();
      await visit('recovery-codes', 'signedOut.secondFactor.savingCodes');
    },
  },
];
