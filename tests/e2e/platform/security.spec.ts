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
import { totp } from '../support/totp.ts';
import { generatedHeaders } from '../support/web-servers.ts';

const ADA = 'ada@acme.example';
const ADAS_SECRET = 'JBSWY3DPEHPK3PXP';
const NOT_CONTINUED = /This sign-in was interrupted/;

test.use({ telemetry: true });

test.describe('login CSRF', () => {
  test('a Google callback from another browser is rejected, with and without a pending sign-in in this browser [R5.6]', async ({
    page,
    browser,
    context,
    emulator,
    site,
  }) => {
    // The attacker signs in with Google, but sends the unused callback address to the victim.
    const attacker = await browser.newContext({ baseURL: site.origin });
    const attackerPage = await attacker.newPage();
    await attackerPage.route('**/sdk/v1/b2b/oauth/**', (route) => route.abort());
    let callback = '';
    attackerPage.on('request', (request) => {
      if (request.url().includes('/discovery?')) callback = request.url();
    });
    const getCallback = async () => {
      callback = '';
      await attackerPage.goto('/');
      await continueWithGoogle(attackerPage, 'cleo@cleo.example');
      await expect.poll(() => callback).toContain('token=');
    };

    await getCallback();
    await page.goto(callback);
    await expect(page.getByText(NOT_CONTINUED)).toBeVisible();
    expect(await context.cookies()).toEqual([]);

    // Now this browser has a pending sign-in, with its own PKCE verifier.
    await getCallback();
    await googleButton(page).click();
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await page.goto(callback);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectState(page, /^signedOut\.default/);
    expect(await emulator.activeSessions()).toEqual([]);

    await continueWithGoogle(page, ADA);
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await attacker.close();
  });

  test('every start of Google sends a new PKCE challenge [R5.4]', async ({ page }) => {
    const challenges: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (request.method() === 'GET' && url.pathname.endsWith('/start')) {
        challenges.push(url.searchParams.get('pkce_code_challenge') ?? '');
      }
    });
    await page.goto('/');
    for (let time = 0; time < 2; time += 1) {
      await googleButton(page).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText(/was cancelled/)).toBeVisible();
    }
    expect(challenges).toHaveLength(2);
    expect(new Set(challenges).size).toBe(2);
    for (const challenge of challenges) expect(challenge).toMatch(/^[\w-]{43}$/);
  });
});

test.describe('session fixation', () => {
  test('a second factor brings a new session token, and the previous session ends', async ({
    page,
    context,
    emulator,
  }) => {
    const token = async () =>
      (await context.cookies()).find(({ name }) => name === 'stytch_session')?.value ?? '';
    await signIn(page, ADA, 'acme');
    const before = await token();
    const [old] = await emulator.activeSessions();
    await page.locator('[aria-haspopup="menu"]').click();
    await page.getByRole('menuitemradio', { name: /Fjord/ }).click();
    await expectState(page, /^signedOut\.secondFactor/);
    expect(await token()).toBe('');
    await page.getByPlaceholder('Enter 6-digit code').fill(totp(ADAS_SECRET, Date.now()));
    await expectState(page, 'signedIn.authenticated');
    const after = await token();
    expect(before).not.toBe('');
    expect(after).not.toBe('');
    expect(after).not.toBe(before);
    expect((await emulator.activeSessions()).map(({ id }) => id)).not.toContain(old?.id);
  });

  test('a session token planted before the sign-in is replaced by it', async ({
    page,
    context,
    site,
  }) => {
    const planted = 'planted-token-of-somebody-else';
    for (const name of [
      'stytch_session',
      'stytch_session_jwt',
      'stytch_intermediate_session_token',
    ]) {
      await context.addCookies([{ name, value: planted, url: site.origin, sameSite: 'Lax' }]);
    }
    await page.goto('/');
    await continueWithGoogle(page, ADA);
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
    for (const { value } of await context.cookies()) expect(value).not.toBe(planted);
  });
});

