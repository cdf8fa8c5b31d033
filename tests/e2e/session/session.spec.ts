import { DORA, SIGNED_IN } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

test('impersonation shows a banner, and stopping revokes the session and clears cookies and storage [R12.1, R12.2, R12.4]', async ({
  page,
  app,
  context,
  emulator,
}) => {
  await page.goto((await emulator.impersonate(DORA, 'acme')).url);
  await app.expectState(SIGNED_IN);
  const banner = app.shownText(/^IMPERSONATING USER: \S+/);
  await expect(app.firstPageHeading).toBeVisible();
  await page.getByRole('main').evaluate((main) => {
    main.style.minHeight = '300vh';
    window.scrollTo(0, 1_000);
  });
  await expect(banner).toBeInViewport();
  await page.evaluate(() => localStorage.setItem('left_behind', 'yes'));
  await app.button('Stop Impersonation').click();
  await expect(app.shownText('Login or Sign up with')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(banner).toHaveCount(0);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('left_behind'))).toBeNull();
  await expect.poll(() => emulator.activeSessions()).toEqual([]);
});
