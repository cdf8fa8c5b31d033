import { FIRST_PAGE } from '#src/pages/pages.ts';
import { COOKIES, signIn } from '../support/plant.ts';
import {
  ADA,
  button,
  chooseAccount,
  continueWithGoogle,
  expect,
  expectState,
  firstPageHeading,
  nameField,
  organizationRow,
  SIGNED_IN,
  shownText,
  signOut,
  storedText,
  test,
} from '../support/test.ts';

test('Google leads an existing member through the list to the requested page [R1.1, R2.7, R2.10, R2.11, R3.1, R5.12, R6.1, R6.2, R7.1, R7.4, R14.4]', {
  tag: '@smoke',
}, async ({ page, emulator }) => {
  await page.goto(`${FIRST_PAGE}?tab=x#y`);
  await expect(shownText(page, 'Login or Sign up with')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(FIRST_PAGE);
  await continueWithGoogle(page, ADA);
  await expect(page.getByRole('heading', { name: 'Select Your Organization' })).toBeVisible();
  await expect(shownText(page, 'Popular organizations:')).toBeVisible();
  expect(await emulator.calls()).toEqual(['POST /b2b/oauth/discovery/authenticate']);
  await emulator.clearRequests();
  await organizationRow(page, 'acme').click();
  await expect(firstPageHeading(page)).toBeVisible();
  await expect(page).toHaveURL(`${FIRST_PAGE}?tab=x#y`);
  const requests = await emulator.requests();
  expect(requests.map(({ path }) => path)).toContain(
    '/sdk/v1/b2b/discovery/intermediate_sessions/exchange',
  );
  expect(requests.find(({ path }) => path.endsWith('/exchange'))?.body).toMatchObject({
    session_duration_minutes: 1440,
  });
});

test('a sign-in leaves the token in no address, referrer or storage, and sets cookies as the contract says [R2.2, R5.7, R13.7, R13.8, R13.9]', async ({
  page,
  context,
}) => {
  const addresses: string[] = [];
  const referrers: string[] = [];
  page.on('request', async (request) => {
    addresses.push(request.url());
    const { referer } = await request.allHeaders().catch(() => ({ referer: undefined }));
    if (referer) referrers.push(referer);
  });
  await page.goto(`${FIRST_PAGE}?private=yes`);
  await continueWithGoogle(page, ADA);
  await expect(shownText(page, 'Popular organizations:')).toBeVisible();
  const returned = addresses.find((address) => address.includes('/discovery?'));
  const token = new URL(returned ?? 'about:blank').searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  expect(page.url()).not.toContain('token');
  expect((await storedText(page)) + JSON.stringify(await context.cookies())).not.toContain(token);
  // The account chooser, which stands for Google, has an address of its own.
  const ours = referrers.filter((referrer) => !new URL(referrer).pathname.startsWith('/v1/'));
  expect(ours.filter((referrer) => /token|private|[?#]/.test(referrer))).toEqual([]);

  const attributes = { path: '/', sameSite: 'Lax', secure: false };
  const [intermediate] = await context.cookies();
  expect(intermediate).toMatchObject({ name: COOKIES.intermediate, ...attributes });
  const minutes = ((intermediate?.expires ?? 0) - Date.now() / 1_000) / 60;
  expect(minutes).toBeGreaterThan(8);
  expect(minutes).toBeLessThanOrEqual(10.1);
  await organizationRow(page, 'acme').click();
  await expectState(page, SIGNED_IN);
  const cookies = await context.cookies();
  const names = cookies.map(({ name }) => name).sort();
  expect(names).toEqual([COOKIES.jwt, COOKIES.session]);
  for (const cookie of cookies) expect(cookie).toMatchObject(attributes);
});

test('after a sign-out one click leads back to the organization, and no person is stored [R2.8, R3.2, R4.7, R13.6]', async ({
  page,
}) => {
  await signIn(page, ADA, 'harbor', '/');
  await expect(page).toHaveURL(FIRST_PAGE);
  await signOut(page);
  await expect(button(page, 'Continue to Harbor')).toBeVisible();
  // A digest may contain the letters of a name.
  expect(await storedText(page)).not.toMatch(/ada[@ ]|lovell/i);
  await page.reload();
  await button(page, 'Continue to Harbor').click();
  await page.waitForURL(/\/oauth\/google\/start\?.*organization_id=organization-/);
  await chooseAccount(page, ADA);
  await expectState(page, SIGNED_IN);
  await expect(button(page, 'Organization: Harbor')).toBeVisible();
});

test('a member creates an organization from the menu, by way of Google [R6.19]', async ({
  page,
}) => {
  await signIn(page, ADA, 'acme');
  await button(page, 'Organization: Acme').click();
  await page.getByRole('menuitem', { name: 'Create organization' }).click();
  await nameField(page).fill('Moss Works');
  await nameField(page).press('Enter');
  await chooseAccount(page, ADA);
  await expect(button(page, 'Organization: Moss Works')).toBeVisible();
});
