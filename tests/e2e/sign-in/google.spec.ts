import { FIRST_PAGE } from '#src/pages/pages.ts';
import { ADA, COOKIES } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

test('Google leads an existing member through the list to the requested page, with its token in no address, referrer or storage, and the cookies of the contract [R1.1, R2.7, R5.12, R7.4]', {
  tag: '@smoke',
}, async ({ page, app, context, emulator }) => {
  const addresses: string[] = [];
  const referrers: string[] = [];
  page.on('request', async (request) => {
    addresses.push(request.url());
    const { referer } = await request.allHeaders().catch(() => ({ referer: undefined }));
    if (referer) referrers.push(referer);
  });
  await page.goto(`${FIRST_PAGE}?private=yes#y`);
  await expect(app.shownText('Login or Sign up with')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(FIRST_PAGE);
  await app.continueWithGoogle(ADA);
  await expect(page.getByRole('heading', { name: 'Select Your Organization' })).toBeVisible();
  await expect(app.shownText('Popular organizations:')).toBeVisible();
  expect(await emulator.calls()).toEqual(['POST /b2b/oauth/discovery/authenticate']);

  const returned = addresses.find((address) => address.includes('/discovery?'));
  const token = new URL(returned ?? 'about:blank').searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  expect(page.url()).not.toContain('token');
  expect((await app.storedText()) + JSON.stringify(await context.cookies())).not.toContain(token);
  // The account chooser, which stands for Google, has an address of its own.
  const ours = referrers.filter((referrer) => !new URL(referrer).pathname.startsWith('/v1/'));
  expect(ours.filter((referrer) => /token|private|[?#]/.test(referrer))).toEqual([]);
  const attributes = { path: '/', sameSite: 'Lax', secure: false };
  const [intermediate] = await context.cookies();
  expect(intermediate).toMatchObject({ name: COOKIES.intermediate, ...attributes });
  const minutes = ((intermediate?.expires ?? 0) - Date.now() / 1_000) / 60;
  expect(minutes).toBeGreaterThan(8);
  expect(minutes).toBeLessThanOrEqual(10.1);

  await emulator.clearRequests();
  await app.organizationRow('acme').click();
  await expect(app.firstPageHeading).toBeVisible();
  await expect(page).toHaveURL(`${FIRST_PAGE}?private=yes#y`);
  expect(await emulator.calls()).toContain('POST /b2b/discovery/intermediate_sessions/exchange');
  const cookies = await context.cookies();
  const names = cookies.map(({ name }) => name).sort();
  expect(names).toEqual([COOKIES.jwt, COOKIES.session]);
  for (const cookie of cookies) expect(cookie).toMatchObject(attributes);
});

test('a member creates an organization from the menu, by way of Google [R6.19]', async ({
  app,
}) => {
  await app.signIn(ADA, 'acme');
  await app.button('Organization: Acme').click();
  await app.button('Create organization').click();
  await app.nameField.fill('Moss Works');
  await app.nameField.press('Enter');
  await app.chooseAccount(ADA);
  await expect(app.button('Organization: Moss Works')).toBeVisible();
});
