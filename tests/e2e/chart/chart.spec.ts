import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { expectNoViolations } from '../support/axe.ts';
import { expect, holdRequests, test } from '../support/test.ts';
import {
  drawing,
  expectChartToMove,
  frame,
  openChart,
  stateOf,
  transformOf,
} from './chart-page.ts';

/** Returns the texts that overflow the card of their state. */
function overflowingTexts(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-drawing] g[data-state]')].flatMap((group) => {
      const card = group.querySelector('rect')?.getBoundingClientRect();
      if (!card) return ['no card'];
      return [...group.querySelectorAll('text')]
        .filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < card.left || box.right > card.right || box.bottom > card.bottom;
        })
        .map((text) => text.textContent);
    }),
  );
}

/** What the machine says about a state. */
function descriptionOf(state: string): string {
  const { description } = authMachine.getStateNodeById(`auth.${state}`);
  if (description === undefined) throw new Error(`"${state}" has no description.`);
  return description;
}

test('draws the whole machine without a session, and every text fits into its state [R2.4]', async ({
  page,
}) => {
  await openChart(page);
  await page.getByRole('button', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(stateOf(page, 'signedOut.stepUp.otp.awaitingCode')).toBeInViewport();
  expect(await overflowingTexts(page)).toEqual([]);
  await page.goto('/chart#state=signedOut.exchanging');
  const card = stateOf(page, 'signedOut.exchanging');
  await expect(card.getByText('[isMfaRequired]')).toBeInViewport();
  expect(await overflowingTexts(page)).toEqual([]);
});

test('pans, zooms and fits by keyboard, wheel, pointer, buttons and overview', async ({ page }) => {
  await openChart(page);
  await frame(page).focus();
  await expectChartToMove(page, () => page.keyboard.press('+'));
  await expectChartToMove(page, () => page.keyboard.press('ArrowRight'));
  await expectChartToMove(page, () => page.keyboard.press('0'));
  await page.getByRole('button', { name: 'Overview' }).click();
  await expectChartToMove(page, () => page.getByRole('button', { name: 'Zoom in' }).click());
  await expectChartToMove(page, () => page.getByRole('img', { name: 'Minimap' }).click());
  const box = await frame(page).boundingBox();
  if (box === null) throw new Error('The chart has no frame.');
  await expectChartToMove(page, async () => {
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.wheel(0, 90);
  });
  await expectChartToMove(page, async () => {
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 60, { steps: 4 });
    await page.mouse.up();
  });
  await expectChartToMove(page, () =>
    page.getByRole('button', { name: 'Show everything' }).click(),
  );
});

test('the drawing is fitted to a window of another size, unless a person has moved it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openChart(page);
  const signingOut = stateOf(page, 'signingOut');
  await expect(signingOut).not.toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(signingOut).toBeInViewport();
  await expect(stateOf(page, 'restoring')).toBeInViewport();
  const size = await stateOf(page, 'restoring').boundingBox();
  expect(size?.height).toBeGreaterThan(18);
  const scaleOf = async () => (await transformOf(page))?.split(' ')[0];
  const fitted = await scaleOf();
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect.poll(scaleOf).not.toBe(fitted);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const zoomed = await scaleOf();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(async () => (await frame(page).boundingBox())?.width).toBeGreaterThan(900);
  expect(await scaleOf()).toBe(zoomed);
});

test('shows a dozen states at first, only names in the overview, and guards and actions after zooming in', async ({
  page,
}) => {
  await openChart(page);
  await expect(drawing(page)).toHaveAttribute('data-level', 'map');
  // The chart follows the active state once it knows it.
  await expect(page.getByTestId('live-state')).toContainText('signedOut.default.idle');
  await expect(stateOf(page, 'signedOut.selecting')).toBeVisible();
  await expect(stateOf(page, 'signedOut.selecting.browsing')).toHaveCount(0);
  // Who reads only the map sees what is verified.
  const purpose = stateOf(page, 'signedOut.stepUp').getByText('e-mail code or link');
  await expect(purpose).toBeVisible();
  expect(await overflowingTexts(page)).toEqual([]);
  const redeeming = stateOf(page, 'signedOut.redeeming');
  await expect(redeeming.getByText('redeeming', { exact: true })).toBeVisible();
  await expect(redeeming.getByText('[isAnotherPerson]')).toHaveCount(0);
  const box = await redeeming.boundingBox();
  if (box === null) throw new Error('The state has no bounding box.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  const zoom = async (by: number, level: string) => {
    await expect(async () => {
      await page.mouse.wheel(0, by);
      await expect(drawing(page)).toHaveAttribute('data-level', level, { timeout: 100 });
    }).toPass();
  };
  await zoom(-60, 'overview');
  await expect(purpose).toHaveCount(0);
  await zoom(-60, 'details');
  // Zooming keeps the point under the pointer.
  await expect(redeeming.getByText('[isAnotherPerson]')).toBeInViewport();
  await zoom(60, 'overview');
  await page.keyboard.up('Control');
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(drawing(page)).toHaveAttribute('data-level', 'details');
  const showEverything = page.getByRole('button', { name: 'Show everything' });
  await showEverything.click();
  await expect(drawing(page)).toHaveAttribute('data-level', 'overview');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expectChartToMove(page, () => page.getByRole('button', { name: 'Zoom in' }).click());
  await expectChartToMove(page, () => showEverything.click());
  await expect(drawing(page)).toHaveAttribute('data-level', 'map');
});

