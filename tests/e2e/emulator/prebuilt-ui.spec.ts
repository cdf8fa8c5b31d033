import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { createServer } from 'vite';
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
        optimizeDeps: { include: ['@stytch/vanilla-js/b2b'] },
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

async function chooseOrganization(page: Page, site: string, email: string, organization: string) {
  await page.request.post(`${site}/_emulator/reset`);
  await page.goto(site);
  await page.getByRole('button', { name: /google/i }).click();
  await page.getByRole('button', { name: email, exact: true }).click();
  await page.getByText(organization, { exact: true }).click();
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByText('You have successfully logged in.')).toBeVisible();
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names).toContain('stytch_session');
}

test('the provider’s prebuilt screen signs in with Google', async ({ page, site }) => {
  await chooseOrganization(page, site, 'ada@acme.example', 'Acme');
  await expectSignedIn(page);
});

test('the provider’s prebuilt screen verifies an e-mail address by code', async ({
  page,
  site,
}) => {
  await chooseOrganization(page, site, 'ben@birch.example', 'Cedar Bank');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  const field = page.locator('input');
  await expect(field).toBeVisible();
  const [mail] = await (await page.request.get(`${site}/_emulator/inbox`)).json();
  expect(mail.to).toBe('ben@birch.example');
  await field.click();
  await page.keyboard.type(mail.code);
  await expectSignedIn(page);
});
