import { readFileSync } from 'node:fs';
import {
  chooseAccount,
  expect,
  expectState,
  googleButton,
  organizationRow,
  signIn,
  test,
  throughGoogle,
} from '../support/product-test.ts';
import { totp } from '../support/totp.ts';

const ADA = 'ada@acme.example';
const ADAS_SECRET = 'JBSWY3DPEHPK3PXP';
const NOT_STARTED_HERE = /This sign-in was not started in this browser/;

test.describe('login CSRF', () => {
  test('a foreign answer of Google signs nobody in, whether or not one was asked for here [R5.6]', async ({
    page,
    browser,
    context,
    emulator,
    site,
  }) => {
    // The attacker stops short of using the answer, and sends it to somebody else.
    const attacker = await browser.newContext({ baseURL: site.origin });
    const theirs = await attacker.newPage();
    await theirs.route('**/sdk/v1/b2b/oauth/**', (route) => route.abort());
    let answer = '';
    theirs.on('request', (request) => {
      if (request.url().includes('/discovery?')) answer = request.url();
    });
    const steal = async () => {
      answer = '';
      await theirs.goto('/');
      await throughGoogle(theirs, 'cleo@cleo.example');
      await expect.poll(() => answer).toContain('token=');
    };

    await steal();
    await page.goto(answer);
    await expect(page.getByText(NOT_STARTED_HERE)).toBeVisible();
    expect(await context.cookies()).toEqual([]);

    // Now this browser waits for an answer of its own.
    await steal();
    await googleButton(page).click();
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await page.goto(answer);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectState(page, /^signedOut\.default/);
    expect(await emulator.activeSessions()).toEqual([]);

    await throughGoogle(page, ADA);
    await expect(organizationRow(page, 'acme')).toBeVisible();
    await attacker.close();
  });

  test('Google starts with a challenge, and every start with a new one [R5.4]', async ({
    page,
  }) => {
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
  test('every step up brings a new token, and the old one is worth nothing', async ({
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

  test('a token planted before sign-in is not the one that comes out of it', async ({
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
    await expectState(page, /^signedOut/);
    if (!(await googleButton(page).isVisible())) {
      await page.getByRole('button', { name: '← Back to login' }).click();
    }
    await throughGoogle(page, ADA);
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
    for (const { value } of await context.cookies()) expect(value).not.toBe(planted);
  });
});

test('no request of a whole sign-in carries a query as referrer [R5.7]', async ({
  page,
  context,
}) => {
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
  // Google's page may say where it is; that is Google's.
  const ours = referrers.filter((referrer) => !new URL(referrer).pathname.startsWith('/v1/'));
  expect(ours.filter((referrer) => /token|private|[?#]/.test(referrer))).toEqual([]);
});

test.describe('the headers', () => {
  test('stand on every document and file, as in the files for real hosts [R19.1]', async ({
    page,
    site,
  }) => {
    const file = readFileSync(new URL('../../../dist-emulator/_headers', import.meta.url), 'utf8');
    const wanted = Object.fromEntries(
      file
        .split('\n')
        .filter((line) => line.startsWith('  '))
        .map((line) => line.trim().split(/: (.*)/s)),
    );
    expect(Object.keys(wanted).length).toBeGreaterThan(6);
    const answers: { url: string; headers: Record<string, string> }[] = [];
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url());
      if (origin === site.origin && !/^\/(?:sdk|v1|_emulator)\//.test(pathname)) {
        answers.push({ url: response.url(), headers: response.headers() });
      }
    });
    await page.goto('/no/such/page');
    await page.goto('/terms.html');
    expect(answers.length).toBeGreaterThan(4);
    for (const { url, headers } of answers) expect(headers, url).toMatchObject(wanted);
  });

  test.describe('stop what a script that slipped in would try', () => {
    const refusal = /Content Security Policy|Trusted(?:HTML|Script)|violates|Refused|requires/i;
    test.use({ expectedConsoleErrors: { patterns: [refusal] } });

    test('text that becomes markup or script, evaluation, foreign hosts, frames [R19.1]', async ({
      page,
      site,
    }) => {
      await page.goto('/');
      await expect(googleButton(page)).toBeVisible();
      const stopped = await page.evaluate(async () => {
        const refused = (attempt: () => unknown) => {
          try {
            attempt();
            return false;
          } catch {
            return true;
          }
        };
        const script = document.createElement('script');
        const image = document.createElement('img');
        // In a task of its own: what the browser's own tools evaluate is exempt.
        const evaluation = await new Promise((resolve) => {
          // biome-ignore lint/security/noGlobalEval: that it is refused is what is tested
          setTimeout(() => resolve(refused(() => window.eval('1'))));
        });
        const away = await fetch('https://evil.example/', { mode: 'no-cors' }).then(
          () => false,
          () => true,
        );
        return {
          markup: refused(() => {
            document.body.innerHTML = '<b>x</b>';
          }),
          handler: refused(() => image.setAttribute('onerror', 'window.slipped = "handler"')),
          script: refused(() => {
            script.text = 'window.slipped = "script"';
          }),
          evaluation,
          policy: refused(() => Reflect.get(window, 'trustedTypes').createPolicy('mine', {})),
          away,
          slipped: Reflect.get(window, 'slipped'),
        };
      });
      expect(stopped).toEqual({
        markup: true,
        handler: true,
        script: true,
        evaluation: true,
        policy: true,
        away: true,
        slipped: undefined,
      });

      await page.goto('about:blank');
      await page.setContent(`<iframe src="${site.origin}/" title="framed"></iframe>`);
      await expect(page.frameLocator('iframe').getByText('Login or Sign up with')).toHaveCount(0);
      const framed = page.frames().find((frame) => frame !== page.mainFrame());
      await expect.poll(() => framed?.url()).toMatch(/^chrome-error:/);
    });
  });
});
