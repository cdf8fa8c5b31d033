import type { BrowserContext } from '@playwright/test';
import {
  continueWithGoogle,
  expect,
  expectState,
  organizationRow,
  signOut,
  test,
} from '../support/product-test.ts';
import { foreignSession } from './attacker.ts';
import { ADA, DORA, expectList, expectSignedIn } from './persons.ts';

const SITE = 'evil.localhost';

/** Sets a cookie by a script of another host of the same site. */
async function plantByOtherHost(context: BrowserContext, cookie: string): Promise<void> {
  const page = await context.newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
  await page.goto(`http://other.${SITE}/`);
  await page.evaluate((text) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API cannot write a cookie without a name
    document.cookie = text;
  }, `${cookie}; domain=${SITE}; max-age=8000`);
  await page.close();
}

// The SDK writes no cookie for a host with a port, except on localhost.
const origin = `http://app.${SITE}`;
const hostTest = test.extend({
  launchOptions: [
    async ({ site, launchOptions }, use) => {
      const rule = `MAP app.${SITE}:80 localhost:${new URL(site.origin).port}`;
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=${rule}`];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

hostTest.describe('another host of the same site', () => {
  hostTest.beforeEach(async ({ site, emulator, page }) => {
    await emulator.updateProject({
      redirect_urls: [origin, site.origin]
        .flatMap((host) => [`${host}/discovery`, `${host}/authenticate`])
        .map((url) => ({
          url,
          valid_types: ['LOGIN', 'SIGNUP', 'DISCOVERY'].map((type) => ({
            type,
            is_default: false,
          })),
        })),
    });
    await page.goto(`${origin}/`);
  });

  hostTest(
    'a cookie without a name does not lock a member out [R22.10]',
    async ({ page, context, emulator }) => {
      await plantByOtherHost(context, 'stytch_session; path=/');
      await continueWithGoogle(page, ADA);
      await expectList(page, ADA);
      await organizationRow(page, 'acme').click();
      await expectSignedIn({ page, emulator }, ADA);
    },
  );

  hostTest(
    'signing out ends the own session beside one of the path that was loaded [R22.10]',
    async ({ page, context, emulator, site }) => {
      const token = await foreignSession({ emulator, origin: site.origin }, DORA, 'acme');
      await continueWithGoogle(page, ADA);
      await expectList(page, ADA);
      await organizationRow(page, 'acme').click();
      await expectSignedIn({ page, emulator }, ADA);
      await plantByOtherHost(context, `stytch_session=${token}; path=/discovery`);
      await signOut(page);
      await expectState(page, /^signedOut\.default/);
      const active = async () => (await emulator.activeSessions()).map(({ email }) => email);
      await expect.poll(active).toEqual([DORA]);
    },
  );
});
