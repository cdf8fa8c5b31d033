import { PRODUCT_NAME } from '#src/brand/brand.ts';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { ADA, App, BEN, LANDING_HEADING, LOGIN, SIGNED_IN, waitForMail } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import { expectAnnouncements, expectFocus, recordAnnouncements } from './announcements.ts';

const REQUESTED = `${FIRST_PAGE}?filter=yes`;
const EXCHANGE = '**/intermediate_sessions/exchange';

test.beforeEach(({ page }) => recordAnnouncements(page));

test('each message of a step-up is announced once, also when it is the same as before, and only the masked address is on the page [R1.11, R1.25, R8.1, R8.10, R8.12, R8.13, R8.15, R15.1]', {
  tag: '@smoke',
}, async ({ page, app, emulator }) => {
  await app.openList(BEN, REQUESTED);
  await expectAnnouncements(page, ['polite: 4 organizations']);
  const releaseChoice = await app.holdRequests(EXCHANGE);
  await app.organizationRow('birch').click();
  await expectAnnouncements(page, ['polite: Signing in...']);
  releaseChoice();
  await app.expectState(/^signedOut\.stepUp/);
  await expectFocus(page, 'Verify your email to continue');
  expect(await page.content()).not.toContain(BEN);
  const releaseCode = await app.holdRequests('**/otps/email/discovery/send');
  await app.button('Send verification code').click();
  await expectAnnouncements(page, ['polite: Sending code...']);
  releaseCode();
  await expectAnnouncements(page, ['polite: Verification code sent to b***@birch.example.']);
  await expectFocus(page, 'Verification code');
  const refused =
    'That code is wrong or has expired. Use the one in the newest email, or send a new one.';
  const right = await waitForMail(emulator, BEN, 'otp');
  for (const code of ['000000', '000001', '000002'].filter((wrong) => wrong !== right).slice(1)) {
    await app.codeField.fill(code);
    await expectAnnouncements(page, [`assertive: ${refused}`]);
  }
  const releaseVerification = await app.holdRequests('**/otps/email/discovery/authenticate');
  const release = await app.holdRequests(EXCHANGE);
  await app.codeField.fill(right);
  // The sixth digit verifies. The focus stays in the field, so that the button's new label alone would not be read.
  await expectAnnouncements(page, ['polite: Verifying...']);
  releaseVerification();
  await expectAnnouncements(page, ['polite: Email verified! Completing sign-in...']);
  release();
  await app.expectState(SIGNED_IN);
  await expect(page).toHaveURL(REQUESTED);
  await expectAnnouncements(page, ['polite: Signed in to Birch Labs']);
  await expectFocus(page, LANDING_HEADING);
});

test('a switch is announced once, with the focus on what was worked on, and a reload is not [R1.11, R1.19]', async ({
  page,
  app,
}) => {
  await app.signIn(ADA, 'acme');
  await expect(page).toHaveTitle(`${LANDING_HEADING} - Acme`);
  await app.button('Organization: Acme').click();
  await expectAnnouncements(page, ['polite: 5 organizations']);
  await app.organizationRow('harbor').click();
  await expectFocus(page, 'Organization: Harbor');
  await expectAnnouncements(page, ['polite: You joined Harbor.']);
  await expect(page).toHaveTitle(`${LANDING_HEADING} - Harbor`);
  await page.reload();
  await expect(app.firstPageHeading).toBeVisible();
  await app.button('Organization: Harbor').click();
  await expectAnnouncements(page, ['polite: 5 organizations']);
  await app.organizationRow('acme').click();
  await expectAnnouncements(page, ['polite: Switched to Acme']);
});

test('the end of a session in another tab is announced once [R11.7]', async ({
  page,
  app,
  context,
}) => {
  await app.signIn(ADA, 'acme');
  const other = new App(await context.newPage());
  await other.page.goto(FIRST_PAGE);
  await other.signOut();
  await app.expectState(LOGIN);
  // In Firefox, nothing has the focus in a page behind another.
  await page.bringToFront();
  await expectFocus(page, PRODUCT_NAME);
  await expectAnnouncements(page, ['polite: You signed out in another tab.']);
});
