import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { EmulatorClient, Fault } from '#emulator/control/control-client.ts';
import { FAULT_KINDS } from '#emulator/store/state.ts';
import { endpoints } from '#src/stytch/sdk/endpoints.ts';
import {
  chooseAccount,
  expect,
  expectState,
  googleButton,
  organizationRow,
  test,
  throughGoogle,
} from '../support/product-test.ts';
import { totp } from '../support/totp.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@birch.example';
const ADAS_SECRET = 'JBSWY3DPEHPK3PXP';
const BUSY_TIMEOUT = 15_000;
const SIGNED_IN = 'signedIn.authenticated';

type Call = keyof typeof endpoints;

/** The next answer to a call is a 500; whatever comes after is the provider's own. */
async function breakNext(emulator: EmulatorClient, call: Call): Promise<void> {
  await emulator.injectFault(
    endpoints[call].path,
    { kind: 'error', status: 500, message: SAID },
    1,
  );
}

const SAID = 'Something broke at the provider.';

/** The provider's sentence is on the page, nothing is busy, and what could be pressed can be pressed. */
async function explained(page: Page): Promise<void> {
  await expect(page.getByText(SAID).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const codeField = (page: Page) => page.getByPlaceholder('Enter 6-digit code');

test('every kind of fault ends in a sentence, and the next try works [R15.7]', async ({
  page,
  emulator,
}) => {
  await page.clock.install();
  await page.goto('/');
  await throughGoogle(page, ADA);
  const acme = organizationRow(page, 'acme');
  const faults: readonly Fault[] = FAULT_KINDS.flatMap((kind): Fault[] =>
    kind === 'error'
      ? [
          { kind, status: 500 },
          { kind, status: 429, retryAfter: 30 },
          { kind, status: 403 },
        ]
      : [{ kind }],
  );
  for (const fault of faults.filter(({ kind }) => kind !== 'slow')) {
    // Until it is taken away: a browser repeats by itself what was dropped on a connection it reused.
    await emulator.injectFault(endpoints.exchange.path, fault);
    await acme.click();
    if (fault.kind === 'hang') {
      await expectState(page, 'signedOut.exchanging');
      await expect(acme).toBeDisabled();
      await page.clock.runFor(BUSY_TIMEOUT + 1_000);
    }
    const what = JSON.stringify(fault);
    await expect(page.getByRole('alert'), what).toHaveText(/\w/);
    await expectState(page, 'signedOut.selecting.browsing');
    await expect(acme, what).toBeEnabled();
    await expect(page.locator('[aria-busy="true"]'), what).toHaveCount(0);
    await emulator.clearFaults();
  }
  await emulator.injectFault(endpoints.exchange.path, { kind: 'slow', latencyMs: 300 }, 1);
  await acme.click();
  await expectState(page, SIGNED_IN);
});

test('coming back from Google, and choosing', async ({ page, emulator }) => {
  await page.goto('/policies?wanted=yes');
  await breakNext(emulator, 'redeemDiscovery');
  await throughGoogle(page, BEN);
  await explained(page);
  await throughGoogle(page, BEN);
  await breakNext(emulator, 'exchange');
  await organizationRow(page, 'birch').click();
  await explained(page);
  await organizationRow(page, 'birch').click();

  await breakNext(emulator, 'sendCode');
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await explained(page);
  await breakNext(emulator, 'sendLink');
  await page.getByRole('button', { name: 'Send magic link' }).click();
  await explained(page);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expect(page.getByText(/^Verification code sent to/)).toBeVisible();
  const code = (await emulator.inbox(BEN)).find(({ kind }) => kind === 'otp')?.code ?? '';
  await breakNext(emulator, 'verifyCode');
  await codeField(page).fill(code);
  await explained(page);
  await expect(codeField(page)).toHaveValue(code);
  await page.getByRole('button', { name: 'Verify code' }).click();
  await expectState(page, SIGNED_IN);
  await expect(page).toHaveURL(/\/policies\?wanted=yes$/);
});

test('the second factor, and everything after it', async ({ page, emulator }) => {
  await page.clock.install();
  await page.goto('/');
  await throughGoogle(page, ADA);
  await organizationRow(page, 'fjord').click();
  const code = totp(ADAS_SECRET, Date.now());
  await breakNext(emulator, 'verifyFactor');
  await codeField(page).fill(code);
  await explained(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const recovery = page.getByRole('textbox', { name: /recovery code/i });
  await breakNext(emulator, 'recover');
  await recovery.fill('rc-ada-0001');
  await recovery.press('Enter');
  await explained(page);
  await recovery.press('Enter');
  await expectState(page, SIGNED_IN);

  const opener = page.locator('[aria-haspopup="menu"]');
  await breakNext(emulator, 'readMemberships');
  await opener.click();
  await explained(page);
  await expectState(page, SIGNED_IN);
  await page.keyboard.press('Escape');
  await opener.click();
  await breakNext(emulator, 'switchOrganization');
  await page.getByRole('menuitemradio', { name: /Acme/ }).click();
  await explained(page);
  await expectState(page, SIGNED_IN);

  await breakNext(emulator, 'refresh');
  await page.clock.fastForward(3.1 * 60_000);
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(page.getByText('Reconnecting…')).toHaveCount(0);
  await expectState(page, SIGNED_IN);

  await breakNext(emulator, 'revoke');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectState(page, /^signedOut\.default/);
  await expect(googleButton(page)).toBeEnabled();
});

test('a new organization, and a new tab in the middle of it', async ({
  page,
  context,
  emulator,
}) => {
  await page.goto('/');
  await throughGoogle(page, 'cleo@cleo.example');
  await expectState(page, /^signedOut\.selecting/);
  await breakNext(emulator, 'readOrganizations');
  const other = await context.newPage();
  await other.goto('/');
  await explained(other);
  await expect(other.getByRole('button').first()).toBeEnabled();
  await other.close();

  await page.getByRole('button', { name: '+ Enter organization name' }).click();
  const field = page.getByPlaceholder('Enter organization name (will create if new)');
  await field.fill('Kelp Forest');
  await breakNext(emulator, 'create');
  await field.press('Enter');
  await explained(page);
  await expect(field).toHaveValue('Kelp Forest');
  await field.press('Enter');
  await expectState(page, SIGNED_IN);
});

test('enrolling a second factor', async ({ page, emulator }) => {
  await page.goto('/');
  await throughGoogle(page, 'ezra@fjord.example');
  await breakNext(emulator, 'enrol');
  await organizationRow(page, 'fjord').click();
  await explained(page);
  await page.getByRole('button', { name: /try again/i }).click();
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible();
});

test('links that lead in, and Google for one organization', async ({ page, context, emulator }) => {
  const { url } = await emulator.impersonate('dora@acme.example', 'acme');
  await breakNext(emulator, 'redeemImpersonation');
  await page.goto(url);
  await explained(page);
  await expect(googleButton(page)).toBeEnabled();

  await throughGoogle(page, BEN);
  await organizationRow(page, 'dune').click();
  await page.getByRole('button', { name: 'Send magic link' }).click();
  await expect(page.getByText(/^Magic link sent to/)).toBeVisible();
  const [mail] = await emulator.inbox(BEN);
  await breakNext(emulator, 'redeemLink');
  const other = await context.newPage();
  await other.goto(mail?.link ?? '');
  await explained(other);
  await other.close();

  // The list outlives its intermediate session: choosing then opens Google for that organization.
  await page.getByRole('button', { name: '← Choose a different organization' }).click();
  await context.clearCookies();
  await page.reload();
  await breakNext(emulator, 'redeemOAuth');
  await organizationRow(page, 'birch').click();
  await chooseAccount(page, BEN);
  await explained(page);
  await expect(googleButton(page).or(organizationRow(page, 'birch'))).toBeEnabled();
});

test('every call of the provider is broken above', () => {
  const source = readFileSync(new URL(import.meta.url), 'utf8');
  const broken = [...source.matchAll(/breakNext\(emulator, '(\w+)'\)/g)].map(([, call]) => call);
  expect(new Set(broken)).toEqual(new Set(Object.keys(endpoints)));
});