test('a click describes a state without moving the chart, a double click zooms to it', async ({
  page,
}) => {
  await openChart(page);
  const before = await transformOf(page);
  const state = (id: string) => stateOf(page, id);
  await state('signedOut.redeeming').click();
  await expect(page.getByTestId('state-panel')).toContainText(descriptionOf('signedOut.redeeming'));
  expect(await transformOf(page)).toBe(before);
  // States without a transition to or from the selected state are dimmed.
  await expect(state('signedOut.selecting')).not.toHaveClass(/dimmed/);
  await expect(state('signingOut')).toHaveClass(/dimmed/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(state('signingOut')).not.toHaveClass(/dimmed/);
  await state('signedOut.redeeming').dblclick();
  await expect(drawing(page)).toHaveAttribute('data-level', 'details');
  await expect(state('signedOut.redeeming').getByText('invoke redeem')).toBeInViewport();
});

test('follows the active state until the chart is panned, and remembers the setting', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openChart(page, '#mode=simulate&state=signedIn.authenticated');
  // While a state is selected, the chart does not move to the active one.
  const redeeming = stateOf(page, 'signedOut.redeeming');
  await expect(stateOf(page, 'signedIn.authenticated')).toBeInViewport();
  await expect(redeeming).not.toBeInViewport();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(redeeming).toBeInViewport();
  const follow = page.getByRole('button', { name: 'Follow' });
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  const browsing = stateOf(page, 'signedOut.selecting.browsing');
  await expect(browsing).not.toBeInViewport();
  await page.getByRole('button', { name: /^result of redeem · listed →/ }).click();
  await expect(browsing).toBeInViewport();
  await frame(page).focus();
  await expectChartToMove(page, () => page.keyboard.press('ArrowRight'));
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  const before = await transformOf(page);
  await page.getByRole('button', { name: 'Step back' }).click();
  await expect(page.getByTestId('simulated-state')).toContainText('signedOut.redeeming');
  expect(await transformOf(page)).toBe(before);
  await page.reload();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
});

test('a reload keeps the level and the part of the drawing that is shown', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openChart(page);
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await frame(page).focus();
  await expectChartToMove(page, () => page.keyboard.press('ArrowRight'));
  const before = await transformOf(page);
  await page.reload();
  await expect(drawing(page)).toHaveAttribute('data-level', 'details');
  expect(await transformOf(page)).toBe(before);
  await openChart(page);
  await page.goto('/terms.html');
  await openChart(page);
  await expect(drawing(page)).toHaveAttribute('data-level', 'map');
});

/** Opens the chart without the product's sign-in. Returns a function that lets that load. */
async function openChartAlone(page: Page): Promise<() => void> {
  const release = await holdRequests(page, /\/assets\/sdk-.*\.js$/);
  await page.goto('/chart', { waitUntil: 'commit' });
  await expect(drawing(page)).toBeVisible();
  return release;
}

test('draws before the sign-in has loaded, and keeps pan, zoom and focus when it has', async ({
  page,
}) => {
  const loadSignIn = await openChartAlone(page);
  await expect(page.getByTestId('live-state')).toHaveCount(0);
  await page.getByRole('button', { name: 'Follow' }).click();
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  await expectChartToMove(page, () => zoomIn.click());
  const before = await transformOf(page);
  loadSignIn();
  await expect(page.getByTestId('live-state')).toContainText('signedOut.default.idle');
  await expect(page.locator('#root [data-drawing]')).toHaveCount(1);
  expect(await transformOf(page)).toBe(before);
  await expect(zoomIn).toBeFocused();
});

