import {
  INTERMEDIATE_SESSION_LIFETIME,
  INTERMEDIATE_SESSION_WARNING,
} from '#machines/rules/limits.ts';
import { PRODUCT_NAME } from '#src/brand/brand.ts';
import { addPolicy, nameOf, POLICIES } from '../policies/support.ts';
import { ADA, BEN, CLEO, DORA, SIGNED_IN } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import { checkScreen } from './checks.ts';

// The tours of the model check a screen of every state. These are what they do not see: other contents of a screen, what
// stands above it, and pages beside the machine.

test('the login screen of a person who has been here, and of one who comes back from Google [R1.10, R1.17]', async ({
  page,
  app,
}) => {
  await page.goto('/discovery?error=access_denied');
  await expect(app.shownText('Sign-in was cancelled.')).toBeVisible();
  await checkScreen(page, 'login-cancelled');
  await page.evaluate(() =>
    localStorage.setItem('last_organization', 'organization-test-1 acme Acme'),
  );
  await page.goto('/');
  await expect(app.button('Continue to Acme')).toBeEnabled();
  await checkScreen(page, 'login-returning');
});

test('a list of many organizations [R1.10, R1.17]', async ({ page, app }) => {
  await app.openList('many@acme.example');
  await expect(app.shownText(/^Showing 5\d of /)).toBeVisible();
  await checkScreen(page, 'selection-many');
  await page.getByRole('searchbox').fill('team 17');
  await expect(page.getByRole('status').getByText('11 organizations')).toBeVisible();
  await checkScreen(page, 'selection-filtered');
});

test('a list without organizations [R1.10, R1.17]', async ({ page, app, emulator }) => {
  await app.openList(CLEO);
  await expect(app.shownText(/You're not in an organization yet/)).toBeVisible();
  await checkScreen(page, 'selection-empty');
  await emulator.updateProject({ create_organization_enabled: false });
  await page.reload();
  await expect(app.shownText(/yet. Ask an administrator for an invitation/)).toBeVisible();
  await checkScreen(page, 'selection-empty-closed');
});

test('a sign-in that ends soon, and a step-up without an allowed method [R1.10, R1.17]', async ({
  page,
  app,
}) => {
  await page.clock.install();
  await app.openList(BEN);
  // Otherwise the clock would move past the time-out of a request.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward(INTERMEDIATE_SESSION_LIFETIME - INTERMEDIATE_SESSION_WARNING);
  await expect(app.shownText(/this sign-in expires in less than 2 minutes/)).toBeVisible();
  await checkScreen(page, 'selection-expiring');
  await app.organizationRow('ember').click();
  await app.expectState(/^signedOut\.stepUp/);
  await checkScreen(page, 'step-up-neither');
});

test('single sign-on [R1.10, R1.17, R9.9]', async ({ page, app }) => {
  await app.openList('kim@kestrel.example');
  await expect(app.organizationRow('kestrel')).toContainText('Uses single sign-on');
  await checkScreen(page, 'selection-single-sign-on');
  await app.organizationRow('kestrel').click();
  await expect(app.button('Continue with Kestrel ID')).toBeVisible();
  await checkScreen(page, 'step-up-single-sign-on');
});

test('the account menu, and the change of a person [R1.10, R1.17]', async ({ page, app }) => {
  await app.signIn(DORA, 'acme', '/no/such/page');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await expect(page.getByText(PRODUCT_NAME, { exact: true })).toBeHidden();
  await checkScreen(page, 'not-found');
  await app.button('Account: Dora Quist').click();
  await expect(app.shownText(DORA)).toBeVisible();
  await checkScreen(page, 'account-menu');
  await page.goto('/terms.html');
  await page.evaluate(() => localStorage.clear());
  await app.plantSession(ADA, 'acme');
  await page.goto('/');
  await expect(app.shownText(/^You are now signed in as/)).toBeVisible();
  await checkScreen(page, 'person-changed');
});

test('an impersonation [R1.10, R1.17]', async ({ page, app, emulator }) => {
  await page.goto((await emulator.impersonate(ADA, 'acme')).url);
  await app.expectState(SIGNED_IN);
  await expect(app.shownText(/IMPERSONATING USER/)).toBeVisible();
  await checkScreen(page, 'impersonating');
});

test('the policies and their editor [R1.10, R1.17]', async ({ page, app }) => {
  await app.signIn(ADA, 'acme', POLICIES);
  await expect(page.getByRole('heading', { name: 'No policies yet' })).toBeVisible();
  await checkScreen(page, 'policies-empty');
  await addPolicy(app, 'Access reviews', 'Owners review who can reach production.');
  await addPolicy(app, 'سياسة الخصوصية', 'تحدد هذه السياسة كيفية التعامل مع البيانات.');
  await addPolicy(app, `${'Long'.repeat(25)} name`, 'One line after another. '.repeat(30));
  await checkScreen(page, 'policies');
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByRole('status').getByText(/^No policy matches/)).toBeVisible();
  await checkScreen(page, 'policies-not-found');
  await page.getByRole('searchbox').clear();
  await app.button('Delete “Access reviews”').click();
  await expect(app.button(/^Undo/)).toBeVisible();
  await checkScreen(page, 'policies-deleted');
  await app.button(/^New policy/).click();
  await app.button('Save').click();
  await expect(nameOf(page)).toHaveAccessibleDescription('Give the policy a name.');
  await checkScreen(page, 'policy-editor-refused');
  await nameOf(page).fill('Half a policy');
  await page.keyboard.press('Escape');
  await expect(app.button('Keep editing')).toBeVisible();
  await checkScreen(page, 'policy-editor-leaving');
});

test('the pages of a team, the own account from the menu, and the menu of organizations [R1.10, R1.17, R23.7]', async ({
  page,
  app,
}) => {
  await app.signIn(ADA, 'acme', '/members');
  await page.getByRole('listitem').filter({ hasText: ADA }).waitFor();
  await checkScreen(page, 'members');
  // With forced colours, a transparent line would be seen under the link of a page that is not shown.
  const other = page.getByRole('link', { name: 'Policies' });
  await expect(other).toHaveCSS('border-bottom-width', '0px');
  await app.button('Invite').click();
  await page.getByRole('dialog').waitFor();
  await checkScreen(page, 'invitation');
  await page.keyboard.press('Escape');
  await page.getByRole('listitem').filter({ hasText: DORA }).getByRole('button').last().click();
  await page.getByRole('dialog').waitFor();
  await checkScreen(page, 'member');
  await page.keyboard.press('Escape');
  await app.button(/^Account: /).click();
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByLabel('Name').fill('Ada King');
  await app.button('Save name').click();
  await expect(app.button('Account: Ada King')).toBeVisible();
  await checkScreen(page, 'account');
  await app.button('Set up an authenticator app').click();
  await page.getByRole('dialog').waitFor();
  await checkScreen(page, 'authenticator');
  await page.goto('/audit');
  await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible();
  await checkScreen(page, 'audit');
  await app.button('Organization: Acme').click();
  await expect(app.organizationRow('acme')).toBeFocused();
  await app.organizationRow('harbor').waitFor();
  await checkScreen(page, 'organization-menu');
  await app.button('Create organization').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, 'create-organization');
});

