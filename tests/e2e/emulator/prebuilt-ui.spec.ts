import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { createServer } from 'vite';
import { totpCode, totpStep } from '#emulator/crypto/totp.ts';
import { emulatorPlugin } from '#emulator/vite-plugin.ts';

/** A page outside the product and its security policy, served with its own emulator. */
const test = base.extend<object, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use, { workerIndex }) => {
      const server = await createServer({
        configFile: false,
        logLevel: 'silent',
        root: fileURLToPath(new URL('./prebuilt', import.meta.url)),
        cacheDir: fileURLToPath(
          new URL(`../../../node_modules/.vite-prebuilt-${workerIndex}`, import.meta.url),
        ),
        plugins: [emulatorPlugin({ log: () => {} })],
        optimizeDeps: {
          include: ['stytch-next/b2b', '@stytch/react/b2b', 'react', 'react-dom/client'],
        },
        server: { port: 4140, host: '127.0.0.1' },
      });
      await server.listen();
      const address = server.httpServer?.address();
      if (typeof address !== 'object' || address === null) throw new Error('No port.');
      await use(`http://127.0.0.1:${address.port}`);
      await server.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

async function open(page: Page, site: string): Promise<void> {
  await page.request.post(`${site}/_emulator/reset`);
  await page.goto(site);
}

async function chooseAtGoogle(page: Page, site: string, email: string): Promise<void> {
  await open(page, site);
  await page.getByRole('button', { name: /google/i }).click();
  await page.getByRole('button', { name: email, exact: true }).click();
}

async function chooseOrganization(page: Page, name: string): Promise<void> {
  await page.getByText(name, { exact: true }).click();
}

/** Returns the newest mail to an address. The caller has seen that the page asked for it. */
async function newestMail(page: Page, site: string, to: string) {
  const mails = () => page.request.get(`${site}/_emulator/inbox?to=${to}`);
  await expect.poll(async () => (await (await mails()).json()).length).toBeGreaterThan(0);
  const [mail] = await (await mails()).json();
  return mail;
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('input').first().click();
  await page.keyboard.type(code);
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByText('You have successfully logged in.')).toBeVisible();
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names).toContain('stytch_session');
}

for (const name of ['@stytch/vanilla-js', '@stytch/react']) {
  test.describe(`the newest prebuilt screens of ${name}`, () => {
    test.beforeEach(({ page }) =>
      page.addInitScript((chosen) => localStorage.setItem('package', chosen), name),
    );

    test('sign in with Google', async ({ page, site }) => {
      await chooseAtGoogle(page, site, 'ada@acme.example');
      await chooseOrganization(page, 'Acme');
      await expectSignedIn(page);
    });

    test('sign in with an e-mailed link', async ({ page, site }) => {
      await open(page, site);
      await page.getByRole('textbox').fill('dora@acme.example');
      await page.getByRole('button', { name: 'Continue with email' }).click();
      await page.getByText('Email me a login link').click();
      const mail = await newestMail(page, site, 'dora@acme.example');
      await page.goto(mail.link);
      await chooseOrganization(page, 'Grove');
      await expectSignedIn(page);
    });

    test('sign in with an e-mailed code', async ({ page, site }) => {
      await open(page, site);
      await page.getByRole('textbox').fill('dora@acme.example');
      await page.getByRole('button', { name: 'Continue with email' }).click();
      await page.getByText('Email me a login code').click();
      await expect(page.getByRole('button', { name: 'Continue with email' })).toHaveCount(0);
      const mail = await newestMail(page, site, 'dora@acme.example');
      await typeCode(page, mail.code);
      await chooseOrganization(page, 'Acme');
      await expectSignedIn(page);
    });

    test('create an organization', async ({ page, site }) => {
      await chooseAtGoogle(page, site, 'cleo@cleo.example');
      await page.getByRole('button', { name: 'Create an organization' }).click();
      await expectSignedIn(page);
      const { organizations } = await (await page.request.get(`${site}/_emulator/state`)).json();
      expect(organizations.at(-1)).toMatchObject({ slug: 'cleo' });
    });

    test('enrol an authenticator app', async ({ page, site }) => {
      await chooseAtGoogle(page, site, 'ezra@fjord.example');
      await chooseOrganization(page, 'Fjord Health');
      await page.getByRole('button', { name: 'Having trouble scanning?' }).click();
      const { members, clock } = await (await page.request.get(`${site}/_emulator/state`)).json();
      const { secret } = members.find(
        ({ email }: { email: string }) => email === 'ezra@fjord.example',
      ).totp;
      await page.getByRole('button', { name: 'Continue' }).click();
      await typeCode(page, totpCode(secret, totpStep(Date.now() + clock.offsetMs)));
      await page.getByRole('button', { name: 'Done' }).click();
      await expectSignedIn(page);
    });

    test('sign in with a recovery code', async ({ page, site }) => {
      await chooseAtGoogle(page, site, 'ada@acme.example');
      await chooseOrganization(page, 'Fjord Health');
      await page.getByRole('button', { name: 'Use a backup code' }).click();
      await page.getByRole('textbox').fill('rc-ada-0001');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expectSignedIn(page);
    });

    test('verify an e-mail address by code', async ({ page, site }) => {
      await chooseAtGoogle(page, site, 'ben@birch.example');
      await chooseOrganization(page, 'Cedar Bank');
      await page.getByRole('button', { name: 'Email me a code' }).click();
      const mail = await newestMail(page, site, 'ben@birch.example');
      await typeCode(page, mail.code);
      await expectSignedIn(page);
    });
  });
}