test('a state keeps the focus when the sign-in has loaded', async ({ page }) => {
  const loadSignIn = await openChartAlone(page);
  await frame(page).focus();
  await page.keyboard.press('Tab');
  const state = page.locator('g[role="option"][tabindex="0"]');
  await expect(state).toBeFocused();
  loadSignIn();
  await expect(page.locator('#root [data-drawing]')).toHaveCount(1);
  await expect(state).toBeFocused();
});

test('a press that begins before the sign-in has loaded is a click', async ({ page }) => {
  const loadSignIn = await openChartAlone(page);
  await page.getByRole('button', { name: 'Simulate' }).hover();
  await page.mouse.down();
  loadSignIn();
  // The route waits for the end of the press before it adopts the chart.
  await expect(page.locator('#root > div:empty')).toHaveCount(1);
  await page.mouse.up();
  await expect(page).toHaveURL(/mode=simulate/);
  await expect(page.locator('#root [data-drawing]')).toHaveCount(1);
});

test('a question lists every transition that it is about, with what must hold, and marks them on the chart', async ({
  page,
}) => {
  await openChart(page);
  const search = page.getByRole('combobox', { name: 'Search the machine' });
  const ask = async (question: string) => {
    await search.fill(question);
    await expect(page.getByRole('option', { name: `Transitions ${question}` })).toBeVisible();
    await search.press('Enter');
  };
  const panel = page.getByTestId('question-panel');
  await ask('what must hold for a creation');
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(panel.getByRole('heading', { name: 'They lead there (3)' })).toBeVisible();
  await expect(panel.getByRole('listitem').first()).toHaveText('signedOut.redeeming');
  await expect(panel).toContainText('if not typedIsListedAndOpen, typedIsListed, typedIsUnusable');
  await expect(panel).toContainText(
    'A name was typed, and an intermediate session can create its organization.',
  );
  await ask('which states lose a session to another tab');
  await expect(panel).toContainText(/signedIn session\.gone.*also in the 5 states inside/);
  await ask('wrong code');
  await expect(panel).toContainText('Shows why a typed code was rejected.');
  await expect(stateOf(page, 'signedOut.secondFactor')).not.toHaveClass(/dimmed/);
  await expect(stateOf(page, 'signingOut')).toHaveClass(/dimmed/);
  await search.fill('session.gone');
  await expect(page.getByRole('option', { name: /^Event session\.gone/ })).toContainText(
    'The session is lost',
  );
  await search.press('Enter');
  const usage = page.getByTestId('usage-panel');
  await expect(usage).toContainText('The session is lost');
  await expect(usage.getByRole('heading', { level: 3 })).toHaveText(
    'Transitions (5, from 3 states)',
  );
  // Its sources and its edges, on the map and in the overview.
  await expect(stateOf(page, 'signedIn')).toHaveClass(/selected/);
  await expect(stateOf(page, 'signedOut.secondFactor')).toHaveClass(/selected/);
  await expect(stateOf(page, 'signedOut.redeeming')).toHaveClass(/dimmed/);
  await page.getByRole('button', { name: 'Overview' }).click();
  await expect(stateOf(page, 'signedOut.secondFactor.savingCodes')).toHaveClass(/selected/);
  await expect(drawing(page).locator('path[class*="neighbour"]')).toHaveCount(5);
});

test('Back returns to what was shown before, once for each choice, and then leaves the chart', async ({
  page,
}) => {
  await page.goto('/terms.html');
  await openChart(page, '#mode=simulate');
  await page.getByRole('button', { name: /^result of redeem · listed →/ }).click();
  await expect(page.getByTestId('simulated-state')).toContainText('selecting.browsing');
  const search = page.getByRole('combobox', { name: 'Search the machine' });
  await search.pressSequentially('exchanging');
  await search.press('Enter');
  const heading = page.getByRole('complementary').getByRole('heading', { level: 2 });
  await expect(heading).toHaveText('signedOut.exchanging');
  await search.fill('network.online');
  await search.press('Enter');
  await expect(heading).toHaveText('Event network.online');
  await stateOf(page, 'signingOut').click();
  await expect(heading).toHaveText('signingOut');
  // The walk is not undone.
  await page.getByRole('button', { name: 'Step back' }).click();
  await page.getByRole('button', { name: /^result of redeem · verify e-mail →/ }).click();
  await page.goBack();
  await expect(heading).toHaveText('Event network.online');
  await page.goBack();
  await expect(heading).toHaveText('signedOut.exchanging');
  await page.goForward();
  await expect(heading).toHaveText('Event network.online');
  await page.goBack();
  await page.goBack();
  await expect(heading).toHaveCount(0);
  await expect(page.getByTestId('simulated-state')).toContainText('signedOut.stepUp');
  await page.reload();
  await expect(page.getByTestId('simulated-state')).toContainText('signedOut.stepUp');
  await page.getByRole('button', { name: 'Live' }).click();
  // Each page has started with one. None of this was a navigation of the product.
  const log = page.getByTestId('live-log');
  await expect(log.getByText('xstate.init')).toHaveCount(2);
  await expect(log.getByText('route.changed')).toHaveCount(2);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/terms\.html$/);
});

