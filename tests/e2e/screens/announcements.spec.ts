import { holdRequests } from '../support/hold-requests.ts';
import {
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  signOut,
  test,
} from '../support/product-test.ts';
import { expectAnnouncements, expectFocus, recordAnnouncements } from './announcements.ts';

const BEN = 'ben@birch.example';

test.beforeEach(({ page }) => recordAnnouncements(page));

test('each message of a step-up is announced once, also when it is the same as before [R1.11, R1.25, R8.10, R8.15, R15.1]', async ({
  page,
  emulator,
}) => {
  await page.goto('/');
  await continueWithGoogle(page, BEN);
  await organizationRow(page, 'birch').click();
  await expectState(page, /^signedOut\.stepUp/);
  await expectAnnouncements(page, ['polite: Signing in...']);
  await expectFocus(page, 'Verify your email to continue');
  const releaseCode = await holdRequests(page, '**/otps/email/discovery/send');
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expectAnnouncements(page, ['polite: Sending code...']);
  releaseCode();
  await expectAnnouncements(page, ['polite: Verification code sent to b***@birch.example.']);
  await expectFocus(page, 'Verification code');
  const field = page.getByPlaceholder('Enter 6-digit code');
  const refused =
    'That code is wrong or has expired. Use the one in the newest email, or send a new one.';
  for (const code of ['000000', '000001']) {
    await field.fill(code);
    await page.getByRole('alert').waitFor();
    await expectAnnouncements(page, [`assertive: ${refused}`]);
  }
  const [mail] = await emulator.inbox(BEN);
  const releaseVerification = await holdRequests(page, '**/otps/email/discovery/authenticate');
  const release = await holdRequests(page, '**/intermediate_sessions/exchange');
  await field.fill(mail?.code ?? '');
  // The sixth digit verifies. The focus stays in the field, so that the button's new label alone would not be read.
  await expectAnnouncements(page, ['polite: Verifying...']);
  releaseVerification();
  await expectAnnouncements(page, ['polite: Email verified! Completing sign-in...']);
  release();
  await expectState(page, 'signedIn.authenticated');
  await expectAnnouncements(page, ['polite: Signed in to Birch Labs']);
  await expectFocus(page, 'Policies');
});

test('a sign-in and a switch are announced once, with the focus on what was worked on, and a reload is not [R1.11, R1.19]', async ({
  page,
}) => {
  await signIn(page, 'ada@acme.example', 'acme');
  await expectAnnouncements(page, ['polite: Signing in...', 'polite: Signed in to Acme']);
  await expectFocus(page, 'Policies');
  await expect(page).toHaveTitle('Policies - Acme');
  await page.getByRole('button', { name: 'Organization: Acme' }).click();
  await page.getByRole('menuitemradio', { name: /Harbor/ }).click();
  await expectFocus(page, 'Organization: Harbor');
  await expectAnnouncements(page, ['polite: You joined \u2068Harbor\u2069.']);
  await expect(page).toHaveTitle('Policies - Harbor');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Organization: Harbor' }).click();
  await page.getByRole('menuitemradio', { name: /Acme/ }).click();
  await expectAnnouncements(page, ['polite: Switched to Acme']);
});

