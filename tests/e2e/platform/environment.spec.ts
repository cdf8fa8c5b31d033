import type { Page } from '@playwright/test';
import { parse } from 'acorn';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { holdRequests } from '../support/hold-requests.ts';
import {
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  test,
} from '../support/product-test.ts';

const ADA = 'ada@acme.example';
const SIGNED_IN = 'signedIn.authenticated';
const MINUTE = 60_000;
const STATE_KEY = `stytch_sdk_state_${EMULATOR_PUBLIC_TOKEN}`;

test.use({ telemetry: true });

test.describe('storage', () => {
  test('a sign-in stops with a message when it is full [R5.11, R13.5]', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    });
    await page.goto('/policies');
    await expect(googleButton(page)).toBeVisible();
    await googleButton(page).click();
    // The callback needs the PKCE verifier, so Google must not start when it cannot be stored.
    await expect(page.getByRole('alert')).toContainText('Your browser has no storage space left');
    await expect(googleButton(page)).toBeEnabled();
  });

  test('a session is ended at the provider when storage fills up before it is granted [R13.10]', async ({
    page,
    context,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, ADA);
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await page.evaluate(() => {
      for (let size = 2 ** 22; size >= 1; size /= 2) {
        try {
          for (let part = 0; ; part += 1) localStorage.setItem(`${size}-${part}`, 'x'.repeat(size));
        } catch {
          // This size does not fit any more.
        }
      }
    });
    await organizationRow(page, 'acme').click();
    await expect(page.getByText('Your browser has no storage space left')).toBeVisible();
    await expectState(page, 'signedOut.selecting.browsing');
    await expect.poll(() => emulator.activeSessions()).toEqual([]);
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('stytch_session'))).toEqual([]);
  });

  test('values of another version are ignored [R13.4]', async ({ page }) => {
    await page.addInitScript((key) => {
      if (sessionStorage.getItem('planted') !== null) return;
      sessionStorage.setItem('planted', 'once');
      sessionStorage.setItem(
        'stytch_step_up',
        JSON.stringify({ version: 9, organization: 'acme' }),
      );
      sessionStorage.setItem(
        'discovered_organizations',
        JSON.stringify([{ organization_id: 'x' }]),
      );
      sessionStorage.setItem('selected_organization', JSON.stringify({ uuid: 'x', title: 'Acme' }));
      sessionStorage.setItem('second_factor', JSON.stringify({ factor: 'webauthn' }));
      sessionStorage.setItem('intermediate_session_expires_at', 'tomorrow');
      localStorage.setItem(key, JSON.stringify({ schema: 99, session: { id: 1 }, state: [] }));
    }, STATE_KEY);
    await signIn(page, ADA, 'acme');
  });

  test('invalid values from another tab neither end nor break a session [R13.4]', async ({
    page,
    context,
  }) => {
    await signIn(page, ADA, 'acme');
    const other = await context.newPage();
    await other.goto('/terms.html');
    await other.evaluate((key) => {
      for (const invalid of ['{{{', '[]', '42', '{"session":42}', '', 'null ']) {
        localStorage.setItem(key, invalid);
        localStorage.setItem('auth_message', invalid);
        localStorage.setItem('auth_refresh', invalid);
        localStorage.setItem('post_login_redirect', `javascript:${invalid}`);
      }
      const channel = new BroadcastChannel('auth');
      for (const invalid of [null, 42, 'x', {}, { type: 'email.granted' }, { type: 'signOut' }]) {
        channel.postMessage(invalid);
      }
      channel.close();
    }, STATE_KEY);
    await page.bringToFront();
    await expectState(page, /^signed/);
    await page.reload();
    await expectState(page, /^(?:signedIn\.authenticated|signedOut\.default)/);
    await expect(
      page.getByRole('heading', { name: 'Policies', exact: true }).or(googleButton(page)),
    ).toBeVisible();
  });
});

test('a message asks for cookies when the browser blocks them [R1.7]', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
  });
  await page.goto('/');
  await expect(page.getByText(/cookies/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /try again/i })).toBeEnabled();
});

for (const minutes of [-10, 10]) {
  const direction = minutes < 0 ? 'slow' : 'fast';
  test(`sign-in, reload and refresh work when the clock is ten minutes ${direction}`, async ({
    page,
    emulator,
  }) => {
    // Cookies expire by the browser's real clock, so the test moves the provider's clock instead.
    await emulator.advanceClock(-minutes * MINUTE);
    await page.clock.install();
    await signIn(page, ADA, 'acme');
    await page.reload();
    await expectState(page, SIGNED_IN);
    await expect(page.getByText(/Your session ends in/)).toHaveCount(0);
    await emulator.clearRequests();
    await page.clock.fastForward(3.5 * MINUTE);
    await expect
      .poll(
        async () => (await emulator.calls()).filter((call) => call.includes('/sessions/')).length,
      )
      .toBe(1);
    await expectState(page, SIGNED_IN);
  });
}

