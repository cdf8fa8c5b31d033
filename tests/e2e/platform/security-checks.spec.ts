import type { BrowserContext, Page, Route } from '@playwright/test';
import type { EmulatorClient } from '#emulator/control/control-client.ts';
import {
  continueWithGoogle,
  expect,
  expectState,
  googleButton,
  organizationRow,
  test as productTest,
  signIn,
} from '../support/product-test.ts';

// One worker, because it makes the build for these tests.
productTest.describe.configure({ mode: 'default' });
productTest.use({ securityChecks: 'captcha,fingerprinting' });

const BEN = 'ben@birch.example';
const FAILED =
  'A security check could not load. Turn off content blockers for this site, or check your connection, and try again.';

const CAPTCHA = { captcha_settings: { enabled: true, siteKey: 'site-key' } };
const OBSERVATION = { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'OBSERVATION' };
const DECISIONING = { ...OBSERVATION, dfp_protected_auth_mode: 'DECISIONING' };

/** The addresses that the scripts of the providers use. */
const REAL =
  /^https:\/\/((?:www\.google\.com|www\.gstatic\.com|elements\.stytch\.com|telemetry\.stytch\.com)\/.*)$/;
const SCRIPTS = /\/(?:enterprise|telemetry)\.js/;

/** Playwright's test in which the emulator's stand-ins answer at the real addresses. */
const test = productTest.extend({
  page: async ({ page, context, site }, use) => {
    await context.route(REAL, async (route) => {
      const address = route.request().url().replace(REAL, '$1');
      const response = await route.fetch({
        url: `${site.origin}/_emulator/security-checks/${address}`,
      });
      await route.fulfill({ response });
    });
    await use(page);
    // A check that is still under way belongs to no test any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** Puts a handler before the stand-ins of the scripts. Returns a function that removes it. */
async function intercept(context: BrowserContext, handle: (route: Route) => unknown) {
  await context.route(SCRIPTS, handle);
  return () => context.unroute(SCRIPTS, handle);
}

const block = (context: BrowserContext) =>
  intercept(context, (route) => route.abort('blockedbyclient'));

/** The values that the protected calls carried, and what became of each call. */
async function protectedCalls(emulator: EmulatorClient) {
  const PROTECTED = /authenticate$|send$/;
  return (await emulator.requests())
    .filter(({ path }) => PROTECTED.test(path) && !path.endsWith('/sessions/authenticate'))
    .map(({ path, status, body }) => ({
      path: path.replace('/sdk/v1/b2b', ''),
      status,
      captcha: typeof Reflect.get(Object(body), 'captcha_token') === 'string',
      telemetry: typeof Reflect.get(Object(body), 'dfp_telemetry_id') === 'string',
    }));
}

const sendCode = (page: Page) => page.getByRole('button', { name: 'Send verification code' });

async function goToStepUp(page: Page): Promise<void> {
  await page.goto('/');
  await continueWithGoogle(page, BEN);
  await organizationRow(page, 'birch').click();
  await expectState(page, /^signedOut\.stepUp/);
}

test('signs in with captcha, and shows the badge in Google’s frame [R14.20, R19.9, R20.5]', async ({
  page,
  emulator,
}) => {
  await emulator.updateProject(CAPTCHA);
  await signIn(page, 'ada@acme.example', 'acme');
  await expect(
    page.frameLocator('iframe[title="reCAPTCHA"]').getByText('reCAPTCHA'),
  ).toBeAttached();
  expect(await protectedCalls(emulator)).toEqual([
    { path: '/oauth/discovery/authenticate', status: 200, captcha: true, telemetry: false },
  ]);
});

for (const [method, button, kind] of [
  ['code', 'Send verification code', 'otp'],
  ['link', 'Send magic link', 'magic_link'],
] as const) {
  test(`verifies the e-mail by a ${method} with captcha and fingerprinting that observes [R14.20, R20.5]`, async ({
    page,
    emulator,
  }) => {
    await emulator.updateProject({ ...CAPTCHA, ...OBSERVATION });
    await goToStepUp(page);
    await page.getByRole('button', { name: button }).click();
    await expect.poll(async () => (await emulator.inbox(BEN)).length).toBeGreaterThan(0);
    const [mail] = (await emulator.inbox(BEN)).filter((each) => each.kind === kind);
    if (kind === 'otp') await page.getByPlaceholder('Enter 6-digit code').fill(mail?.code ?? '');
    else await page.goto(mail?.link ?? '');
    await expectState(page, 'signedIn.authenticated');
    const calls = await protectedCalls(emulator);
    expect(calls.length).toBe(3);
    for (const call of calls) {
      expect(call).toMatchObject({ status: 200, captcha: true, telemetry: true });
    }
  });
}

test('signs in with fingerprinting that decides, without asking for captcha [R14.20, R20.5]', async ({
  page,
  emulator,
}) => {
  await emulator.updateProject({ ...CAPTCHA, ...DECISIONING });
  await signIn(page, 'ada@acme.example', 'acme');
  expect(await protectedCalls(emulator)).toEqual([
    { path: '/oauth/discovery/authenticate', status: 200, captcha: false, telemetry: true },
  ]);
});

test('shows the time of a slow check as progress [R15.11]', async ({ page, context, emulator }) => {
  await emulator.updateProject({ ...CAPTCHA, ...DECISIONING });
  await goToStepUp(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(context, (route) => released.then(() => route.fallback()));
  await page.reload();
  await sendCode(page).click();
  await expect(page.getByRole('button', { name: 'Sending code...' })).toBeVisible();
  release();
  await expectState(page, /awaitingCode/);
});

test.describe('a blocked script', () => {
  test.use({ expectedConsoleErrors: { patterns: [/net::ERR_BLOCKED_BY_CLIENT/] } });

  test('leads back to the login screen with a sentence, and the next try works [R15.10]', async ({
    page,
    context,
    emulator,
  }) => {
    await emulator.updateProject(CAPTCHA);
    const unblock = await block(context);
    await page.goto('/policies');
    await continueWithGoogle(page, 'ada@acme.example');
    await expect(page.getByText(FAILED)).toBeVisible();
    await expect(googleButton(page)).toBeEnabled();
    expect(await protectedCalls(emulator)).toEqual([]);
    await unblock();
    await continueWithGoogle(page, 'ada@acme.example');
    await organizationRow(page, 'acme').click();
    await expectState(page, 'signedIn.authenticated');
  });

  test('leaves the step as it is, and the next try loads it without a reload [R15.10]', async ({
    page,
    context,
    emulator,
  }) => {
    await emulator.updateProject({ ...CAPTCHA, ...OBSERVATION });
    await goToStepUp(page);
    const unblock = await block(context);
    await page.reload();
    await sendCode(page).click();
    await expect(page.getByText(FAILED)).toBeVisible();
    await unblock();
    await sendCode(page).click();
    await expectState(page, /awaitingCode/);
    await expect(page.getByText(FAILED)).toHaveCount(0);
  });
});
