import type { Page } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { openChart } from '../chart/chart-page.ts';
import { typeSecondFactor } from '../second-factor/support.ts';
import { BEN, LOGIN, SIGNED_IN, waitForMail } from '../support/app.ts';
import { expect, test } from '../support/test.ts';
import {
  type AnalyticsEvent,
  analyticsEvents,
  collectedRequests,
  type ErrorReport,
  errorReports,
} from './telemetry.ts';

test.use({
  telemetry: true,
  expectedConsoleErrors: { patterns: [/canary error/, /Failed to load resource/] },
});

/** Requests of the previous test's page may arrive after the reset, so older events are ignored. */
let started = 0;
test.beforeEach(() => {
  started = Date.now();
});

async function events(origin: string): Promise<AnalyticsEvent[]> {
  const all = await analyticsEvents(origin);
  return all.filter(({ timestamp }) => new Date(timestamp).getTime() >= started);
}

/** Waits until the collector has received an event with these properties. */
async function waitForEvent(
  origin: string,
  event: string,
  properties: Record<string, unknown> = {},
): Promise<void> {
  await expect
    .poll(() => events(origin))
    .toContainEqual(
      expect.objectContaining({ event, properties: expect.objectContaining(properties) }),
    );
}

/** Throws an uncaught error in the page, and returns the report of it. */
async function reportOf(page: Page, origin: string, message: string): Promise<ErrorReport> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
  // Enough to tell the errors apart, and before what is replaced.
  const start = message.slice(0, 18);
  const find = async () =>
    (await errorReports(origin)).find(({ exception }) =>
      exception.values[0]?.value.startsWith(start),
    );
  await expect.poll(find).toBeDefined();
  const found = await find();
  if (found === undefined) throw new Error('The report is gone.');
  return found;
}

test('no telemetry request contains a token, code, cookie or address that a sign-in has used, and a report becomes steps in the chart [R18.5, R18.8]', async ({
  page,
  app,
  context,
  emulator,
  site,
}) => {
  const secrets = new Set<string>();
  const hosts = new Set<string>();
  const chunks: string[] = [];
  page.on('request', (request) => {
    const { origin, searchParams } = new URL(request.url());
    hosts.add(origin);
    const inAddress = [searchParams.get('token'), searchParams.get('pkce_code_challenge')];
    for (const secret of inAddress) if (secret) secrets.add(secret);
    chunks.push(/assets\/([a-z-]+)-.*\.js$/.exec(request.url())?.[1] ?? '');
  });
  const collectStored = async () => {
    for (const { value } of await context.cookies()) if (value.length > 3) secrets.add(value);
    const stored = await app.storedText();
    for (const verifier of stored.match(/[0-9a-f]{43,}/g) ?? []) secrets.add(verifier);
  };
  const typed: string[] = [];

  // An e-mailed code; the address contains canaries, too.
  await page.goto(`${FIRST_PAGE}?wanted=canary-of-a-query#canary-of-a-hash`);
  await app.googleButton.click();
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  await collectStored();
  await app.chooseAccount(BEN);
  await app.organizationRow('birch').click();
  await app.button('Send verification code').click();
  await app.expectState(/awaitingCode/);
  await collectStored();
  typed.push(await waitForMail(emulator, BEN, 'otp'));
  await app.codeField.fill(typed[0] ?? '');
  await app.expectState(SIGNED_IN);
  await collectStored();
  await app.signOut();
  await app.expectState(LOGIN);

  await typeSecondFactor(app, typed, secrets);
  await collectStored();

  const words = [...secrets, ...typed].join(' ').slice(0, 4_000);
  const report = await reportOf(page, site.origin, `canary error of tokens ${words}`);
  const token = [...secrets].at(-1);
  await reportOf(page, site.origin, `canary error of an address ${site.origin}/?token=${token}`);
  await waitForEvent(site.origin, '$pageview', { $pathname: FIRST_PAGE });
  await waitForEvent(site.origin, '$identify');
  await waitForEvent(site.origin, 'auth transition', { to: SIGNED_IN });
  const requests = await collectedRequests(site.origin);
  const everything = requests
    .map((request) => JSON.stringify({ ...request, body: decodeURIComponent(request.body) }))
    .join('\n');
  expect(secrets.size).toBeGreaterThan(8);
  const canaries = [...secrets, 'canary-of-a'];
  expect(canaries.filter((canary) => everything.includes(canary))).toEqual([]);
  const isSent = (digits: string) =>
    new RegExp(`(?<![\\da-f])${digits}(?![\\da-f])`).test(everything);
  expect(typed.filter(isSent)).toEqual([]);
  for (const { headers } of requests) {
    const names = Object.keys(headers);
    expect(names.filter((name) => /^(?:cookie|referer|authorization)$/.test(name))).toEqual([]);
  }
  // The services load after React, from this origin, and store nothing.
  const services = ['telemetry', 'posthog', 'sentry'].map((chunk) => chunks.indexOf(chunk));
  expect(Math.min(...services)).toBeGreaterThan(chunks.indexOf('sign-in'));
  expect([...hosts]).toEqual([site.origin]);
  const kept = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
  expect(kept.filter((key) => /ph_|posthog|sentry/i.test(key))).toEqual([]);

  await openChart(page, '#mode=simulate');
  await page.getByText('Paste a report').click();
  await page.getByLabel(/^Error report/).fill(JSON.stringify(report));
  await page.getByRole('button', { name: 'Simulate its steps' }).click();
  await expect(page.getByTestId('simulated-state')).toContainText('signedIn.session.authenticated');
});
