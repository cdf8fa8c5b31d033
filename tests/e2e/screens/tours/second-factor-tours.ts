import type { Page } from '@playwright/test';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
} from '../../support/product-test.ts';
import { totp } from '../../support/totp.ts';
import type { ScreenTour } from './screen-tour.types.ts';

const codeField = (page: Page) => page.getByPlaceholder('Enter 6-digit code');

async function goToSecondFactor(page: Page, person: string, slug: string): Promise<void> {
  await page.goto('/');
  await continueWithGoogle(page, person);
  await organizationRow(page, slug).click();
  await expectState(page, /^signedOut\.secondFactor/);
}

/** The second factor: code, recovery code, setup, and an unsupported factor. */
export const secondFactorTours: readonly ScreenTour[] = [
  {
    name: 'second factor',
    states: [
      'signedOut.secondFactor.verifying.entering',
      'signedOut.secondFactor.verifying.checking',
      'signedOut.secondFactor.recovering.entering',
      'signedOut.secondFactor.recovering.checking',
    ],
    async run({ page, emulator, visit }) {
      await goToSecondFactor(page, 'ada@acme.example', 'fjord');
      await expect(codeField(page)).toBeVisible();
      await visit('second-factor', ['light-narrow']);
      await emulator.injectFault('/b2b/totp/authenticate', { kind: 'hang' });
      await codeField(page).fill('123456');
      await expectState(page, 'signedOut.secondFactor.verifying.checking');
      await visit('second-factor-checking');
      await page.reload();
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await expectState(page, 'signedOut.secondFactor.recovering.entering');
      await visit('second-factor-recovery', ['dark-wide']);
      await emulator.injectFault('/b2b/recovery_codes/recover', { kind: 'hang' });
      const field = page.getByRole('textbox', { name: /recovery code/i });
      await field.fill('rc-ada-0001');
      await field.press('Enter');
      await expectState(page, 'signedOut.secondFactor.recovering.checking');
      await visit('second-factor-recovering');
    },
  },
  {
    name: 'second factor setup',
    states: [
      'signedOut.secondFactor.enrolling.preparing',
      'signedOut.secondFactor.enrolling.failed',
      'signedOut.secondFactor.enrolling.entering',
      'signedOut.secondFactor.enrolling.checking',
      'signedOut.secondFactor.savingCodes',
    ],
    async run({ page, emulator, visit }) {
      await emulator.injectFault('/b2b/totp', { kind: 'hang' }, 1);
      await goToSecondFactor(page, 'ezra@fjord.example', 'fjord');
      await expectState(page, 'signedOut.secondFactor.enrolling.preparing');
      await visit('enrolment-preparing');
      await emulator.injectFault('/b2b/totp', { kind: 'error', status: 400 }, 1);
      await page.reload();
      await expectState(page, 'signedOut.secondFactor.enrolling.failed');
      await visit('enrolment-refused');
      await page.reload();
      await expectState(page, 'signedOut.secondFactor.enrolling.entering');
      await visit('enrolment', ['light-wide', 'dark-narrow']);
      const secret = (await page.locator('code').first().textContent()) ?? '';
      await emulator.injectFault('/b2b/totp/authenticate', { kind: 'slow', latencyMs: 6_000 });
      await codeField(page).fill(totp(secret, Date.now()));
      await expectState(page, 'signedOut.secondFactor.enrolling.checking');
      await visit('enrolment-checking');
      await expectState(page, 'signedOut.secondFactor.savingCodes');
      await visit('recovery-codes', ['dark-narrow']);
    },
  },
  {
    name: 'unsupported second factor',
    states: ['signedOut.secondFactor.unsupported'],
    async run({ page, visit }) {
      await goToSecondFactor(page, 'ada@acme.example', 'juniper');
      await expectState(page, 'signedOut.secondFactor.unsupported');
      await visit('second-factor-unsupported');
    },
  },
];
