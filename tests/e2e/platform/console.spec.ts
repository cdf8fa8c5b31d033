import { test as base, expect, type Page } from '@playwright/test';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { deliverMagicLink, deliverOtp } from '#emulator/store/mail.ts';
import { expectNoViolations } from '../support/axe.ts';

const BEN = 'ben@birch.example';

/** Each test has its own emulator with a link in its inbox. */
const test = base.extend<{ emulator: Emulator }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  emulator: async ({}, use) => {
    const emulator = await createEmulator();
    deliverMagicLink(emulator.store, BEN, {
      subject: 'sign-in link',
      organization: null,
      redirect: new URL(`${emulator.origin}/discovery`),
      codeChallenge: null,
      minutes: 60,
    });
    await use(emulator);
    await emulator.close();
  },
  baseURL: ({ emulator }, use) => use(emulator.origin),
  permissions: ['clipboard-read', 'clipboard-write'],
});

const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const CHOOSER = `/v1/b2b/public/oauth/google/discovery/start?${new URLSearchParams({
  public_token: EMULATOR_PUBLIC_TOKEN,
  pkce_code_challenge: 'a'.repeat(43),
  discovery_redirect_url: 'http://localhost:5173/discovery',
})}`;

test('axe and the content security policy report no violation on any page of the emulator', async ({
  page,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  for (const path of ['', '/console/controls']) {
    await page.goto(`/_emulator${path}`);
    await expectNoViolations(page, path);
  }
  await page.goto(CHOOSER);
  await expectNoViolations(page, 'the account chooser');
  expect(violations).toEqual([]);
});

test('the inbox updates itself, copies a code and is cleared [R20.6]', async ({
  page,
  emulator,
}) => {
  await page.goto('/_emulator');
  const mails = page.getByRole('region', { name: 'Inbox' }).getByRole('listitem');
  await expect(mails).toHaveCount(1);
  deliverOtp(emulator.store, BEN, null, 10);
  const secret = emulator.store.state.mail.at(-1)?.secret ?? '';
  await expect(mails.first()).toContainText(secret);
  await mails.first().getByRole('button', { name: 'Copy code' }).click();
  await expect.poll(() => clipboardText(page)).toBe(secret);
  await page.getByRole('button', { name: 'Clear inbox' }).click();
  await expect(page.getByText('No mail yet.')).toBeVisible();
});

test('the controls add a fault, move the clock, and end a session', async ({ page, emulator }) => {
  const { store } = emulator;
  await emulator.login({ email: 'ada@acme.example', organization: 'acme' });
  await page.goto('/_emulator/console/controls');
  await page.getByRole('button', { name: 'The network is down' }).click();
  await expect(page.getByText('until removed', { exact: true })).toBeVisible();
  expect(store.state.faults.map(({ fault }) => fault.kind)).toEqual(['drop']);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByText('No active faults.')).toBeVisible();

  await page.getByRole('button', { name: '+10 min' }).click();
  await expect(page.getByRole('status')).toHaveText('Clock moved.');
  expect(store.state.clock.offsetMs).toBe(600_000);

  await page.getByRole('button', { name: 'Copy a link to impersonate' }).click();
  await expect.poll(() => clipboardText(page)).toContain('multi_tenant_impersonation');
  await page.getByRole('button', { name: 'Revoke the session of ada' }).click();
  await expect(page.getByText('Nobody is signed in.')).toBeVisible();
});

test('the console links to the logs, one field a line [R20.6]', async ({ page, request }) => {
  await request.post('/_emulator/telemetry/posthog/e/', { data: 'sent' });
  await page.goto('/_emulator');
  await page.getByRole('link', { name: 'Telemetry' }).click();
  await expect(page.getByText(/^ +"body": "sent"$/m)).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Requests' }).click();
  await expect(page.getByText('[]')).toBeVisible();
});

test('the account chooser accepts another account by keyboard', async ({ page, emulator }) => {
  await page.goto(CHOOSER);
  await page.getByText('Use another account').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail').fill('nina@new.example');
  // No product serves this address: the browser's own page about that follows.
  const callback = page.waitForRequest(/\/discovery\?stytch_token_type=discovery_oauth&token=/);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await callback;
  expect(emulator.store.state.googleAccounts.at(-1)?.email).toBe('nina@new.example');
});
