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
      await visit('step-up-sending-code', /otp\.sending/);
      await page.reload();
      await sendCode(page).click();
      await visit('step-up-code-sent', /otp\.awaitingCode/);
      await codeField(page).fill('000000');
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('step-up-code-refused');
      await emulator.injectFault('/b2b/otps/email/discovery/authenticate', { kind: 'hang' });
      await codeField(page).fill('111111');
      await visit('step-up-verifying', /otp\.verifying/);
      await page.reload();
      await emulator.injectFault('/b2b/magic_links/email/discovery/send', { kind: 'hang' }, 1);
      await linkInstead(page).click();
      await sendLink(page).click();
      await visit('step-up-sending-link', /magicLink\.sending/);
      await page.reload();
      await linkInstead(page).click();
      await sendLink(page).click();
      await visit('step-up-link-sent', /magicLink\.awaitingLink/);
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
      await visit('confirm', 'signedOut.confirmingLink');
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
      await visit('second-factor-checking', 'signedOut.secondFactor.verifying.checking');
      await page.reload();
      await button(page, 'Use a recovery code').click();
      await visit('second-factor-recovery', 'signedOut.secondFactor.recovering.entering');
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
