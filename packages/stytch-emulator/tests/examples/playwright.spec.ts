import { test as base, expect } from '@playwright/test';
import { createEmulator, type Emulator } from '../../server.ts';

/** Each worker has its own emulator, and each test begins with the seed. */
const test = base.extend<{ emulator: Emulator }, { workerEmulator: Emulator }>({
  workerEmulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const emulator = await createEmulator({ port: 0, seed: 'example' });
      await use(emulator);
      await emulator.close();
    },
    { scope: 'worker' },
  ],
  emulator: async ({ workerEmulator }, use) => {
    await workerEmulator.reset();
    await use(workerEmulator);
  },
});

test('a browser begins signed in', async ({ emulator, context, page }) => {
  const { cookies } = await emulator.login({ email: 'ada@acme.example', organization: 'acme' });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: emulator.origin })));
  await page.goto(`${emulator.origin}/_emulator/console/controls`);
  await expect(page.getByRole('button', { name: 'Revoke the session of ada' })).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toContain('stytch_session=session-token-');
});
