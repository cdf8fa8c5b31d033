import { test as base, expect } from '@playwright/test';
import { EMULATOR_PUBLIC_TOKEN } from '#emulator/emulated-project.ts';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { deliverMagicLink, deliverOtp } from '#emulator/store/mail.ts';
import { createSession } from '#emulator/store/sessions.ts';
import { expectNoViolations } from '../support/axe.ts';

const BEN = 'ben@birch.example';

/** Each test has its own emulator with a session, a code and a link. */
const test = base.extend<{ emulator: Emulator }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  emulator: async ({}, use) => {
    const emulator = await createEmulator();
    const { store } = emulator;
    const [ada] = store.state.members;
    if (ada !== undefined) createSession(store, ada, [], 60);
    deliverOtp(store, BEN, { minutes: 10, organizationId: null });
    deliverMagicLink(store, BEN, {
      redirect: new URL(`${emulator.origin}/discovery`),
      minutes: 60,
      codeChallenge: null,
      organizationId: null,
    });
    await use(emulator);
    await emulator.close();
  },
  baseURL: ({ emulator }, use) => use(emulator.origin),
  permissions: ['clipboard-read', 'clipboard-write'],
});

const CHOOSER = `/v1/b2b/public/oauth/google/discovery/start?${new URLSearchParams({
  public_token: EMULATOR_PUBLIC_TOKEN,
  pkce_code_challenge: 'a'.repeat(43),
  discovery_redirect_url: 'http://localhost:5173/discovery',
})}`;

const PAGES = [
  ['inbox', '/_emulator'],
  ['people', '/_emulator/console/people'],
  ['requests', '/_emulator/console/requests'],
  ['telemetry', '/_emulator/console/telemetry'],
  ['faults', '/_emulator/console/faults'],
  ['settings', '/_emulator/console/settings'],
  ['account chooser', CHOOSER],
] as const;

for (const [name, path] of PAGES) {
  test(`axe and the content security policy report no violation: ${name}`, async ({ page }) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await page.goto(path);
    await expectNoViolations(page, name);
    expect(violations).toEqual([]);
  });
}

test('collected telemetry appears by itself, is copied as it was sent, and is cleared [R20.6]', async ({
  page,
  request,
}) => {
  await page.goto('/_emulator/console/telemetry');
  await expect(page.getByText('No telemetry yet.')).toBeVisible();
  const step = {
    event: 'back',
    from: 'signedOut.selecting.browsing',
    to: 'signedOut.default.idle',
  };
  const report = JSON.stringify({ event: 'auth transition', properties: step, note: '<b>"&' });
  await request.post('/_emulator/telemetry/posthog/e/', { data: report });
  // A reader finds the step that they took.
  await expect(
    page.getByText('back: signedOut.selecting.browsing → signedOut.default.idle'),
  ).toBeVisible();
  await page.getByText('Analytics').click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(report);
  await request.post('/_emulator/telemetry/1/envelope/', { data: '{}' });
  await expect(page.getByRole('listitem').first()).toContainText('Error report');
  await expect(page.getByRole('listitem').first()).toContainText('POST /1/envelope/');
  const exception = { values: [{ type: 'Error', value: 'It broke.' }] };
  const envelope = ['{}', '{"type":"event"}', JSON.stringify({ exception })].join('\n');
  await request.post('/_emulator/telemetry/1/envelope/', { data: envelope });
  await expect(page.getByRole('listitem').first()).toContainText('It broke.');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('No telemetry yet.')).toBeVisible();
});

test('the console shows what happened before it was connected [R20.6]', async ({
  page,
  request,
}) => {
  const requested = page.waitForRequest('/_emulator/events');
  let connect = () => Promise.resolve();
  await page.route('/_emulator/events', (route) => {
    connect = () => route.continue();
  });
  await page.goto('/_emulator/console/telemetry');
  await expect(page.getByText('No telemetry yet.')).toBeVisible();
  await request.post('/_emulator/telemetry/posthog/e/', { data: '{"event":"early"}' });
  await requested;
  await connect();
  await expect(page.getByRole('listitem').filter({ hasText: 'Analytics' })).toBeVisible();
});

