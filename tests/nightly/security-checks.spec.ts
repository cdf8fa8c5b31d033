import { build, type InlineConfig } from 'vite';
import { ADA, SIGNED_IN } from '#tests/e2e/support/app.ts';
import { expect, test as productTest } from '#tests/e2e/support/test.ts';

// One worker, because it makes the build for these tests.
productTest.describe.configure({ mode: 'default' });
const BUILD: InlineConfig = {
  mode: 'emulator',
  logLevel: 'silent',
  // Not minified, which takes most of the time of a build.
  build: { outDir: 'dist-security-checks', minify: false },
};
productTest.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  buildSettings: async ({}, use) => {
    // The settings come from the environment, as for any build.
    process.env.VITE_SECURITY_CHECKS = 'captcha,fingerprinting';
    await build(BUILD);
    await use(BUILD);
  },
});

const CAPTCHA = { captcha_settings: { enabled: true, siteKey: 'site-key' } };
const OBSERVATION = { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'OBSERVATION' };

/** The addresses that the scripts of the providers use. */
const REAL =
  /^https:\/\/((?:www\.google\.com|www\.gstatic\.com|elements\.stytch\.com|telemetry\.stytch\.com)\/.*)$/;

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

test('each protected call carries the values of both checks [R14.20, R19.9, R20.5]', async ({
  page,
  app,
  emulator,
}) => {
  await emulator.updateProject({ ...CAPTCHA, ...OBSERVATION });
  await page.goto('/');
  await app.continueWithGoogle(ADA);
  await app.organizationRow('acme').click();
  await app.expectState(SIGNED_IN);
  const redeemed = (await emulator.requests()).find(({ path }) =>
    path.endsWith('/oauth/discovery/authenticate'),
  );
  expect(redeemed).toMatchObject({
    status: 200,
    body: { captcha_token: expect.any(String), dfp_telemetry_id: expect.any(String) },
  });
});
