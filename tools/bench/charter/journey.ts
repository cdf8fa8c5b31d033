import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { PHONE, throttle } from '../sign-in/load-page.ts';
import type { SiteServer } from '../site-server.ts';

const WATCH_PAGE = readFileSync(new URL('./watch-page.js', import.meta.url), 'utf8');
const MEASURE_FRAMES = readFileSync(new URL('./measure-frames.js', import.meta.url), 'utf8');

const WANTED = {
  list: { selector: '[data-organization-id]', text: '@' },
  policies: { selector: 'main button', text: 'New policy' },
} as const;

const MINUTE = 60_000;
/** Milliseconds of real time in which responses arrive while a page's clock is paused. */
const RESPONSE_TIME = 200;

/** Times in milliseconds. */
export interface Journey {
  /** From the answer of Google to the list of organizations. */
  readonly callbackToList: number;
  /** From the press on an organization to its policies. */
  readonly pressToPolicies: number;
  readonly warmPaint: number;
  readonly warmPolicies: number;
  readonly emptyPaint: number;
  readonly emptyPolicies: number;
}

/** Signs in on a slow phone, then reloads with what the browser has cached and without it. */
export async function measureJourney(browser: Browser, server: SiteServer): Promise<Journey> {
  return withContext(browser, async (context) => {
    const { page, session } = await openWatched(context);
    await throttle(session, PHONE.cpuSlowdown);
    await signInTo(page, server, 'ada@acme.example', 'acme');
    const callbackToList = await mark(
      page,
      `window.marks.list - performance.getEntriesByType('navigation')[0].fetchStart`,
    );
    await page.locator(row('acme')).click();
    const pressToPolicies = await mark(page, 'window.marks.policies - window.marks.pressed');
    const warm = await reload(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const empty = await reload(page);
    return {
      callbackToList,
      pressToPolicies,
      warmPaint: warm.paint,
      warmPolicies: warm.policies,
      emptyPaint: empty.paint,
      emptyPolicies: empty.policies,
    };
  });
}

async function reload(page: Page): Promise<{ paint: number; policies: number }> {
  await page.reload({ waitUntil: 'commit' });
  const policies = await mark(page, 'window.marks.policies');
  const paint = await mark(page, `performance.getEntriesByName('first-paint')[0]?.startTime`);
  return { paint, policies };
}

/** The longest frames in milliseconds while a list is filtered and scrolled, with a slow processor. */
export interface ListFrames {
  readonly filter: number;
  readonly scroll: number;
}

/** Filters and scrolls a list of `count` organizations. */
export async function measureList(
  browser: Browser,
  server: SiteServer,
  count: number,
): Promise<ListFrames> {
  giveOrganizations(server, count);
  return withContext(browser, async (context) => {
    const { page, session } = await openWatched(context);
    await signInTo(page, server, 'many@acme.example');
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.cpuSlowdown });
    const filter = page.getByRole('searchbox');
    await filter.focus();
    await page.evaluate(MEASURE_FRAMES);
    await filter.pressSequentially(FILTER, { delay: 100 });
    await page.waitForTimeout(300);
    const longestFilter = await mark(page, 'window.longestFrame');
    await filter.fill('');
    await page.waitForTimeout(500);
    await page.evaluate('window.longestFrame = 0');
    for (let step = 0; step < 10; step += 1) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(100);
    }
    return { filter: longestFilter, scroll: await mark(page, 'window.longestFrame') };
  });
}

/** The first word of the names of some generated organizations. */
const FILTER = 'Amber';

/** Makes one person a member of so many organizations, with the names of the seeded ones in turn. */
function giveOrganizations({ emulator }: SiteServer, count: number): void {
  emulator.store.reset();
  const { state } = emulator.store;
  const members = state.members.filter(({ email }) => email === 'many@acme.example');
  for (let index = members.length; index < count; index += 1) {
    const member = members[index % members.length];
    const organization = state.organizations.find(({ id }) => id === member?.organizationId);
    if (member === undefined || organization === undefined)
      throw new Error('The seed has changed.');
    const id = `${organization.id}-${index}`;
    const { name, slug } = organization;
    state.organizations.push({
      ...organization,
      id,
      name: `${name} ${index}`,
      slug: `${slug}-${index}`,
    });
    state.members.push({ ...member, id: `${member.id}-${index}`, organizationId: id });
  }
}

/** Counts the refresh requests that so many tabs of one browser send in one refresh interval. */
export async function countRefreshes(
  browser: Browser,
  server: SiteServer,
  tabs: number,
): Promise<number> {
  server.emulator.store.reset();
  return withContext(browser, async (context) => {
    await context.clock.install();
    const { page } = await openWatched(context);
    await signInTo(page, server, 'ada@acme.example', 'acme');
    await page.locator(row('acme')).click();
    await mark(page, 'window.marks.policies');
    const pages = [page];
    while (pages.length < tabs) {
      const tab = await context.newPage();
      await tab.addInitScript(`((wanted) => {${WATCH_PAGE}})(${JSON.stringify(WANTED)})`);
      await tab.goto(`${server.origin}/policies`);
      await mark(tab, 'window.marks.policies');
      pages.push(tab);
    }
    const isRefresh = ({ path }: { path: string }) => path.endsWith('/sessions/authenticate');
    const count = () => server.emulator.store.state.requests.filter(isRefresh).length;
    const now = Number(await page.evaluate('Date.now()'));
    await page.clock.pauseAt(now + MINUTE);
    const before = count();
    // Each clock advances a little at a time, so that all tabs live at the same time.
    for (let passed = 0; passed < 3 * MINUTE; passed += 10_000) {
      await page.clock.runFor(10_000);
      await page.waitForTimeout(RESPONSE_TIME);
    }
    return count() - before;
  });
}

const row = (slug: string) => `[data-organization-id]:has-text("@${slug}")`;

async function withContext<Result>(
  browser: Browser,
  use: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: PHONE.viewport });
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

async function openWatched(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  await page.addInitScript(`((wanted) => {${WATCH_PAGE}})(${JSON.stringify(WANTED)})`);
  return { page, session: await context.newCDPSession(page) };
}

/** Goes through Google to the list of organizations. */
async function signInTo(page: Page, server: SiteServer, email: string, slug = ''): Promise<void> {
  await page.goto(server.origin);
  await page.getByRole('button', { name: 'Google' }).click();
  await page.getByRole('button', { name: email, exact: true }).click();
  await page.locator(row(slug)).first().waitFor({ timeout: 60_000 });
  await mark(page, 'window.marks.list');
}

/** Waits until an expression in a page has a number, and returns it. The policy of the page forbids `waitForFunction`. */
async function mark(page: Page, expression: string): Promise<number> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    // A navigation ends the evaluation.
    const value: unknown = await page.evaluate(expression).catch(() => null);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    await wait(100);
  }
  throw new Error(`The page has no ${expression}.`);
}
