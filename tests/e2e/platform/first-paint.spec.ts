import type { Page } from '@playwright/test';
import { FIRST_PAGE } from '#src/pages/pages.ts';
import { ADA, type App, LOGIN } from '../support/app.ts';
import { expect, test } from '../support/test.ts';

/** Locates the visible logo: the one of the document, or later the one of the overlay. */
const logo = (page: Page) => page.locator(':is(.first-paint, main) > svg:visible');

/** Locates what the document shows until React has rendered. */
const firstPaint = (page: Page) => page.locator('.first-paint');

/** Locates the frame of the member pages in the document. */
const memberFrame = (page: Page) => page.locator('.member-frame header');

const loading = (page: Page) => page.getByText('Loading...').locator('visible=true');

/** Runs in the page: collects its layout shifts. */
function watchShifts(): void {
  const shifts: number[] = [];
  Reflect.set(window, 'shifts', shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
  }).observe({ type: 'layout-shift', buffered: true });
}

const expectNoShift = async (page: Page) =>
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);

/** Expects that a page looks as it did. */
const expectPicture = (page: Page, before: Buffer) =>
  expect.poll(async () => (await page.screenshot()).equals(before)).toBe(true);

/** Delays every module of the build until the returned function is called. */
const holdModules = (app: App) => app.holdRequests(/\/assets\/(?!start-).*\.js$/);

/** Waits until React has taken over what the document has shown. */
async function expectHydrated(app: App): Promise<void> {
  await app.expectState(LOGIN);
  await expect(app.page.locator('html')).toHaveAttribute('data-first-paint', 'app');
}

test('the document shows the sign-in card before the product runs, in the colours of the system, and React keeps it as it is [R1.2, R1.9]', {
  // In Firefox, Playwright adds a style to the page for a screenshot, which the policy refuses.
  tag: '@chromium',
}, async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const release = await holdModules(app);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(app.googleButton).toBeVisible();
  await expect(firstPaint(page)).toBeHidden();
  await expect(memberFrame(page)).toBeHidden();
  const isDark = () =>
    page.locator('html').evaluate((html) => {
      const [red] = /\d+/.exec(getComputedStyle(html).backgroundColor) ?? [];
      return Number(red) < 128;
    });
  expect(await isDark()).toBe(true);
  const card = await page.getByRole('main').evaluateHandle((element) => element);
  const before = await page.screenshot();
  const late: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/(?:screens|pages)-/.test(request.url())) late.push(request.url());
  });
  release();
  await expectHydrated(app);
  expect(await page.getByRole('main').evaluate((element, old) => element === old, card)).toBe(true);
  await expectPicture(page, before);
  expect(late).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await isDark()).toBe(false);
});

test('the first paint waits for nothing but the document, and the product arrives when the browser is idle [R1.9]', async ({
  page,
  app,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/([\w-]+)-.{8}\.(?:css|js)$/.exec(request.url())?.[1];
    if (name !== undefined) requested.push(name);
  });
  const release = await app.holdRequests(/\/assets\//);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(app.googleButton).toBeVisible();
  // Together: what the entry imports is not requested only after it.
  await expect
    .poll(() => requested.toSorted())
    .toEqual(expect.arrayContaining(['app', 'sdk', 'sign-in']));
  expect(requested).not.toContain('pages');
  release();
  await app.expectState(LOGIN);
});

test('the card names the organization of the last session before the product runs, and nothing moves [R1.9, R4.7]', {
  // It takes a screenshot, too.
  tag: '@chromium',
}, async ({ page, app }) => {
  await page.goto('/terms.html');
  const name = String.raw`Acme "\a" & <b>Söhne</b>`;
  await page.evaluate(
    (stored) => localStorage.setItem('last_organization', stored),
    `organization-test-1 acme ${name}`,
  );
  await page.addInitScript(watchShifts);
  const release = await holdModules(app);
  await page.goto('/', { waitUntil: 'commit' });
  const way = page.getByRole('button', { name: `Continue to ${name}`, exact: true });
  await expect(way).toBeVisible();
  const before = await page.screenshot();
  release();
  await expectHydrated(app);
  await expect(way).toBeVisible();
  await expectPicture(page, before);
  await expectNoShift(page);
});

test('the document shows the frame of the member pages to a signed-in member, neither to a public page, and the logo for a callback, for which it requests the code of the list [R1.3, R1.9]', async ({
  page,
  app,
}) => {
  await app.signIn(ADA, 'acme');
  const release = await holdModules(app);
  await page.goto(FIRST_PAGE, { waitUntil: 'commit' });
  await expect(memberFrame(page)).toBeVisible();
  await expect(app.googleButton).toBeHidden();
  await expect(firstPaint(page)).toBeHidden();
  const header = () => page.locator('header:visible').first().boundingBox();
  const before = await header();
  release();
  await expect(app.firstPageHeading).toBeVisible();
  await expect(memberFrame(page)).toBeHidden();
  await expect.poll(header).toEqual(before);
  await holdModules(app);
  const requested = page.waitForRequest(/\/assets\/screens-/);
  for (const path of ['/health', '/discovery?token=x&stytch_token_type=discovery_oauth']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(logo(page)).toBeVisible();
    await expect(loading(page)).toBeVisible();
    await expect(memberFrame(page)).toBeHidden();
    await expect(app.googleButton).toBeHidden();
  }
  await requested;
});

test('the window is never empty between the list and a member page, nor shows the login while one is reloaded [R1.21, R11.14]', async ({
  page,
  app,
}) => {
  await page.addInitScript(() => {
    const wrong: string[] = [];
    Reflect.set(window, 'wrong', wrong);
    new MutationObserver(() => {
      const { firstPaint, authState = '' } = document.documentElement.dataset;
      if (firstPaint !== 'app') return;
      const main = document.querySelector('#root main');
      if (main === null) wrong.push(`empty in ${authState}`);
      if (main?.textContent?.includes('Login or Sign up with')) wrong.push(`login in ${authState}`);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const expectNeverWrong = async () => {
    await expect(app.firstPageHeading).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'wrong'))).toEqual([]);
  };
  await app.openList(ADA);
  await app.organizationRow('acme').click();
  await expectNeverWrong();
  await page.reload();
  await expectNeverWrong();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message says that the product needs JavaScript [R1.9]', {
    // Playwright cannot switch it off in Firefox.
    tag: '@chromium',
  }, async ({ page }) => {
    await page.goto('/');
    const sentence = page.locator('noscript');
    await expect(sentence).toBeVisible();
    expect(await sentence.textContent()).toContain('needs JavaScript to sign you in.');
    await expect(loading(page)).toHaveCount(0);
    await expect(logo(page)).toBeVisible();
  });
});

test.describe('without its first script', () => {
  test.use({ expectedConsoleErrors: { patterns: [/Failed to load resource/] } });

  test('the document shows a heading and a reload that uses the callback [R1.6, R1.8]', async ({
    page,
  }) => {
    const script = /\/assets\/app-.*\.js$/;
    await page.route(script, (route) => route.abort('internetdisconnected'));
    await page.goto('/discovery?error=access_denied');
    await expect(page.getByRole('heading', { name: 'Oops!' })).toBeVisible();
    await expect(loading(page)).toHaveCount(0);
    await page.unroute(script);
    await page.getByRole('link', { name: 'Reload' }).click();
    await expect(page.getByText('Sign-in was cancelled.')).toBeVisible();
  });
});
