import type { Page } from '@playwright/test';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
} from '../../support/product-test.ts';
import type { ScreenTour } from './screen-tour.types.ts';

const BEN = 'ben@birch.example';

const codeField = (page: Page) => page.getByPlaceholder('Enter 6-digit code');
const sendCode = (page: Page) => page.getByRole('button', { name: 'Send verification code' });
const linkInstead = (page: Page) => page.getByText('Use a link instead');
const sendLink = (page: Page) => page.getByRole('button', { name: 'Send magic link' });

async function goToStepUp(page: Page, slug: string): Promise<void> {
  await page.goto('/');
  await continueWithGoogle(page, BEN);
  await organizationRow(page, slug).click();
  await expectState(page, /^signedOut\.stepUp/);
}

/** The login card in step-up mode, and the confirmations of a foreign link and of another person. */
export const stepUpTours: readonly ScreenTour[] = [
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
      await goToStepUp(page, 'birch');
      await visit('step-up', ['light-narrow', 'dark-wide']);
      await emulator.injectFault('/b2b/otps/email/discovery/send', { kind: 'hang' }, 1);
      await sendCode(page).click();
      await expectState(page, /otp\.sending/);
      await visit('step-up-sending-code');
      await page.reload();
      await sendCode(page).click();
      await expectState(page, /otp\.awaitingCode/);
      await visit('step-up-code-sent', ['light-narrow', 'dark-wide']);
      await codeField(page).fill('000000');
      await expect(page.getByRole('alert')).toBeVisible();
      await visit('step-up-code-refused', ['light-wide']);
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
      await visit('step-up-link-sent', ['dark-narrow']);
    },
  },
  {
    name: 'step-up without an allowed method',
    states: ['signedOut.stepUp.otp.unavailable', 'signedOut.stepUp.magicLink.unavailable'],
    async run({ page, visit }) {
      await goToStepUp(page, 'ember');
      await visit('step-up-neither', ['light-narrow']);
    },
  },
  {
    name: 'confirmation of a link not requested in this browser',
    states: ['signedOut.confirmingLink'],
    async run({ page, context, emulator, visit }) {
      await goToStepUp(page, 'dune');
      await sendLink(page).click();
      await expectState(page, /magicLink\.awaitingLink/);
      const [mail] = await emulator.inbox(BEN);
      await context.clearCookies();
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await page.goto(mail?.link ?? '');
      await expectState(page, 'signedOut.confirmingLink');
      await visit('confirm', ['dark-wide']);
    },
  },
  {
    name: 'confirmation of another person',
    states: ['signedOut.confirmingIdentity'],
    async run({ page, context, visit }) {
      const other = await context.newPage();
      await other.goto('/');
      await page.goto('/');
      await continueWithGoogle(page, 'ada@acme.example');
      await continueWithGoogle(other, 'dora@acme.example');
      await expect(organizationRow(other, 'acme')).toBeVisible();
      await organizationRow(page, 'acme').click();
      await expectState(page, 'signedOut.confirmingIdentity');
      await visit('confirm-identity', ['light-narrow', 'dark-wide']);
      await organizationRow(other, 'acme').click();
      await expectState(other, 'signedIn.authenticated');
      await expect(page.getByText(/now signed in to @acme/)).toBeVisible();
      await visit('confirm-identity-session');
    },
  },
];