test('one search answers who handles an event, what resets the context and what a state inherits', async ({
  page,
}) => {
  await openChart(page);
  await frame(page).focus();
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: 'Search the machine' });
  await expect(search).toBeFocused();
  await search.fill('network.online');
  await search.press('Enter');
  const usage = page.getByTestId('usage-panel');
  await expect(usage).toContainText('signedIn.refreshing.waiting network.online');
  await search.fill('what resets stepUp');
  await search.press('Enter');
  await expect(usage.getByRole('heading', { level: 2 })).toHaveText('Context stepUp');
  await expect(usage.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(usage.getByRole('heading', { name: 'Sets it (2)' })).toBeVisible();
  await expect(usage).toContainText('askForVerification = { ...result.stepUp, emailAddress }');
  await usage.getByRole('button', { name: 'clearSteps', exact: true }).click();
  await expect(usage.getByRole('heading', { level: 2 })).toHaveText('Action clearSteps');
  await expect(usage).toContainText('secondFactor = null');
  await search.fill('exchanging');
  await search.press('Enter');
  const panel = page.getByTestId('state-panel');
  await expect(panel).toContainText('after BUSY_TIMEOUT (15 s)');
  // The state, one of its transitions and one of its actions, each where it is written.
  await expect(panel).toContainText(/exchanging\s*signed-out\.ts:\d+/);
  await expect(panel).toContainText(/shared-transitions\.ts:\d+/);
  await expect(panel).toContainText(/auth\.assigns\.ts:\d+/);
  await expect(panel.getByRole('heading', { name: /^Inherited transitions/ })).toBeVisible();
  await expect(panel.getByRole('heading', { name: /^Incoming transitions/ })).toBeVisible();
  await search.fill('xyzzy');
  await expect(page.getByText('Nothing of the machine matches.')).toBeVisible();
});

test('the states are options with their names: one stop of the tab key, from which arrow keys lead to the others', async ({
  page,
}) => {
  await openChart(page);
  await expect(page.getByTestId('live-state')).toContainText('signedOut.default.idle');
  const option = (name: string) => page.getByRole('option', { name, exact: true });
  await frame(page).focus();
  await page.keyboard.press('Tab');
  await expect(option('signedOut.default, active')).toBeFocused();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
    const focused = await page.evaluate(() => document.activeElement?.ariaLabel);
    await page.keyboard.press(key);
    const next = await page.evaluate(() => document.activeElement?.ariaLabel);
    if (focused !== next) break;
  }
  await expect(option('signedOut.default, active')).not.toBeFocused();
  const name = (await page.evaluate(() => document.activeElement?.ariaLabel)) ?? '';
  // A state out of sight has come into view with the focus; choosing it moves nothing.
  const before = await transformOf(page);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('state-panel')).toContainText(name);
  await expect(option(name)).toHaveAttribute('aria-selected', 'true');
  expect(await transformOf(page)).toBe(before);
});

test('a link selects its state, and a link to a state that does not exist shows an error', async ({
  page,
}) => {
  await openChart(page, '#state=signedOut.awaitingOtherTab');
  await expect(page.getByTestId('state-panel')).toContainText(
    descriptionOf('signedOut.awaitingOtherTab'),
  );
  await openChart(page, '#state=nowhere.at.all');
  await page.reload();
  await expect(page.getByText('The machine has no state “nowhere.at.all”.')).toBeVisible();
});

for (const mode of ['live', 'simulate', 'table']) {
  test(`axe reports no violation in ${mode} mode`, async ({ page }) => {
    test.slow();
    // Live mode shows the overview, the other modes the details.
    const state = mode === 'live' ? 'signedOut.stepUp' : 'signedOut.exchanging';
    await page.goto(`/chart#mode=${mode}&state=${state}`);
    await expect(page.getByTestId('state-panel')).toBeVisible();
    // Axe needs seconds for the details, which every mode draws alike: one mode checks them.
    await expectNoViolations(page, mode, mode === 'simulate' ? { exclude: '[data-drawing]' } : {});
  });
}

