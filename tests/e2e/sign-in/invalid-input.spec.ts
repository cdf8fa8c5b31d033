import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
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

test.describe('an invalid callback', () => {
  const cases = [
    {
      name: 'without a token',
      address: '/discovery',
      sentence: 'This sign-in link is incomplete. Please sign in again.',
    },
    {
      name: 'with an empty token',
      address: '/authenticate?stytch_token_type=oauth&token=',
      sentence: 'This sign-in link is incomplete. Please sign in again.',
    },
    {
      name: 'with an unknown token type',
      address: '/authenticate?stytch_token_type=teleport&token=abc',
      sentence: "We don't recognise this link. Please sign in again.",
    },
    {
      name: 'cancelled at Google',
      address: '/discovery?error=access_denied',
      sentence: 'Sign-in with Google was cancelled. Nobody was signed in.',
    },
    {
      name: 'started in another browser',
      address: '/discovery?stytch_token_type=discovery_oauth&token=abc',
      sentence:
        'This sign-in was interrupted, took longer than 10 minutes, or was started somewhere else. Please sign in again.',
    },
    {
      name: 'for an organization, started in another browser',
      address: '/authenticate?stytch_token_type=oauth&token=abc',
      sentence:
        'This sign-in was interrupted, took longer than 10 minutes, or was started somewhere else. Please sign in again.',
    },
  ];
  for (const { name, address, sentence } of cases) {
    test(`${name} shows a message on the working login screen [R4.5, R5.6, R5.9]`, async ({
      page,
      emulator,
    }) => {
      await page.goto(address);
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(googleButton(page)).toBeEnabled();
      expect(page.url()).not.toContain('token');
      expect(await emulator.calls()).toEqual([]);
      await continueWithGoogle(page, 'ada@acme.example');
      await expect(organizationRow(page, 'acme')).toBeVisible();
    });
  }

  test('used a second time shows a message on the working login screen [R5.7, R5.9]', async ({
    page,
  }) => {
    let returned = '';
    page.on('request', (request) => {
      if (request.url().includes('/discovery?')) returned = request.url();
    });
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await page.getByRole('button', { name: '← Back to login' }).click();
    await page.goto(returned);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(googleButton(page)).toBeEnabled();
  });

  test('is not redeemed while signed in, and the session continues after a question that names it [R5.10, R22.11]', async ({
    page,
    emulator,
  }) => {
    await signIn(page, 'ada@acme.example', 'acme');
    await emulator.clearRequests();
    await page.goto('/discovery?stytch_token_type=discovery_oauth&token=abc');
    await page.getByRole('button', { name: 'Continue as a***@acme.example' }).click();
    await expect(page).toHaveURL(/\/policies$/);
    await expectState(page, /^signedIn/);
    expect((await emulator.calls()).filter((call) => call.includes('/oauth/'))).toEqual([]);
  });
});

