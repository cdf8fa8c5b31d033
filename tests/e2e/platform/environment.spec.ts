import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { createServer } from 'vite';
import { EmulatorClient } from '#emulator/control/control-client.ts';
import { BEN, LOGIN, SIGNED_IN, waitForMail } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

test.describe('a script that a deploy has removed', () => {
  const missing = [
    /Failed to load resource/,
    /dynamically imported module/,
    /Failed to fetch/,
    // Firefox's words for all three.
    /was blocked because of a disallowed MIME type/,
  ];
  test.use({ expectedConsoleErrors: { patterns: missing } });

  for (const [name, path, file] of [
    ['a route', '/health', /assets\/public-.*\.js$/],
    ['the SDK', '/', /assets\/sdk-/],
    ['the sign-in', '/', /assets\/sign-in-.*\.js$/],
  ] as const) {
    test(`reloads the page once, then shows the error page, for ${name} [R1.6, R1.8]`, async ({
      page,
      app,
    }) => {
      let documents = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      await page.route(file, (route) => route.fulfill({ status: 404, body: 'gone' }));
      // The page can be loaded again before it has been loaded for the first time.
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
      expect(documents).toBe(2);
      await page.unroute(file);
      await page.getByRole('link').first().click();
      await expect(page.getByRole('heading', { name: 'Oops!' })).toHaveCount(0);
      await app.expectState(LOGIN);
    });
  }
});

test('the document’s script has the syntax of browsers that are older than the supported ones [R1.16]', () => {
  const document = readFileSync('dist-emulator/index.html', 'utf8');
  const [, source = ''] = /<script data-[^>]*>([\s\S]*?)<\/script>/.exec(document) ?? [];
  expect(() => parse(source, { ecmaVersion: 2020, sourceType: 'script' })).not.toThrow();
  // Safari before 16.4 takes the literal for a syntax error.
  expect(source).toContain('(?<=a)b');
  expect(source).not.toContain('/(?<=');
});

test('the development build calls the provider once per step, although React renders twice in strict mode', async ({
  page,
  app,
}) => {
  const server = await createServer({ logLevel: 'silent', server: { port: 4480 } });
  try {
    await server.listen();
    const origin = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
    const emulator = new EmulatorClient(origin);
    await page.goto(origin);
    await app.continueWithGoogle(BEN);
    await app.organizationRow('birch').dblclick();
    await app.expectState(/^signedOut\.stepUp/);
    await app.button('Send verification code').dblclick();
    await app.expectState(/awaitingCode/);
    await app.codeField.fill(await waitForMail(emulator, BEN, 'otp'));
    await app.expectState(SIGNED_IN);
    expect(await emulator.calls()).toEqual([
      'POST /b2b/oauth/discovery/authenticate',
      'POST /b2b/discovery/intermediate_sessions/exchange',
      'POST /b2b/otps/email/discovery/send',
      'POST /b2b/otps/email/discovery/authenticate',
      'POST /b2b/discovery/intermediate_sessions/exchange',
    ]);
  } finally {
    // Vite's client reloads the page when it loses its server, which would log a console error.
    await page.goto('about:blank');
    await server.close();
  }
});