test('no request of a sign-in has a query in its referrer [R5.7]', async ({ page, context }) => {
  const referrers: string[] = [];
  context.on('request', async (request) => {
    const { referer } = await request.allHeaders().catch(() => ({ referer: undefined }));
    if (referer) referrers.push(referer);
  });
  await page.goto('/policies?private=yes');
  await googleButton(page).click();
  await chooseAccount(page, ADA);
  await organizationRow(page, 'acme').click();
  await expectState(page, 'signedIn.authenticated');
  // Requests of the account chooser have its own address as referrer, which stands for Google's.
  const ours = referrers.filter((referrer) => !new URL(referrer).pathname.startsWith('/v1/'));
  expect(ours.filter((referrer) => /token|private|[?#]/.test(referrer))).toEqual([]);
});

test.describe('the security headers', () => {
  test('every document and file has the headers of the files for hosts [R19.1]', async ({
    page,
    site,
  }) => {
    const expected = generatedHeaders();
    expect(Object.keys(expected).length).toBeGreaterThan(6);
    const responses: { url: string; headers: Record<string, string> }[] = [];
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url());
      if (origin === site.origin && !/^\/(?:sdk|v1|_emulator)\//.test(pathname)) {
        responses.push({ url: response.url(), headers: response.headers() });
      }
    });
    await page.goto('/no/such/page');
    await page.goto('/terms.html');
    expect(responses.length).toBeGreaterThan(4);
    for (const { url, headers } of responses) expect(headers, url).toMatchObject(expected);
  });

  for (const path of ['/v1/x', '/sdk/x', '/v1', '/sdk/v2/b2b', '/policies?next=/v1/b2b']) {
    test(`${path} is no path of the emulator and has them too [R19.1]`, async ({ request }) => {
      const response = await request.get(path, { headers: { accept: 'text/html' } });
      expect(response.headers()).toMatchObject(generatedHeaders());
    });
  }

  test.describe('an injected script', () => {
    const refusal = /Content Security Policy|Trusted(?:HTML|Script)|violates|Refused|requires/i;
    test.use({ expectedConsoleErrors: { patterns: [refusal] } });

    test('cannot create markup or scripts, evaluate text, reach other hosts or frame the page [R19.1]', async ({
      page,
      site,
    }) => {
      await page.goto('/');
      await expect(googleButton(page)).toBeVisible();
      const blocked = await page.evaluate(async () => {
        const isBlocked = (attempt: () => unknown) => {
          try {
            attempt();
            return false;
          } catch {
            return true;
          }
        };
        const script = document.createElement('script');
        const image = document.createElement('img');
        // In its own task, because the policy does not apply to code that the browser's tools evaluate.
        const evaluation = await new Promise((resolve) => {
          // biome-ignore lint/security/noGlobalEval: the test expects the policy to block it
          setTimeout(() => resolve(isBlocked(() => window.eval('1'))));
        });
        const otherHost = await fetch('https://evil.example/', { mode: 'no-cors' }).then(
          () => false,
          () => true,
        );
        return {
          markup: isBlocked(() => {
            document.body.innerHTML = '<b>x</b>';
          }),
          handler: isBlocked(() => image.setAttribute('onerror', 'window.injected = "handler"')),
          script: isBlocked(() => {
            script.text = 'window.injected = "script"';
          }),
          evaluation,
          policy: isBlocked(() => Reflect.get(window, 'trustedTypes').createPolicy('mine', {})),
          otherHost,
          injected: Reflect.get(window, 'injected'),
        };
      });
      expect(blocked).toEqual({
        markup: true,
        handler: true,
        script: true,
        evaluation: true,
        policy: true,
        otherHost: true,
        injected: undefined,
      });

      await page.goto('about:blank');
      await page.setContent(`<iframe src="${site.origin}/" title="framed"></iframe>`);
      await expect(page.frameLocator('iframe').getByText('Login or Sign up with')).toHaveCount(0);
      const framed = page.frames().find((frame) => frame !== page.mainFrame());
      await expect
        .poll(() => framed?.url())
        .toMatch(/^(?:chrome-error:|about:neterror\?e=cspBlocked)/);
    });
  });
});
