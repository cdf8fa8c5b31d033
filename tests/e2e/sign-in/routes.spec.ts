import { signIn } from '../support/plant.ts';
import {
  ADA,
  button,
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  SIGNED_IN,
  shownText,
  test,
} from '../support/test.ts';

test('an unknown route requires a session and then shows 404 [R1.4, R2.9]', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(shownText(page, 'Login or Sign up with')).toBeVisible();
  await signIn(page, ADA, 'acme', '/no/such/page');
  await expect(page).toHaveURL(/\/no\/such\/page$/);
  await expect(shownText(page, '404')).toBeVisible();
  await expect(shownText(page, 'The requested page could not be found.')).toBeVisible();
});

test('other routes need no session [R2.3, R2.5, R2.6]', async ({ page }) => {
  for (const path of ['/health', '/github/app-setup', '/github/connected']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shownText(page, 'Login or Sign up with')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('the setup of the GitHub app leads through a sign-in to its confirmation, without the code in any address [R2.5, R2.6, R2.12]', async ({
  page,
}) => {
  const setup = 'installation_id=424242&setup_action=install';
  await page.goto(`/github/app-setup?code=secret&state=secret&${setup}`);
  await expect(page).toHaveURL(`/github/app-setup?${setup}`);
  await button(page, 'Sign in to continue').click();
  await continueWithGoogle(page, ADA);
  await organizationRow(page, 'acme').click();
  await expectState(page, SIGNED_IN);
  await expect(page).toHaveURL(/\/github\/connected\?setup_action=install&installation_id=424242$/);
  await expect(page.getByRole('heading', { name: 'GitHub is connected' })).toBeVisible();
  await expect(shownText(page, '424242')).toBeVisible();
});

test.describe('/health', () => {
  test.use({ expectedConsoleErrors: { patterns: [/^\[Stytch\]/] } });

  test('shows that the provider does not respond, and checks again on request [R2.3]', async ({
    page,
    emulator,
  }) => {
    await emulator.injectFault('/projects/bootstrap/*', { kind: 'error', status: 500 });
    await page.goto('/health');
    await expect(page.getByText('Not available')).toBeVisible();
    await emulator.clearFaults();
    await button(page, 'Check again').click();
    await expect(page.getByText(/Available, answered in \d+ ms/)).toBeVisible();
  });
});
