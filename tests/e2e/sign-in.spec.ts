import {
  back,
  chooseAccount,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  test,
  throughGoogle,
} from './support.ts';

test.describe('signing in with Google', () => {
  test('leads an existing member through the list to the page that was asked for [R1.1, R2.10, R2.11, R3.1, R5.12, R6.1, R6.2, R7.1, R7.4]', async ({
    page,
    emulator,
  }) => {
    await page.goto('/policies?tab=x#y');
    await expect(page.getByText('Login or Sign up with')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/policies');

    await throughGoogle(page, 'ada@acme.example');
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

  test('asks for a session of 1440 minutes [R7.1, R14.4]', async ({ page, emulator }) => {
    await signIn(page, 'ada@acme.example', 'acme');
    const exchange = (await emulator.requests()).find(({ path }) => path.endsWith('/exchange'));
    expect(exchange?.body).toMatchObject({ session_duration_minutes: 1440 });
  });

  test('lands on the policies page when nothing was asked for [R3.2]', async ({ page }) => {
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
    await throughGoogle(page, 'ada@acme.example');
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

  test('creates a typed organization for somebody who has none [R6.4, R6.5, R6.8, R7.2, R14.5]', async ({
    page,
    emulator,
  }) => {
    await page.goto('/');
    await throughGoogle(page, 'cleo@cleo.example');
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

  test('chooses the listed organization whose slug is typed [R6.9]', async ({ page, emulator }) => {
    await page.goto('/');
    await throughGoogle(page, 'ada@acme.example');
    await page.getByRole('button', { name: '+ Enter organization name' }).click();
    await page.getByPlaceholder('Enter organization name (will create if new)').fill('ACME');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectState(page, 'signedIn.authenticated');
    expect((await emulator.calls()).at(-1)).toBe(
      'POST /b2b/discovery/intermediate_sessions/exchange',
    );
  });

  test('cancels typing [R6.4]', async ({ page }) => {
    await page.goto('/');
    await throughGoogle(page, 'ada@acme.example');
    await page.getByRole('button', { name: '+ Enter organization name' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await expectState(page, 'signedOut.selecting.browsing');
  });

  test('comes back from Google with a sentence when it was cancelled there [R4.5]', async ({
    page,
  }) => {
    await page.goto('/');
    await googleButton(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByText('Sign-in with Google was cancelled. Nothing was changed.'),
    ).toBeVisible();
    await expect(googleButton(page)).toBeEnabled();
  });

  test('goes back to the login screen and forgets the intermediate session [R6.6]', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await throughGoogle(page, 'ada@acme.example');
    await page.getByRole('button', { name: '← Back to login' }).click();
    await expect(page.getByText('Login or Sign up with')).toBeVisible();
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).not.toContain('stytch_intermediate_session_token');
    const keys = await page.evaluate(() => Object.keys(sessionStorage));
    expect(keys.filter((key) => !key.startsWith('tsr-'))).toEqual([]);
    await page.reload();
    await expect(page.getByText('Login or Sign up with')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('shows every pending text [R4.2, R6.3]', async ({ page, emulator }) => {
    await emulator.injectFault('/projects/bootstrap/*', { kind: 'slow', latencyMs: 1_500 });
    await emulator.injectFault('/b2b/oauth/discovery/authenticate', {
      kind: 'slow',
      latencyMs: 1_500,
    });
    await emulator.injectFault('/b2b/discovery/intermediate_sessions/exchange', {
      kind: 'slow',
      latencyMs: 1_500,
    });
    await page.goto('/');
    await googleButton(page).click();
    const starting = page.getByRole('button', { name: 'Starting...' });
    await expect(starting).toBeVisible();
    await expect(starting).toBeDisabled();
    await chooseAccount(page, 'ada@acme.example');
    await expect(page.getByText('Discovering your organizations...')).toBeVisible();
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedOut.exchanging');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await expectState(page, 'signedIn.authenticated');
  });

  test('sets its cookies same-site lax with path / [R13.7, R13.8]', async ({ page, context }) => {
    await page.goto('/');
    await throughGoogle(page, 'ada@acme.example');
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

test.describe('coming back', () => {
  test('a reload in selection brings the list back without a call [R13.1]', async ({
    page,
    emulator,
  }) => {
    await page.goto('/');
    await throughGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await emulator.clearRequests();
    await page.reload();
    await expect(organizationRow(page, 'acme')).toBeVisible();
    expect(await emulator.calls()).toEqual([]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
  });

  test('the list begins with the organization that was used last [R6.11, R13.6]', async ({
    page,
  }) => {
    const rows = page.getByRole('button', { name: /@/ });
    await signIn(page, 'ada@acme.example', 'harbor');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expectState(page, 'signedOut.default.idle');
    await throughGoogle(page, 'ada@acme.example');
    await expect(rows.first()).toHaveAccessibleName(/@harbor .*Last used/);
    await expect(page.getByText('Last used')).toHaveCount(1);
  });

  test('a new tab in the middle of a sign-in lands in selection', async ({ page, context }) => {
    await page.goto('/');
    await throughGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/policies?from=tab');
    await expect(organizationRow(other, 'acme')).toBeVisible();
    await organizationRow(other, 'acme').click();
    await expectState(other, 'signedIn.authenticated');
    await expect(other).toHaveURL(/\/policies\?from=tab$/);
    await expectState(page, /^signedIn/);
  });

  test('two tabs at Google at once both succeed [R5.5]', async ({ page, context }) => {
    const other = await context.newPage();
    await page.goto('/');
    await other.goto('/');
    await googleButton(page).click();
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await googleButton(other).click();
    await expect(other.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await chooseAccount(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await chooseAccount(other, 'ada@acme.example');
    await expect(organizationRow(other, 'acme')).toBeVisible();
    await organizationRow(other, 'acme').click();
    await expectState(other, 'signedIn.authenticated');
  });

  test('Back from Google restores a login screen that works [R4.6]', async ({ page }) => {
    await page.goto('/');
    await expect(googleButton(page)).toBeEnabled();
    await page.evaluate(() => {
      window.addEventListener('pageshow', (event) => {
        document.documentElement.dataset.persisted = String(event.persisted);
      });
    });
    await googleButton(page).click();
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await back(page);
    await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true');
    await expect(googleButton(page)).toBeEnabled();
    await throughGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
  });

  test('a session is restored without a flash of the login screen [R11.14]', async ({
    page,
    context,
  }) => {
    await signIn(page, 'ada@acme.example', 'acme');
    const other = await context.newPage();
    await other.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const text = document.body?.textContent ?? '';
        if (text.includes('Login or Sign up with')) seen.push(text);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await other.goto('/policies');
    await expect(other.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    expect(await other.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
  });
});

test.describe('without an intermediate session', () => {
  test('a listed organization opens Google for itself [R5.2, R5.4, R7.3]', async ({
    page,
    context,
    emulator,
  }) => {
    await page.goto('/');
    await throughGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await context.clearCookies({ name: 'stytch_intermediate_session_token' });
    await page.reload();
    await emulator.clearRequests();
    await organizationRow(page, 'acme').click();
    await chooseAccount(page, 'ada@acme.example');
    await expectState(page, 'signedIn.authenticated');
    const start = (await emulator.requests({ all: true })).find(({ path }) =>
      path.endsWith('/oauth/google/start'),
    );
    const origin = new URL(page.url()).origin;
    expect(start?.query).toMatchObject({
      login_redirect_url: `${origin}/authenticate`,
      signup_redirect_url: `${origin}/authenticate`,
    });
    expect(start?.query.pkce_code_challenge).toMatch(/^[\w-]{43}$/);
    await expect(page).toHaveURL(/\/policies$/);
  });

  test('a typed organization goes through discovery and is created on return [R5.3]', async ({
    page,
    context,
    emulator,
  }) => {
    await page.goto('/');
    await throughGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await context.clearCookies({ name: 'stytch_intermediate_session_token' });
    await page.reload();
    await page.getByRole('button', { name: '+ Enter organization name' }).click();
    await page.getByPlaceholder('Enter organization name (will create if new)').fill('Moss Works');
    await emulator.clearRequests();
    await page.getByRole('button', { name: 'Continue' }).click();
    await chooseAccount(page, 'ada@acme.example');
    await expectState(page, 'signedIn.authenticated');
    expect(await emulator.calls()).toEqual([
      'POST /b2b/oauth/discovery/authenticate',
      'POST /b2b/discovery/organizations/create',
    ]);
  });

  test('the login screen says which organization Google will sign in to, and how not to [R4.4]', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await throughGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await context.clearCookies();
    await page.evaluate(() => {
      sessionStorage.clear();
      const acme = { id: 'organization-test-acme', slug: 'acme', name: 'Acme' };
      sessionStorage.setItem('selected_organization', JSON.stringify(acme));
    });
    await page.goto('/');
    await expect(page.getByText(/Google will sign you in to/)).toContainText('Acme');
    await page.getByRole('button', { name: 'Use a different organization' }).click();
    await expect(page.getByText(/Google will sign you in to/)).toHaveCount(0);
    await throughGoogle(page, 'ada@acme.example');
    await expect(page.getByText('Popular organizations:')).toBeVisible();
  });
});

test.describe('routes', () => {
  test('an unknown route needs a session, and with one it is not found [R1.4, R2.9]', async ({
    page,
  }) => {
    await page.goto('/no/such/page');
    await expect(page.getByText('Login or Sign up with')).toBeVisible();
    await throughGoogle(page, 'ada@acme.example');
    await organizationRow(page, 'acme').click();
    await expect(page).toHaveURL(/\/no\/such\/page$/);
    await expect(page.getByText('404')).toBeVisible();
    await expect(page.getByText('The requested page could not be found.')).toBeVisible();
  });

  test('/ with a session leads to the policies page [R2.8]', async ({ page }) => {
    await signIn(page, 'ada@acme.example', 'acme');
    await page.goto('/');
    await expect(page).toHaveURL(/\/policies$/);
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