test.describe('an organization', () => {
  test('that no longer exists shows a message on the list [R6.13, R15.1]', async ({
    page,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await emulator.injectFault('/b2b/discovery/intermediate_sessions/exchange', {
      kind: 'error',
      status: 404,
      errorType: 'organization_not_found',
      message: 'The organization could not be found.',
    });
    await organizationRow(page, 'acme').click();
    await expect(page.getByText('The organization could not be found.')).toBeVisible();
    await emulator.clearFaults();
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
  });

  test('whose policy refuses the member shows a message on the list [R6.13]', async ({ page }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await organizationRow(page, 'iris').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(organizationRow(page, 'iris')).toBeVisible();
  });

  const names = [
    { kind: 'with a name of 5,000 characters', name: 'x'.repeat(5_000), settings: {} },
    {
      kind: 'with a name that the project’s pattern refuses',
      name: '日本語',
      settings: { slug_pattern: '^[a-z]+$' },
    },
  ];
  for (const { kind, name, settings } of names) {
    test(`${kind} is not created, and the name stays in the field with a message [R7.9]`, async ({
      page,
      emulator,
    }) => {
      await emulator.updateProject(settings);
      await page.goto('/');
      await continueWithGoogle(page, 'cleo@cleo.example');
      await page.getByRole('button', { name: '+ Enter organization name' }).click();
      const field = page.getByPlaceholder('Enter organization name (will create if new)');
      await field.fill(name);
      await emulator.clearRequests();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(field).toHaveValue(name);
      expect(await emulator.calls()).toEqual([]);
    });
  }

  test.describe('that the provider refuses to create', () => {
    test.use({
      expectedConsoleErrors: { patterns: [/^The organization was not created: other\./] },
    });

    test('keeps the typed name and shows the reason [R7.8]', async ({ page, emulator }) => {
      await emulator.injectFault('/b2b/discovery/organizations/create', {
        kind: 'error',
        status: 400,
        errorType: 'invalid_organization_name',
        message: 'The organization name is not allowed.',
      });
      await page.goto('/');
      await continueWithGoogle(page, 'cleo@cleo.example');
      await page.getByRole('button', { name: '+ Enter organization name' }).click();
      const field = page.getByPlaceholder('Enter organization name (will create if new)');
      await field.fill('Kelp Forest');
      await field.press('Enter');
      await expect(page.getByText(/The organization name is not allowed/)).toBeVisible();
      await expect(field).toHaveValue('Kelp Forest');
    });
  });

  test.describe('whose name is taken', () => {
    test.use({
      expectedConsoleErrors: { patterns: [/^The organization was not created: input\./] },
    });

    test('is not created a second time, and the field says what to do [R7.12, R15.12]', async ({
      page,
    }) => {
      await page.goto('/');
      await continueWithGoogle(page, 'cleo@cleo.example');
      await page.getByRole('button', { name: '+ Enter organization name' }).click();
      const field = page.getByPlaceholder('Enter organization name (will create if new)');
      await field.fill('Acme');
      await field.press('Enter');
      await expect(field).toHaveAccessibleDescription(
        "This name is taken. Ask that organization's administrator for an invitation, or choose another name.",
      );
      await expect(field).toBeFocused();
      await expect(page.getByText('Request ID')).toHaveCount(0);
      await field.fill('Acme Two');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await field.press('Enter');
      await expectState(page, 'signedIn.authenticated');
      await page.getByRole('button', { name: /^Account: / }).click();
      await expect(page.getByText('@acme-two', { exact: true })).toBeVisible();
    });
  });

  test('is not asked for where the project does not allow it [R6.20]', async ({
    page,
    emulator,
  }) => {
    await emulator.updateProject({ create_organization_enabled: false });
    await page.goto('/');
    await continueWithGoogle(page, 'cleo@cleo.example');
    await expect(page.getByText(/^You're not in an organization yet/)).toHaveText(
      "You're not in an organization yet. Ask an administrator for an invitation, or use another account.",
    );
    await expect(page.getByRole('button', { name: '+ Enter organization name' })).toHaveCount(0);
    await page.getByRole('button', { name: '← Back to login' }).click();
    await signIn(page, 'ada@acme.example', 'acme');
    await page.getByRole('button', { name: 'Organization: Acme' }).click();
    await expect(page.getByRole('menuitemradio', { name: /Harbor/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Create organization' })).toHaveCount(0);
  });

  test('is not created when the project does not allow it, which the page learns late [R6.20, R7.9]', async ({
    page,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'dora@acme.example');
    await expectState(page, 'signedOut.selecting.browsing');
    await emulator.updateProject({ create_organization_enabled: false });
    const release = await holdRequests(page, /\/projects\/bootstrap\//);
    await page.reload();
    await page.getByRole('button', { name: '+ Enter organization name' }).click();
    const field = page.getByPlaceholder('Enter organization name (will create if new)');
    await field.fill('Kelp Forest');
    await expect(field).toHaveAccessibleDescription(/^We'll create it as @kelp-forest/);
    release();
    await expect(field).toHaveAccessibleDescription(/^New organizations cannot be created here/);
    await emulator.clearRequests();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText(/^New organizations cannot be created here/);
    expect(await emulator.calls()).toEqual([]);
  });

  test('leaves no field to a person without one, where the page learns late that it cannot be created [R6.20]', async ({
    page,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'cleo@cleo.example');
    await expectState(page, 'signedOut.selecting.browsing');
    await emulator.updateProject({ create_organization_enabled: false });
    const release = await holdRequests(page, /\/projects\/bootstrap\//);
    await page.reload();
    await page.getByRole('button', { name: '+ Enter organization name' }).click();
    await page.getByRole('textbox', { name: 'Organization name' }).fill('Kelp Forest');
    release();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expectState(page, 'signedOut.selecting.browsing');
    await expect(page.getByText(/or use another account\.$/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test.describe('the login screen', () => {
  const corrupt: Record<string, string> = {
    discovery_email_address: '\u0000',
    discovered_organizations: '{"not":"a list"}',
    has_intermediate_session: 'perhaps',
    stytch_step_up: '[[[',
    selected_organization: '42',
  };
  test('works with corrupt storage [R3.5, R13.4]', async ({ page }) => {
    await page.addInitScript(
      ({ values, token }) => {
        // Firefox also runs this in `about:blank`, which has no storage.
        if (origin === 'null' || sessionStorage.getItem('corrupted') !== null) return;
        sessionStorage.setItem('corrupted', 'once');
        for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, value);
        localStorage.setItem('post_login_redirect', '//evil.example');
        for (const key of ['', '::bootstrap', '::PKCE_VERIFIER:oauth']) {
          localStorage.setItem(`stytch_sdk_state_${token}${key}`, '{{{');
        }
      },
      { values: corrupt, token: EMULATOR_PUBLIC_TOKEN },
    );
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
    await expect(page).toHaveURL(/\/policies$/);
  });

  test('asks for cookies when storage is denied [R1.7, R13.5]', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    });
    await page.goto('/');
    await expect(page.getByText(/cookies/i).first()).toBeVisible();
  });

  test.describe('without the project settings', () => {
    // The SDK logs the failure (R15.5).
    test.use({ expectedConsoleErrors: { patterns: [/^\[Stytch\]/] } });
    test('does not start Google before a reload has fetched them [R5.8, R15.5]', async ({
      page,
      emulator,
    }) => {
      await emulator.injectFault('/projects/bootstrap/*', { kind: 'error', status: 500 });
      await page.goto('/');
      await googleButton(page).click();
      await expect(page.getByText(/so Google cannot start/)).toBeVisible();
      await emulator.clearFaults();
      await page.getByRole('button', { name: 'Reload' }).click();
      await continueWithGoogle(page, 'ada@acme.example');
      await expect(organizationRow(page, 'acme')).toBeVisible();
    });
  });

  test.describe('with a public token of a Consumer project', () => {
    test.use({ expectedConsoleErrors: { patterns: [/Consumer/] } });
    test('logs an error and stays usable [R15.6]', async ({ page, emulator }) => {
      await emulator.updateProject({ vertical: 'CONSUMER' });
      const logged: string[] = [];
      page.on('console', (message) => logged.push(message.text()));
      await page.goto('/');
      await expect(googleButton(page)).toBeEnabled();
      await expect
        .poll(() => logged.join('\n'))
        .toContain('public token is for a Stytch Consumer project');
      await googleButton(page).click();
      await expect(page.getByText(/Sign-in is not set up correctly/)).toBeVisible();
      await expect(googleButton(page)).toBeEnabled();
    });
  });

  test('allows another account after “Use another account” [R6.10]', async ({ page }) => {
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    await page.getByRole('button', { name: 'Use another account' }).click();
    await chooseAccount(page, 'dora@acme.example');
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
  });
});