test('the inbox updates itself, copies a code, simulates a mail scanner and is cleared [R20.6]', async ({
  page,
  emulator,
}) => {
  await page.goto('/_emulator');
  const mails = page.getByRole('main').getByRole('listitem');
  await expect(mails).toHaveCount(2);
  const { secret } = deliverOtp(emulator.store, 'new@person.example', {
    minutes: 10,
    organizationId: null,
  });
  await expect(mails).toHaveCount(3);
  await expect(mails.first()).toContainText(secret);
  await mails.first().getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  const link = mails.filter({ hasText: 'sign-in link' });
  await expect(link.getByText('Unused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Simulate a mail scanner' }).click();
  await expect(link.getByText('Used', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear inbox' }).click();
  await expect(page.getByText('No mail yet.')).toBeVisible();
});

test('adds faults by a preset and by the form, and removes them', async ({ page, emulator }) => {
  await page.goto('/_emulator/console/faults');
  await page.getByRole('button', { name: 'The network is down' }).click();
  await expect(page.getByText('until removed', { exact: true })).toBeVisible();
  await page.getByLabel('How often').fill('2');
  await page.getByLabel('Kind').selectOption('html');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await expect(page.getByText('2 more')).toBeVisible();
  expect(emulator.store.state.faults.map(({ fault }) => fault.kind)).toEqual(['drop', 'html']);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByText('No active faults.')).toBeVisible();
});

test('validates settings, moves the clock, and rejects an invalid import', async ({
  page,
  emulator,
}) => {
  await page.goto('/_emulator/console/settings');
  await page.getByLabel('Slug pattern').fill('[a-z');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toHaveText('slug_pattern: must be a regular expression');
  await page.getByLabel('Slug pattern').fill('[a-z-]+');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toHaveText('Saved.');
  expect(emulator.store.state.project.slug_pattern).toBe('[a-z-]+');

  await page.getByRole('button', { name: 'Freeze' }).click();
  await expect(page.getByText('frozen', { exact: true })).toBeVisible();
  const before = emulator.store.clock.now();
  await page.getByRole('button', { name: '+10 min' }).click();
  await expect(page.getByRole('status')).toHaveText('Clock moved.');
  expect(emulator.store.clock.now()).toBe(before + 600_000);

  const file = (text: string) => ({
    name: 'state.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  const importer = page.getByLabel('Import a JSON export');
  await importer.setInputFiles(file('{"version":2}'));
  await expect(page.getByRole('status')).toContainText('This is not a state of the emulator.');
  await importer.setInputFiles(file('{'));
  await expect(page.getByRole('status')).toHaveText('This file is not JSON. Nothing was changed.');
  expect(emulator.store.state.mail).toHaveLength(2);
});

test('revokes a session and creates an impersonation link', async ({ page, emulator }) => {
  await page.goto('/_emulator/console/people');
  await page.getByRole('button', { name: 'Revoke the session of ada@acme.example' }).click();
  await expect(page.getByText('ended', { exact: true })).toBeVisible();
  expect(emulator.store.state.sessions[0]?.revokedAt).not.toBeNull();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('link', { name: /multi_tenant_impersonation/ })).toBeVisible();
});

test('the account chooser accepts another account by keyboard', async ({ page, emulator }) => {
  await page.goto(CHOOSER);
  await page.getByText('Use another account').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail').fill('nina@new.example');
  await page.getByLabel('Google can confirm this address').uncheck();
  // No product serves this address: the browser's own page about that follows.
  const callback = page.waitForRequest(/\/discovery\?stytch_token_type=discovery_oauth&token=/);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await callback;
  expect(emulator.store.state.googleAccounts.at(-1)).toMatchObject({
    email: 'nina@new.example',
    emailVerified: false,
  });
});
