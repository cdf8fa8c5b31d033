import { PRODUCT_NAME } from '#src/brand/brand.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { openList, signIn } from '../support/plant.ts';
import {
  ADA,
  BEN,
  button,
  codeField,
  expect,
  expectState,
  firstPageHeading,
  holdRequests,
  LANDING_HEADING,
  LOGIN,
  organizationRow,
  SIGNED_IN,
  signOut,
  test,
  waitForMail,
} from '../support/test.ts';
import { expectAnnouncements, expectFocus, recordAnnouncements } from './announcements.ts';

const EXCHANGE = '**/intermediate_sessions/exchange';

test.beforeEach(({ page }) => recordAnnouncements(page));

test('each message of a step-up is announced once, also when it is the same as before [R1.11, R1.25, R8.10, R8.15, R15.1]', async ({
  page,
  emulator,
}) => {
  await openList(page, BEN);
  await expectAnnouncements(page, ['polite: 4 organizations']);
  const releaseChoice = await holdRequests(page, EXCHANGE);
  await organizationRow(page, 'birch').click();
  await expectAnnouncements(page, ['polite: Signing in...']);
  releaseChoice();
  await expectState(page, /^signedOut\.stepUp/);
  await expectFocus(page, 'Verify your email to continue');
  const releaseCode = await holdRequests(page, '**/otps/email/discovery/send');
  await button(page, 'Send verification code').click();
  await expectAnnouncements(page, ['polite: Sending code...']);
  releaseCode();
  await expectAnnouncements(page, ['polite: Verification code sent to b***@birch.example.']);
  await expectFocus(page, 'Verification code');
  const refused =
    'That code is wrong or has expired. Use the one in the newest email, or send a new one.';
  const right = await waitForMail(emulator, BEN, 'otp');
  for (const code of ['000000', '000001', '000002'].filter((wrong) => wrong !== right).slice(1)) {
    await codeField(page).fill(code);
    await expectAnnouncements(page, [`assertive: ${refused}`]);
  }
  const releaseVerification = await holdRequests(page, '**/otps/email/discovery/authenticate');
  const release = await holdRequests(page, EXCHANGE);
  await codeField(page).fill(right);
  // The sixth digit verifies. The focus stays in the field, so that the button's new label alone would not be read.
  await expectAnnouncements(page, ['polite: Verifying...']);
  releaseVerification();
  await expectAnnouncements(page, ['polite: Email verified! Completing sign-in...']);
  release();
  await expectState(page, SIGNED_IN);
  await expectAnnouncements(page, ['polite: Signed in to Birch Labs']);
  await expectFocus(page, LANDING_HEADING);
});

test('a switch is announced once, with the focus on what was worked on, and a reload is not [R1.11, R1.19]', async ({
  page,
}) => {
  await signIn(page, ADA, 'acme');
  await expect(page).toHaveTitle(`${LANDING_HEADING} - Acme`);
  await button(page, 'Organization: Acme').click();
  await expectAnnouncements(page, ['polite: 5 organizations']);
  await organizationRow(page, 'harbor').click();
  await expectFocus(page, 'Organization: Harbor');
  await expectAnnouncements(page, ['polite: You joined Harbor.']);
  await expect(page).toHaveTitle(`${LANDING_HEADING} - Harbor`);
  await page.reload();
  await expect(firstPageHeading(page)).toBeVisible();
  await button(page, 'Organization: Harbor').click();
  await expectAnnouncements(page, ['polite: 5 organizations']);
  await organizationRow(page, 'acme').click();
  await expectAnnouncements(page, ['polite: Switched to Acme']);
});

test('the end of a session in another tab is announced once [R11.7]', async ({ page, context }) => {
  await signIn(page, ADA, 'acme');
  const other = await context.newPage();
  await other.goto(FIRST_PAGE);
  await signOut(other);
  await expectState(page, LOGIN);
  // In Firefox, nothing has the focus in a page behind another.
  await page.bringToFront();
  await expectFocus(page, PRODUCT_NAME);
  await expectAnnouncements(page, ['polite: You signed out in another tab.']);
});
