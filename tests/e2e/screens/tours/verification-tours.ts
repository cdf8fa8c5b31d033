import type { Page } from '@playwright/test';
import { openVerification } from '../../support/plant.ts';
import {
  BEN,
  button,
  codeField,
  expect,
  expectState,
  newestMail,
  organizationRow,
  shownText,
} from '../../support/test.ts';
import type { ScreenTour } from './screen-tour.ts';

const sendCode = (page: Page) => button(page, 'Send verification code');
const sendLink = (page: Page) => button(page, 'Send magic link');
const linkInstead = (page: Page) => shownText(page, 'Use a link instead');

/** The e-mail step-up, and the confirmation of a foreign link. */
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
];
