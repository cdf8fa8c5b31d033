import {
  back,
  chooseAccount,
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  signOut,
  test,
} from '../support/product-test.ts';

test.describe('returning to a sign-in', () => {
  test('a reload in selection restores the list without calling the provider [R13.1]', async ({
    page,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await emulator.clearRequests();
    await page.reload();
    await expect(organizationRow(page, 'acme')).toBeVisible();
    expect(await emulator.calls()).toEqual([]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
  });

  test('the organization used last comes first in the list [R6.11, R13.6]', async ({ page }) => {
    const rows = page.getByRole('button', { name: /@/ });
    await signIn(page, 'ada@acme.example', 'harbor');
    await signOut(page);
    await expectState(page, 'signedOut.default.idle');
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(rows.first()).toHaveAccessibleName(/@harbor .*Last used/);
    await expect(page.getByText('Last used')).toHaveCount(1);
  });

  test('after a sign-out one click leads back to the organization, and no person is stored [R4.7, R13.6]', async ({
    page,
  }) => {
    await signIn(page, 'ada@acme.example', 'harbor');
    await signOut(page);
    await expect(page.getByRole('button', { name: 'Continue to Harbor' })).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toMatch(/ada/i);
    await page.reload();
    await page.getByRole('button', { name: 'Continue to Harbor' }).click();
    await page.waitForURL(/\/oauth\/google\/start\?.*organization_id=organization-/);
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    // Nothing was selected: the card of whoever comes back is as it was.
    await page.evaluate(() => void setTimeout(() => window.history.back()));
    await expect(page.getByRole('button', { name: 'Continue to Harbor' })).toBeEnabled();
    expect(await page.evaluate(() => sessionStorage.getItem('selected_organization'))).toBeNull();
    await page.getByRole('button', { name: 'Continue to Harbor' }).click();
    await chooseAccount(page, 'ada@acme.example');
    await expectState(page, 'signedIn.authenticated');
    await expect(page.getByRole('button', { name: /Harbor/ }).first()).toBeVisible();
  });

  test('another account is asked for by Google, and finds the list [R4.7]', async ({ page }) => {
    await signIn(page, 'ada@acme.example', 'harbor');
    await signOut(page);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.waitForURL(/\/discovery\/start\?.*provider_prompt=select_account/);
    await chooseAccount(page, 'ben@birch.example');
    await expect(organizationRow(page, 'birch')).toBeVisible();
  });

  test('the organization is forgotten with one press, in the other tab too [R4.8]', async ({
    page,
    context,
  }) => {
    await signIn(page, 'ada@acme.example', 'harbor');
    await signOut(page);
    const other = await context.newPage();
    await other.goto('/');
    await expect(other.getByRole('button', { name: 'Continue to Harbor' })).toBeVisible();
    await expectState(other, 'signedOut.default.idle');
    await page.getByRole('button', { name: 'Forget this organization' }).click();
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: /Continue to/ })).toHaveCount(0);
      await expect(googleButton(tab)).toBeEnabled();
    }
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toMatch(/harbor/i);
    await page.reload();
    await expectState(page, 'signedOut.default.idle');
    await expect(page.getByRole('button', { name: /Continue to/ })).toHaveCount(0);
  });

  test('a new tab continues the sign-in at the selection', async ({ page, context }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/policies?from=tab');
    await expect(organizationRow(other, 'acme')).toBeVisible();
    await organizationRow(other, 'acme').click();
    await expectState(other, 'signedIn.authenticated');
    await expect(other).toHaveURL(/\/policies\?from=tab$/);
    await expectState(page, /^signedIn/);
  });

  test('two tabs can sign in with Google at the same time [R5.5]', async ({ page, context }) => {
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

  // The page must be kept in the back/forward cache, which Firefox switches off while WebDriver drives it.
  const inFullChromium = { tag: ['@chromium', '@bfcache'] };
  test(
    'Back from Google restores a working login screen [R4.6]',
    inFullChromium,
    async ({ page }) => {
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
      await continueWithGoogle(page, 'ada@acme.example');
      await expect(organizationRow(page, 'acme')).toBeVisible();
    },
  );

  test('a new tab restores the session without showing the login screen [R11.14]', async ({
    page,
    context,
  }) => {
    await signIn(page, 'ada@acme.example', 'acme');
    const other = await context.newPage();
    await other.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      // The document contains the card, hidden. Frames are drawn only when the styles are there.
      const look = () => {
        const card = [...document.querySelectorAll('main')].find((main) =>
          main.textContent.includes('Login or Sign up with'),
        );
        if (card?.checkVisibility() === true) seen.push(card.textContent);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await other.goto('/policies');
    await expect(other.getByRole('heading', { name: 'Policies', exact: true })).toBeVisible();
    expect(await other.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
  });
});

test.describe('without an intermediate session', () => {
  test('choosing a listed organization starts Google for that organization [R5.2, R5.4, R7.3]', async ({
    page,
    context,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
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

  test('a typed organization starts Google discovery and is created after it [R5.3]', async ({
    page,
    context,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
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

  test('the login screen names the selected organization, which can be dropped [R4.4]', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
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
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(page.getByText('Popular organizations:')).toBeVisible();
  });
});
