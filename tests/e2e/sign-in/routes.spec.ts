import { signIn } from '../support/plant.ts';
import { ADA, expect, shownText, test } from '../support/test.ts';

test('an unknown route requires a session and then shows 404 [R1.4, R2.9]', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(shownText(page, 'Login or Sign up with')).toBeVisible();
  await signIn(page, ADA, 'acme', '/no/such/page');
  await expect(page).toHaveURL(/\/no\/such\/page$/);
  await expect(shownText(page, '404')).toBeVisible();
  await expect(shownText(page, 'The requested page could not be found.')).toBeVisible();
});

test('other routes need no session, and lead to the console of the emulator [R2.3, R2.5, R2.6, R20.6]', async ({
  page,
}) => {
  for (const path of ['/health', '/github/app-setup', '/github/connected']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shownText(page, 'Login or Sign up with')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('link', { name: 'inbox' })).toHaveAttribute('href', '/_emulator');
  }
});