test.describe('a late script that takes long', () => {
  /** Holds back the script of the screens behind the login, until the returned function is called. */
  const holdBack = (page: Page) =>
    holdRequests(page, /assets\/(?:member|late-screens|second-factor)-.*\.js/);

  test('the first paint stays until a member’s page is complete [R1.3, R1.9]', async ({ page }) => {
    await signIn(page, ADA, 'acme');
    const release = await holdBack(page);
    await page.goto('/policies');
    await expectState(page, SIGNED_IN);
    await expect(page.getByText('Loading...').locator('visible=true')).toBeVisible();
    release();
    await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
  });

  test('the loading overlay shows, then the next screen gets the focus [R1.3, R1.11]', async ({
    page,
  }) => {
    const release = await holdBack(page);
    await page.goto('/');
    await continueWithGoogle(page, ADA);
    await organizationRow(page, 'fjord').click();
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
    release();
    await expect(
      page.getByRole('heading', { name: 'Enter your authenticator code' }),
    ).toBeVisible();
    await expect(page.getByPlaceholder('Enter 6-digit code')).toBeFocused();
  });
});

test.describe('a script that a deploy has removed', () => {
  const missing = [/Failed to load resource/, /dynamically imported module/, /Failed to fetch/];
  test.use({ expectedConsoleErrors: { patterns: missing } });

  /** Answers requests for a file with 404, and returns a function that counts the loads of the page. */
  async function removeFile(page: Page, file: RegExp): Promise<() => number> {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route(file, (route) => route.fulfill({ status: 404, body: 'gone' }));
    return () => loads;
  }

  test('the page reloads once, then shows the error page [R1.6, R1.8]', async ({ page }) => {
    const loads = await removeFile(page, /assets\/health-/);
    await page.goto('/health');
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    expect(loads()).toBe(2);
    await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
  });

  test('the page works after one reload when the new build has the script [R1.8]', async ({
    page,
  }) => {
    let missed = 0;
    await page.route(/assets\/health-/, (route) => {
      missed += 1;
      return missed === 1 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue();
    });
    await page.goto('/health');
    await expect.poll(() => missed).toBe(2);
    await expect(page.getByRole('heading', { name: 'Oops!' })).toHaveCount(0);
  });

  test('a callback that cannot read whose tab this is signs in nobody, and then asks [R22.1]', async ({
    page,
    context,
    emulator,
  }) => {
    await page.goto('/');
    await continueWithGoogle(page, ADA);
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await page.goto('/terms.html');
    const other = await context.newPage();
    await other.goto((await emulator.impersonate('dora@acme.example', 'acme')).url);
    await expectState(other, SIGNED_IN);
    const loads = await removeFile(page, /assets\/actors-/);
    await page.goto('/discovery?stytch_token_type=discovery&token=unused');
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    expect(loads()).toBe(2);
    await page.unroute(/assets\/actors-/);
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Continue as d/ })).toBeVisible();
  });

  test('a member’s page reloads once, then shows the error page, when it is a late screen [R1.8]', async ({
    page,
  }) => {
    await signIn(page, ADA, 'acme');
    const loads = await removeFile(page, /assets\/member-.*\.js/);
    await page.goto('/policies');
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    expect(loads()).toBe(2);
  });

  test('the page reloads once, then shows the error page, when it is the SDK', async ({ page }) => {
    const loads = await removeFile(page, /assets\/sdk-/);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    expect(loads()).toBe(2);
  });
});

for (const [name, path] of [
  ['a thousand folders', `/policies${'/a'.repeat(1_000)}`],
  ['a semicolon', '/policies/a;b'],
] as const) {
  test(`an address with ${name} is replaced by the start page [R22.10]`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/:\d+\/$/);
    await expectState(page, 'signedOut.default.idle');
  });
}

test('an older browser says which one is needed, and starts nothing [R1.16]', async ({
  page,
  emulator,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Intl, 'Segmenter');
  });
  await page.goto('/');
  await expect(page.getByText('Charter needs a newer browser: ')).toBeVisible();
  await expect(page.getByText('Loading...').locator('visible=true')).toHaveCount(0);
  await expect(page.locator('#root')).toBeHidden();
  await expect(page.locator('html')).not.toHaveAttribute('data-auth-state');
  expect(await emulator.requests()).toEqual([]);
});

test.describe('without its scripts', () => {
  test.use({ expectedConsoleErrors: { patterns: [/Failed to load resource/] } });

  test('a browser that knows neither modules nor `:has` shows the same sentence [R1.16]', async ({
    page,
  }) => {
    await page.route(/\.js$/, (route) => route.abort());
    await page.route(/\.css$/, async (route) => {
      const response = await route.fetch();
      const styles = await response.text();
      expect(styles).toContain('selector(:has(a))');
      await route.fulfill({
        response,
        body: styles.replaceAll('selector(:has(a))', 'selector(:of)'),
      });
    });
    await page.goto('/');
    await expect(page.getByText('Charter needs a newer browser: ')).toBeVisible();
    await expect(page.getByText('Loading...').locator('visible=true')).toHaveCount(0);
    await expect(page.locator('#root')).toBeHidden();
  });
});

test('the document’s script has the syntax of browsers that are older than the supported ones [R1.16]', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const address = await page.locator('script[src*="/start-"]').getAttribute('src');
  const source = await (await request.get(address ?? '')).text();
  expect(() => parse(source, { ecmaVersion: 2020, sourceType: 'script' })).not.toThrow();
  // Safari before 16.4 takes the literal for a syntax error.
  expect(source).toContain('(?<=a)b');
  expect(source).not.toContain('/(?<=');
});
