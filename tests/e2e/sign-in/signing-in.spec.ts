import { holdRequests } from '../support/hold-requests.ts';
import {
  chooseAccount,
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  test,
} from '../support/product-test.ts';

test.use({ telemetry: true });

test.describe('signing in with Google', () => {
  test('leads an existing member through the list to the requested page [R1.1, R2.7, R2.10, R2.11, R3.1, R5.12, R6.1, R6.2, R7.1, R7.4]', {
    tag: '@smoke',
  }, async ({ page, emulator }) => {
    await page.goto('/policies?tab=x#y');
    await expect(page.getByText('Login or Sign up with')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/policies');

    await continueWithGoogle(page, 'ada@acme.example');
    await expect(page.getByRole('heading', { name: 'Select Your Organization' })).toBeVisible();
    await expect(page.getByText('Popular organizations:')).toBeVisible();
    expect(await emulator.calls()).toEqual(['POST /b2b/oauth/discovery/authenticate']);

    await emulator.clearRequests();
    await organizationRow(page, 'acme').click();
    await expect(page.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    expect(await emulator.calls()).toEqual(['POST /b2b/discovery/intermediate_sessions/exchange']);
    await expect(page).toHaveURL(/\/policies\?tab=x#y$/);
    await expectState(page, 'signedIn.authenticated');
  });

  test('requests a session of 1440 minutes [R7.1, R14.4]', async ({ page, emulator }) => {
    await signIn(page, 'ada@acme.example', 'acme');
    const exchange = (await emulator.requests()).find(({ path }) => path.endsWith('/exchange'));
    expect(exchange?.body).toMatchObject({ session_duration_minutes: 1440 });
  });

  test('leads to the policies page when no other page was requested [R3.2]', async ({ page }) => {
    await signIn(page, 'ada@acme.example', 'acme');
    await expect(page).toHaveURL(/\/policies$/);
  });

  test('keeps the token out of the address, the history and the storage [R5.7, R13.9]', async ({
    page,
    context,
  }) => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(page.getByText('Popular organizations:')).toBeVisible();
    const returned = addresses.find((address) => address.includes('/discovery?'));
    const token = new URL(returned ?? 'about:blank').searchParams.get('token') ?? '';
    expect(token).not.toBe('');

    expect(page.url()).not.toContain('token');
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toContain(token);
    const cookies = JSON.stringify(await context.cookies());
    expect(cookies).not.toContain(token);
  });

  test('creates a typed organization for a person without organizations [R6.4, R6.5, R6.8, R7.2, R14.5]', async ({
    page,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'cleo@cleo.example');
    await page.getByRole('button', { name: '+ Enter organization name' }).click();
    const field = page.getByPlaceholder('Enter organization name (will create if new)');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await field.fill('  Kelp   Forest ');
    await field.press('Enter');
    await expectState(page, 'signedIn.authenticated');
    await expect(page).toHaveURL(/\/policies$/);
    const create = (await emulator.requests()).find(({ path }) => path.endsWith('/create'));
    expect(create?.body).toMatchObject({
      organization_name: 'Kelp   Forest',
      organization_slug: 'kelp-forest',
      session_duration_minutes: 1440,
    });
  });

  test('signs in with the settings of a project that has only a few [R15.8]', async ({ page }) => {
    await page.route('**/sdk/v1/projects/bootstrap/*', (route) =>
      route.fulfill({ json: { data: { vertical: 'B2B', captcha_settings: null, a_new_one: {} } } }),
    );
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
    await expect(page.getByText(/We couldn.t check your permissions/)).toBeVisible();
  });

  test('creates an organization where the project’s addresses have the slug in the host [R7.11]', async ({
    page,
    emulator,
  }) => {
    await emulator.updateProject({ slug_pattern: 'https://{{slug}}.app.example' });
    await page.goto('/');
    await continueWithGoogle(page, 'cleo@cleo.example');
    await page.getByRole('button', { name: '+ Enter organization name' }).click();
    const field = page.getByPlaceholder('Enter organization name (will create if new)');
    await field.fill('Kelp_Forest');
    await field.press('Enter');
    await expectState(page, 'signedIn.authenticated');
    await page.getByRole('button', { name: /^Account: / }).click();
    await expect(page.getByText('@kelp-forest', { exact: true })).toBeVisible();
  });

  for (const name of ["Zoë's Team", 'R&D', 'Команда', '日本語', '🎉🎉🎉']) {
    test(`creates an organization with the name ${name} [R7.11]`, async ({ page }) => {
      await page.goto('/');
      await continueWithGoogle(page, 'cleo@cleo.example');
      await page.getByRole('button', { name: '+ Enter organization name' }).click();
      const field = page.getByPlaceholder('Enter organization name (will create if new)');
      await field.fill(name);
      await field.press('Enter');
      await expectState(page, 'signedIn.authenticated');
      await expect(page.getByText(name).first()).toBeVisible();
    });
  }

  test('signs in to a listed organization when its slug is typed [R6.9]', async ({
    page,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await page.getByRole('button', { name: '+ Enter organization name' }).click();
    await page.getByPlaceholder('Enter organization name (will create if new)').fill('ACME');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectState(page, 'signedIn.authenticated');
    expect((await emulator.calls()).at(-1)).toBe(
      'POST /b2b/discovery/intermediate_sessions/exchange',
    );
  });

  test('returns to the list when typing is cancelled [R6.4]', async ({ page }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await page.getByRole('button', { name: '+ Enter organization name' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await expectState(page, 'signedOut.selecting.browsing');
  });

  test('shows a message when the person cancels at Google [R4.5]', async ({ page }) => {
    await page.goto('/');
    await googleButton(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByText('Sign-in with Google was cancelled. Nobody was signed in.'),
    ).toBeVisible();
    await expect(googleButton(page)).toBeEnabled();
  });

  test('removes the intermediate session when the person goes back to the login screen [R6.6]', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await page.getByRole('button', { name: '← Back to login' }).click();
    await expect(page.getByText('Login or Sign up with')).toBeVisible();
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).not.toContain('stytch_intermediate_session_token');
    const keys = await page.evaluate(() => Object.keys(sessionStorage));
    expect(keys.filter((key) => !key.startsWith('tsr-') && key !== 'tab_page')).toEqual([]);
    await page.reload();
    await expect(page.getByText('Login or Sign up with')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('shows a text for each pending request [R4.2, R6.3]', async ({ page }) => {
    const startGoogle = await holdRequests(page, '**/projects/bootstrap/*');
    const redeem = await holdRequests(page, '**/b2b/oauth/discovery/authenticate');
    const exchange = await holdRequests(page, '**/intermediate_sessions/exchange');
    await page.goto('/');
    await googleButton(page).click();
    const starting = page.getByRole('button', { name: 'Starting...' });
    await expect(starting).toBeVisible();
    await expect(starting).toBeDisabled();
    startGoogle();
    await chooseAccount(page, 'ada@acme.example');
    await expect(page.getByText('Discovering your organizations...')).toBeVisible();
    redeem();
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedOut.exchanging');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    exchange();
    await expectState(page, 'signedIn.authenticated');
  });

  test('sets cookies with SameSite=Lax and path / [R13.7, R13.8]', async ({ page, context }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(page.getByText('Popular organizations:')).toBeVisible();
    const now = Date.now() / 1_000;
    const intermediate = (await context.cookies()).find(
      ({ name }) => name === 'stytch_intermediate_session_token',
    );
    expect(intermediate).toMatchObject({ path: '/', sameSite: 'Lax', secure: false });
    expect((intermediate?.expires ?? 0) - now).toBeGreaterThan(9 * 60);
    expect((intermediate?.expires ?? 0) - now).toBeLessThanOrEqual(10 * 60 + 1);

    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
    const cookies = await context.cookies();
    expect(cookies.map(({ name }) => name).sort()).toEqual([
      'stytch_session',
      'stytch_session_jwt',
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', secure: false });
    }
  });
});
