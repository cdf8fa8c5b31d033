import type { Page } from '@playwright/test';
import { unprovidedAuthMachine } from '#machines/auth-cases/unprovided-machine.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { expectNoViolations } from '../support/axe.ts';
import { back, expect, test } from '../support/test.ts';
import { translatePage } from '../support/translate-page.ts';
import { openChart, panel, search, stateOf } from './chart-page.ts';

/** Returns the texts that overflow the card of their state. */
function overflowingTexts(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-drawing] .sc-card')].flatMap((group) => {
      const card = group.querySelector('rect')?.getBoundingClientRect();
      if (!card) return ['no card'];
      return [...group.querySelectorAll('text:not(.sc-inside)')]
        .filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < card.left || box.right > card.right || box.bottom > card.bottom;
        })
        .map((text) => text.textContent);
    }),
  );
}

test('draws the whole machine without a session, and every text fits into its state [R2.4]', async ({
  page,
}) => {
  await openChart(page);
  await expect(page).toHaveTitle(/^Statechart/);
  await expect(stateOf(page, 'signedOut.stepUp')).toBeVisible();
  await expect.poll(() => overflowingTexts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Details' }).click();
  const { states, transitions } = machineGraph(unprovidedAuthMachine);
  await expect(page.locator('g[data-state]')).toHaveCount(states.length - 1);
  await expect.poll(() => overflowingTexts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Inspect' }).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(transitions.length);
});

test('answers what a developer asks of the machine in at most two gestures', {
  // In Firefox, Playwright does not scroll to a shape of a drawing.
  tag: '@chromium',
}, async ({ page }) => {
  await openChart(page);
  const side = panel(page);
  // What happens after a wrong code?
  await search(page, 'action countRejection');
  await expect(side).toContainText('signedOut.stepUp.otp.awaitingCode');
  // Who handles network.online?
  await search(page, 'event network.online');
  await expect(side.getByRole('listitem')).not.toHaveCount(0);
  // What follows the time-out of exchanging?
  await stateOf(page, 'signedOut.exchanging').click();
  await side.getByText(/^From a state around it/).click();
  await expect(
    side.getByRole('listitem').filter({ hasText: 'signedOut.returning' }).first(),
  ).toContainText('explainResult');
  await expect(side).toContainText('Invokes');
  // What happens on entry of selecting?
  // At its name: its own states are drawn in its middle.
  await stateOf(page, 'signedOut.selecting').click({ position: { x: 50, y: 15 } });
  await expect(side.getByRole('heading', { name: 'signedOut.selecting' })).toBeVisible();
  // Exchanging or starting?
  await search(page, 'guard willExchange');
  await expect(side.locator('pre')).toContainText('hasIntermediate(');
  // What leads to authenticated?
  await search(page, 'state signedIn.session.authenticated');
  await expect(side.getByRole('heading', { name: 'Comes from' })).toBeVisible();
  await expect(side).toContainText('signedIn.session.refreshing');
});

test('the keyboard moves between states, selects and deselects them', async ({ page }) => {
  await openChart(page);
  await stateOf(page, 'signedOut.exchanging').focus();
  await page.keyboard.press('ArrowDown');
  const focused = page.locator('g[data-state]:focus');
  await expect(focused).toHaveAttribute('data-state', 'signedOut.creating');
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('signedOut.creating is selected.')).toBeAttached();
  // A person who selects by the keyboard stays in the drawing.
  await expect(focused).toHaveAttribute('data-state', 'signedOut.creating');
  await page.keyboard.press('Escape');
  await expect(focused).toHaveAttribute('aria-pressed', 'false');
});

test('a line of a panel leads to its other end, and Back returns', async ({ page }) => {
  await openChart(page, '#state=signedOut.exchanging');
  const heading = panel(page).locator('h2').first();
  await panel(page)
    .getByRole('button', { name: 'signedOut.starting', exact: true })
    .first()
    .click();
  await expect(heading).toHaveText('signedOut.starting');
  await expect(stateOf(page, 'signedOut.starting')).toHaveAttribute('aria-pressed', 'true');
  await back(page);
  await expect(heading).toHaveText('signedOut.exchanging');
  await expect(page).toHaveURL(/\/chart#state=signedOut\.exchanging$/);
});

test('simulates: the next steps are below the state, a step changes the context, and a reload keeps the walk', {
  // In Firefox, Playwright does not scroll to a shape of a drawing.
  tag: '@chromium',
}, async ({ page }) => {
  await openChart(page, '#mode=simulate');
  const state = page.getByTestId('simulated-state');
  for (const step of [
    /^redeem done · listed →/,
    /^organization\.choose · listed →/,
    /^exchange done · verify e-mail →/,
  ]) {
    const next = panel(page).getByRole('button', { name: step });
    await expect(next).toBeInViewport();
    await next.click();
  }
  await expect(state).toContainText('signedOut.stepUp.otp.idle');
  await expect(page.getByTestId('context-changes')).toContainText('stepUp');
  await expect(panel(page).getByText(/INTERMEDIATE_EXPIRY: in \d/)).toBeAttached();
  await expect(stateOf(page, 'signedOut.stepUp')).toHaveClass(/sc-active/);
  await page.reload();
  await expect(state).toContainText('Step 3 of 3');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(state).toContainText('signedOut.exchanging');
  await stateOf(page, 'signedIn').click();
  await page.getByRole('button', { name: 'How do I get here?' }).click();
  await expect(state).toContainText('signedIn');
});

test('has no violations of accessibility, best practices included, in both colour schemes', async ({
  page,
}) => {
  for (const hash of [
    '',
    '#level=details&state=signedOut.exchanging',
    '#mode=simulate',
    '#mode=inspect',
    '#part=guard+willExchange',
  ]) {
    await page.goto(`/chart${hash}`);
    await expect(page.getByRole('heading', { name: 'Statechart' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolations(page, `${colorScheme} ${hash}`);
    }
  }
});

test('on a phone, the drawing and its panel are below one another, and nothing is wider than the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openChart(page, '#state=signedOut.exchanging');
  // At one moment, because the page scrolls to the state.
  const side = await panel(page).elementHandle();
  const gap = await page.getByRole('region', { name: 'Drawing' }).evaluate((drawing, below) => {
    const { top = Number.NaN } = below?.getBoundingClientRect() ?? {};
    return top - drawing.getBoundingClientRect().bottom;
  }, side);
  expect(gap).toBeGreaterThanOrEqual(-1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expect(stateOf(page, 'signedOut.exchanging')).toBeInViewport();
});

test('the chart is not translated: its names are those of the code', async ({ page }) => {
  await page.addInitScript(translatePage);
  await openChart(page);
  await search(page, 'action countRejection');
  await expect(panel(page)).toContainText('signedOut.stepUp.otp.awaitingCode');
  await expect(page.locator('main.sc-page font')).toHaveCount(0);
});
