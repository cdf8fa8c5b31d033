import type { BrowserContext, Page } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { typeSecondFactor } from '../second-factor/support.ts';
import { openList } from '../support/plant.ts';
import {
  ADA,
  BEN,
  button,
  chooseAccount,
  codeField,
  expect,
  expectState,
  googleButton,
  holdRequests,
  LOGIN,
  newestMail,
  organizationRow,
  SIGNED_IN,
  signOut,
  test,
} from '../support/test.ts';
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

test('analytics and error reports name the member, the organization, the steps and the route, and forget them at sign-out [R18.1, R18.2, R18.3, R18.4, R18.5, R18.6]', async ({
  page,
  site,
}) => {
  const hosts = new Set<string>();
  const chunks: string[] = [];
  page.on('request', (request) => {
    hosts.add(new URL(request.url()).origin);
    const chunk = /assets\/([a-z-]+)-.*\.js$/.exec(request.url())?.[1];
    if (chunk !== undefined) chunks.push(chunk);
  });
  const release = await holdRequests(page, /\/assets\/screens-.*\.js$/);
  await openList(page, ADA, `${FIRST_PAGE}?from=mail#top`);
  // Nothing observes before the first screen is rendered.
  expect(chunks).not.toContain('telemetry');
  release();
  await organizationRow(page, 'acme').click();
  await expectState(page, SIGNED_IN);
  await waitForEvent(site.origin, '$groupidentify', {
    $group_set: { slug: 'acme', name: 'Acme' },
  });
  await waitForEvent(site.origin, '$pageview', { $pathname: FIRST_PAGE });
  await waitForEvent(site.origin, 'auth transition', { to: SIGNED_IN, impersonated: false });
  const address = `${site.origin}/authenticate`;
  const report = await reportOf(page, site.origin, `canary error at ${address}?a=b#c for ${ADA}`);
  expect(report.exception.values[0]?.value).toBe(`canary error at ${address} for [e-mail]`);
  expect(report).toMatchObject({ release: 'emulator', tags: { route: FIRST_PAGE } });
  expect(report.breadcrumbs.map(({ message }) => message)).toContain(SIGNED_IN);
  expect(report).not.toHaveProperty('request');
  expect(report).not.toHaveProperty('user');
  await signOut(page);
  await page.goto('/health');
  await waitForEvent(site.origin, '$pageview', { $pathname: '/health' });

  const received = await events(site.origin);
  const identified = received.find(({ event }) => event === '$identify');
  expect(identified?.$set).toMatchObject({ email: ADA, organization_slug: 'acme' });
  const after = received.find(({ properties }) => properties.$pathname === '/health');
  expect(after?.properties.distinct_id).not.toBe(identified?.properties.distinct_id);
  expect(after?.properties.$groups ?? {}).toEqual({});
  for (const { properties } of received) {
    expect(properties.$current_url ?? '').not.toMatch(/[?#]/);
  }
  // It loads after React, from this origin, and stores nothing.
  const services = ['telemetry', 'posthog', 'sentry'].map((chunk) => chunks.indexOf(chunk));
  expect(Math.min(...services)).toBeGreaterThan(chunks.indexOf('sign-in'));
  expect([...hosts]).toEqual([site.origin]);
  const kept = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
  expect(kept.filter((key) => /ph_|posthog|sentry/i.test(key))).toEqual([]);
});

/** Collects every secret in the provider's requests and responses. */
function gatherSecrets(context: BrowserContext): Set<string> {
  const secrets = new Set<string>();
  // The time at which a token expires is no secret.
  const SECRET = /(?:token|jwt|secret|recovery_code|qr_code)(?!_expires_at$)/;
  const gather = (name: string, value: unknown): void => {
    if (typeof value === 'string') {
      if (SECRET.test(name) && value !== '') secrets.add(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        gather(Array.isArray(value) ? name : key, child);
      }
    }
  };
  context.on('request', (request) => {
    for (const [name, value] of new URL(request.url()).searchParams) {
      if (name === 'token' || name === 'pkce_code_challenge') secrets.add(value);
    }
    if (request.url().includes('/sdk/v1/b2b/')) gather('', request.postDataJSON());
  });
  context.on('response', async (response) => {
    if (!response.url().includes('/sdk/v1/b2b/')) return;
    gather('', await response.json().catch(() => null));
  });
  return secrets;
}

test('no telemetry request contains a token, code, cookie or address that a sign-in has used [R18.5]', async ({
  page,
  context,
  emulator,
  site,
}) => {
  const secrets = gatherSecrets(context);
  const collectStored = async () => {
    for (const { value } of await context.cookies()) if (value.length > 3) secrets.add(value);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    for (const verifier of stored.match(/[0-9a-f]{43,}/g) ?? []) secrets.add(verifier);
  };
  const typed: string[] = [];

  // An e-mailed code; the address contains canaries, too.
  await page.goto(`${FIRST_PAGE}?wanted=canary-of-a-query#canary-of-a-hash`);
  await googleButton(page).click();
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  await collectStored();
  await chooseAccount(page, BEN);
  await organizationRow(page, 'birch').click();
  await button(page, 'Send verification code').click();
  await expectState(page, /awaitingCode/);
  typed.push(await newestMail(emulator, BEN, 'otp'));
  await codeField(page).fill(typed[0] ?? '');
  await expectState(page, SIGNED_IN);
  await collectStored();
  await signOut(page);
  await expectState(page, LOGIN);

  await typeSecondFactor(page, typed, secrets);
  await collectStored();

  const words = [...secrets, ...typed].join(' ').slice(0, 4_000);
  await reportOf(page, site.origin, `canary error of tokens ${words}`);
  const token = [...secrets].at(-1);
  await reportOf(page, site.origin, `canary error of an address ${site.origin}/?token=${token}`);
  await waitForEvent(site.origin, '$pageview', { $pathname: FIRST_PAGE });
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
});