test('fits a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openChart(page, '#mode=simulate');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  expect((await frame(page).boundingBox())?.height).toBeGreaterThan(300);
});

test('on a narrow screen the answer to a search is scrolled into view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openChart(page);
  // The drawing grows with its texts: after the answer.
  await page.route('**/assets/details-*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 1_000));
    await route.continue();
  });
  const texts = page.waitForResponse('**/assets/details-*.js');
  const search = page.getByRole('combobox', { name: 'Search the machine' });
  await search.fill('creating');
  await search.press('Enter');
  const panel = page.getByTestId('state-panel');
  await texts;
  await expect(panel.getByRole('heading', { name: /^Transitions/ })).toBeVisible();
  await expect(panel.getByRole('heading', { level: 2 })).toBeInViewport();
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(panel.getByRole('heading', { name: /^Transitions/ })).toBeInViewport();
});

test('the details open with texts of 13 px and a legend, and zooming out leads back', async ({
  page,
}) => {
  await openChart(page);
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const text = drawing(page).getByText('invoke redeem').first();
  const size = () =>
    text.evaluate(
      (element) =>
        Number.parseFloat(getComputedStyle(element).fontSize) *
        ((element as SVGGraphicsElement).getScreenCTM()?.a ?? 0),
    );
  expect(await size()).toBeCloseTo(13, 3);
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('[guard] must hold');
  await expect(stateOf(page, 'signedOut.default.idle')).toBeInViewport();
  const zoomOut = page.getByRole('button', { name: 'Zoom out' });
  for (let step = 0; step < 3; step += 1) await zoomOut.click();
  await expect(drawing(page)).toHaveAttribute('data-level', 'overview');
});

test('a guard leads from a transition to its condition and its code', async ({ page }) => {
  await openChart(page, '#state=signedOut.selecting.browsing');
  const panel = page.getByTestId('state-panel');
  await expect(panel).toContainText('The project lets people create organizations');
  await panel.getByRole('button', { name: '[mayCreate]' }).first().click();
  const usage = page.getByTestId('usage-panel');
  await expect(usage.getByRole('heading', { level: 2 })).toHaveText('Guard mayCreate');
  await expect(usage).toContainText('session?.impersonated !== true');
  await expect(usage).toContainText(/auth\.guards\.ts:\d+/);
});

test('the scripts of the chart are below 60 kB gzipped and contain no layout engine [R19.3]', () => {
  const folder = 'dist-emulator/assets';
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const elk = scripts.filter((name) => readFileSync(`${folder}/${name}`, 'utf8').includes('elk.'));
  expect(elk).toEqual([]);
  const chart = scripts.filter((name) => name.startsWith('chart'));
  const sizes = chart.map((name) => gzipSync(readFileSync(`${folder}/${name}`)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(chart.length).toBeGreaterThan(1);
  expect(total).toBeLessThan(60_000);
});

test('the description under the pointer can be hovered, stays and is dismissed by Escape', async ({
  page,
}) => {
  await openChart(page);
  await stateOf(page, 'signedOut.redeeming').hover();
  const description = page.getByText(descriptionOf('signedOut.redeeming'));
  await expect(description).toBeVisible();
  await description.hover();
  await expect(description).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(description).toHaveCount(0);
  await stateOf(page, 'signedOut.selecting').hover();
  await expect(page.getByText(descriptionOf('signedOut.selecting'))).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(page.getByText(descriptionOf('signedOut.selecting'))).toHaveCount(0);
  await stateOf(page, 'signedOut.redeeming').hover();
  await expect(description).toBeVisible();
  // As when the element under the pointer is replaced.
  await page.evaluate(() => {
    window.addEventListener('pointerout', (event) => event.stopImmediatePropagation(), true);
  });
  await page.mouse.move(0, 0);
  await expect(description).toHaveCount(0);
});

test('a print has no controls', async ({ page }) => {
  await openChart(page);
  await page.emulateMedia({ media: 'print' });
  await expect(drawing(page)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByTestId('live-state')).toBeHidden();
});

test('the details show the active state while the chart follows it', async ({ page }) => {
  await openChart(page, '#mode=simulate');
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(stateOf(page, 'signedOut.redeeming').getByText('invoke redeem')).toBeInViewport();
  await page.getByRole('button', { name: /^result of redeem · verify e-mail →/ }).click();
  // Two regions are active, and too far apart for the frame.
  await expect(page.getByTestId('simulated-state')).toContainText('signedOut.stepUp');
  await expect(
    stateOf(page, 'signedOut.stepUp.otp.idle').getByText('idle', { exact: true }),
  ).toBeInViewport();
});
