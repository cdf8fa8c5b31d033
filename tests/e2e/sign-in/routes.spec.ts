import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  signIn,
  test,
} from '../support/product-test.ts';

test.describe('routes', () => {
  test('an unknown route requires a session and then shows 404 [R1.4, R2.9]', async ({ page }) => {
    await page.goto('/no/such/page');
    await expect(page.getByText('Login or Sign up with')).toBeVisible();
    await continueWithGoogle(page, 'ada@acme.example');
    await organizationRow(page, 'acme').click();
    await expect(page).toHaveURL(/\/no\/such\/page$/);
    await expect(page.getByText('404')).toBeVisible();
    await expect(page.getByText('The requested page could not be found.')).toBeVisible();
  });

  test('/ leads to the policies page with a session [R2.8]', async ({ page }) => {
    await signIn(page, 'ada@acme.example', 'acme');
    await page.goto('/');
    await expect(page).toHaveURL(/\/policies$/);
  });

  test('/discovery that is opened again leaves a list as it is [R5.9]', async ({ page }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await page.goto('/discovery');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
  });

  for (const path of ['/health', '/chart', '/github/app-setup', '/github/connected']) {
    test(`${path} needs no session [R2.3, R2.4, R2.5, R2.6]`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Login or Sign up with')).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    });
  }
});