test('each message about a policy is announced once, also when it is the same as before, and the focus stays on the policy [R1.11, R17.3]', async ({
  page,
}) => {
  await signIn(page, 'ada@acme.example', 'acme');
  await expectAnnouncements(page, ['polite: Signing in...', 'polite: Signed in to Acme']);
  await page.getByRole('button', { name: /^New policy/ }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await page.getByRole('button', { name: 'Save' }).click();
  // The field is read with its description, because the focus moves there.
  await expectFocus(page, 'Name');
  await expect(name).toHaveAccessibleDescription('Give the policy a name.');
  await expectAnnouncements(page, []);
  await name.fill(' ');
  await name.press('Enter');
  await expectAnnouncements(page, ['assertive: Give the policy a name.']);
  await page.getByRole('textbox', { name: 'Name' }).fill('Access');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectAnnouncements(page, ['polite: Saved: “Access”']);
  await expectFocus(page, 'Access');
  await page.getByRole('button', { name: 'Edit “Access”' }).click();
  await page.getByRole('radio', { name: 'Active' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectAnnouncements(page, ['polite: Saved: “Access”']);
  await expectFocus(page, 'Edit “Access”');
  await page.getByRole('button', { name: 'Delete “Access”' }).click();
  await expectAnnouncements(page, ['polite: Deleted: “Access”']);
  await expectFocus(page, 'Undo deleting “Access”');
  await page.keyboard.press('Enter');
  await expectAnnouncements(page, ['polite: Restored: “Access”']);
  await expectFocus(page, 'Access');
  await page.getByRole('searchbox').fill('nothing');
  await expectAnnouncements(page, ['polite: No policy matches “\u2068nothing\u2069”.']);
});

test('the list of organizations and one that refuses are announced once [R1.25, R6.13, R15.1]', async ({
  page,
}) => {
  await page.goto('/');
  await continueWithGoogle(page, 'ada@acme.example');
  await expectAnnouncements(page, ['polite: 6 organizations']);
  await organizationRow(page, 'iris').click();
  await page.getByRole('alert').waitFor();
  await expectAnnouncements(page, [
    'polite: Signing in...',
    'assertive: Iris only lets in accounts of its own company. Ask an administrator of Iris for access.',
  ]);
  await expectFocus(page, 'Iris @iris');
});

test('Google that is being started is announced, with the focus on its button [R1.11, R4.2]', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/projects/bootstrap/**');
  await page.goto('/');
  await expectState(page, 'signedOut.default.idle');
  await googleButton(page).click();
  await expectAnnouncements(page, ['polite: Starting...']);
  await expectFocus(page, 'Starting...');
  release();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
});

test('an exchange that hangs is announced as slow after a while [R1.25, R6.23]', async ({
  page,
}) => {
  await page.goto('/');
  await continueWithGoogle(page, 'ada@acme.example');
  await expectAnnouncements(page, ['polite: 6 organizations']);
  const release = await holdRequests(page, '**/intermediate_sessions/exchange');
  await organizationRow(page, 'acme').click();
  await expectAnnouncements(page, ['polite: Signing in...']);
  await expectAnnouncements(page, ['polite: Signing in... This takes longer than usual.']);
  await page.getByRole('button', { name: '← Back to login' }).click();
  await expectState(page, 'signedOut.default.idle');
  release();
});

test('the arrival of a support person is announced once, as an impersonation [R12.2]', async ({
  page,
  emulator,
}) => {
  const { url } = await emulator.impersonate('dora@acme.example', 'acme');
  await page.goto(url);
  await expectState(page, 'signedIn.authenticated');
  await expectAnnouncements(page, ['polite: Impersonating a member of Acme']);
});

test('the copy of a key is announced once [R10.4]', async ({ page, context, browserName }) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-write']);
  await page.goto('/');
  await continueWithGoogle(page, 'ezra@fjord.example');
  await organizationRow(page, 'fjord').click();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await expectAnnouncements(page, ['polite: Signing in...', 'polite: Copied.']);
});

test('a session that ends in another tab is announced once [R11.7]', async ({ page, context }) => {
  await signIn(page, 'ada@acme.example', 'acme');
  const other = await context.newPage();
  await other.goto('/policies');
  await signOut(other);
  await expectState(page, /^signedOut\.default/);
  // In Firefox, nothing has the focus in a page behind another.
  await page.bringToFront();
  await expectFocus(page, 'Charter');
  await expectAnnouncements(page, [
    'polite: Signing in...',
    'polite: Signed in to Acme',
    'polite: You signed out in another tab.',
  ]);
});