test('policies with fewer permissions [R1.10, R1.17]', async ({ page, app, emulator }) => {
  await app.signIn(DORA, 'acme', POLICIES);
  await expect(app.shownText(/You can read policies here/)).toBeVisible();
  await checkScreen(page, 'policies-read-only');
  await emulator.updateProject({ rbac_policy: null });
  await page.reload();
  await expect(app.shownText(/We couldn.t check your permissions/)).toBeVisible();
  await checkScreen(page, 'policies-permissions-unknown');
});

test.describe(() => {
  test.use({
    expectedConsoleErrors: {
      patterns: [
        /^\[Stytch\]/,
        /Failed to load resource/,
        /dynamically imported module/,
        /Failed to fetch/,
        /disallowed MIME type/,
      ],
    },
  });

  test('pages beside the machine [R1.10, R1.17]', async ({ page, app, emulator }) => {
    await page.goto('/terms.html');
    await checkScreen(page, 'terms');
    await page.goto('/github/app-setup?installation_id=42&setup_action=install');
    await expect(app.button('Sign in to continue')).toBeVisible();
    await checkScreen(page, 'github');
    await page.goto('/github/connected');
    await expect(app.shownText(/This link is incomplete/)).toBeVisible();
    await checkScreen(page, 'github-incomplete');
    await emulator.injectFault('/projects/bootstrap/*', { kind: 'error', status: 500 });
    await page.goto('/health');
    await expect(page.getByRole('link', { name: 'inbox' })).toHaveAttribute('href', '/_emulator');
    await expect(page.getByText('Not available')).toBeVisible();
    await checkScreen(page, 'health-unavailable');
    await emulator.clearFaults();
    await app.button('Check again').click();
    await expect(page.getByText(/Available, answered in/)).toBeVisible();
    await checkScreen(page, 'health');
    await page.route(/assets\/public-.*\.js$/, (route) =>
      route.fulfill({ status: 404, body: 'gone' }),
    );
    await page.goto('/health');
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    await checkScreen(page, 'error');
  });
});

test('browsers that cannot run the product [R1.7, R1.10, R1.17]', async ({ page, app }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
  });
  await page.goto('/');
  await expect(app.shownText(/Cookies are needed: /)).toBeVisible();
  await checkScreen(page, 'cookies-needed');
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { get: () => false });
  });
  await page.goto('/');
  await expect(app.shownText(/needs an encrypted connection: /)).toBeVisible();
  await checkScreen(page, 'insecure-address');
  await page.addInitScript(() => {
    Reflect.deleteProperty(Intl, 'Segmenter');
  });
  await page.goto('/');
  await expect(app.shownText(/needs a newer browser: /)).toBeVisible();
  await checkScreen(page, 'unsupported-browser');
});
