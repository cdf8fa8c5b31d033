import type { Page } from '@playwright/test';
import {
  INTERMEDIATE_SESSION_LIFETIME,
  INTERMEDIATE_SESSION_WARNING,
} from '#machines/rules/limits.ts';
import { openVerification } from '../../support/plant.ts';
import {
  ADA,
  BEN,
  button,
  codeField,
  EZRA,
  expect,
  expectState,
  holdRequests,
  newestMail,
  organizationRow,
  shownSecret,
  shownText,
  totp,
} from '../../support/test.ts';
import type { ScreenTour } from './screen-tour.ts';

const sendCode = (page: Page) => button(page, 'Send verification code');
const sendLink = (page: Page) => button(page, 'Send magic link');
const linkInstead = (page: Page) => shownText(page, 'Use a link instead');

/** The e-mail step-up, the confirmation of a foreign link, and the second factor. */
export const verificationTours: readonly ScreenTour[] = [
  {
    name: 'step-up by code or link',
    states: [
      'signedOut.stepUp.otp.idle',
      'signedOut.stepUp.otp.sending',
      'signedOut.stepUp.otp.awaitingCode',
      'signedOut.stepUp.otp.verifying',
      'signedOut.stepUp.magicLink.idle',
      'signedOut.stepUp.magicLink.sending',
      'signedOut.stepUp.magicLink.awaitingLink',
    ],
    async run({ page, emulator, visit }) {
      await openVerification(page, BEN, 'birch');
      await visit('step-up');
      await emulator.injectFault('/b2b/otps/email/discovery/send', { kind: 'hang' }, 1);
      await sendCode(page).click();
      await expectState(page, /otp\.sending/);
      await visit('step-up-sending-code');
      await page.reload();
      await sendCode(page).click();
      await expectState(page, /otp\.awaitingCode/);
      await visit('step-up-code-sent');
      await codeField(page).fill('000000');
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('step-up-code-refused');
      await emulator.injectFault('/b2b/otps/email/discovery/authenticate', { kind: 'hang' });
      await codeField(page).fill('111111');
      await expectState(page, /otp\.verifying/);
      await visit('step-up-verifying');
      await page.reload();
      await emulator.injectFault('/b2b/magic_links/email/discovery/send', { kind: 'hang' }, 1);
      await linkInstead(page).click();
      await sendLink(page).click();
      await expectState(page, /magicLink\.sending/);
      await visit('step-up-sending-link');
      await page.reload();
      await linkInstead(page).click();
      await sendLink(page).click();
      await expectState(page, /magicLink\.awaitingLink/);
      await visit('step-up-link-sent');
    },
  },
  {
    name: 'step-up without an allowed method, and the confirmation of a link',
    states: ['signedOut.confirmingLink'],
    async run({ page, emulator, visit }) {
      await openVerification(page, BEN, 'ember');
      await visit('step-up-neither');
      await button(page, '← Choose a different organization').click();
      await organizationRow(page, 'dune').click();
      await sendLink(page).click();
      await expectState(page, /magicLink\.awaitingLink/);
      const link = await newestMail(emulator, BEN, 'magic_link');
      await page.context().clearCookies();
      await page.goto('/terms.html');
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await page.goto(link);
      await expectState(page, 'signedOut.confirmingLink');
      await visit('confirm');
    },
  },
  {
    name: 'second factor',
    states: [
      'signedOut.secondFactor.verifying.entering',
      'signedOut.secondFactor.verifying.checking',
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
      await expectState(page, 'signedOut.secondFactor.verifying.checking');
      await visit('second-factor-checking');
      await page.reload();
      await button(page, 'Use a recovery code').click();
      await expectState(page, 'signedOut.secondFactor.recovering.entering');
      await visit('second-factor-recovery');
      const field = page.getByRole('textbox', { name: /recovery code/i });
      await field.fill('rc-wrong');
      await field.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('second-factor-recovery-refused');
      await page.clock.fastForward(INTERMEDIATE_SESSION_LIFETIME - INTERMEDIATE_SESSION_WARNING);
      await expect(shownText(page, /this sign-in pauses in less than 2 minutes/)).toBeVisible();
      await visit('second-factor-expiring');
      await emulator.injectFault('/b2b/recovery_codes/recover', { kind: 'hang' });
      await field.fill('rc-ada-0001');
      await field.press('Enter');
      await expectState(page, 'signedOut.secondFactor.recovering.checking');
      await visit('second-factor-recovering');
      await page.reload();
      await button(page, '← Choose a different organization').click();
      await organizationRow(page, 'juniper').click();
      await expectState(page, 'signedOut.secondFactor.unsupported');
      await visit('second-factor-unsupported');
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
      await expectState(page, 'signedOut.secondFactor.enrolling.preparing');
      await visit('enrolment-preparing');
      await emulator.injectFault('/b2b/totp', { kind: 'error', status: 400 }, 1);
      await page.reload();
      await expectState(page, 'signedOut.secondFactor.enrolling.failed');
      await visit('enrolment-refused');
      await page.reload();
      await expectState(page, 'signedOut.secondFactor.enrolling.entering');
      await visit('enrolment');
      const secret = await shownSecret(page);
      const release = await holdRequests(page, '**/b2b/totp/authenticate');
      await codeField(page).fill(totp(secret));
      await expectState(page, 'signedOut.secondFactor.enrolling.checking');
      await visit('enrolment-checking');
      release();
      await expectState(page, 'signedOut.secondFactor.savingCodes');
      await visit('recovery-codes');
    },
  },
];
