import type { Page } from '@playwright/test';
import { stubbedAuthMachine } from '#machines/auth-cases/stubbed-machine.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { expectNoViolations } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { translatePage } from '../support/translate-page.ts';
import { openChart, panel, stateOf } from './chart-page.ts';

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
  const { states } = machineGraph(stubbedAuthMachine);
  await expect(page.locator('g[data-state]')).toHaveCount(states.length - 1);
  await expect.poll(() => overflowingTexts(page)).toEqual([]);
});

test('a click on a state shows it, also at the name of one around others, and the keyboard moves from it', {
  // In Firefox, Playwright does not scroll to a shape of a drawing.
  tag: '@chromium',
}, async ({ page, app }) => {
  await openChart(page);
  const heading = panel(page).locator('h2').first();
  // Its own states are drawn in its middle.
  await stateOf(page, 'signedOut.selecting').click({ position: { x: 50, y: 15 } });
  await expect(heading).toHaveText('signedOut.selecting');
  await stateOf(page, 'signedOut.exchanging').click();
  await expect(heading).toHaveText('signedOut.exchanging');
  await panel(page)
    .getByRole('button', { name: 'signedOut.starting', exact: true })
    .first()
    .click();
  await expect(heading).toHaveText('signedOut.starting');
  await expect(stateOf(page, 'signedOut.starting')).toHaveAttribute('aria-pressed', 'true');
  await app.back();
  await expect(heading).toHaveText('signedOut.exchanging');
  await expect(page).toHaveURL(/\/chart#.*state=signedOut\.exchanging$/);
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

test('simulates: the next steps are below the state, and a step changes the context', async ({
  page,
}) => {
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
});

test('has no violations of accessibility, best practices included, in both colour schemes', async ({
  page,
}) => {
  const expectAccessible = async (hash: string) => {
    await page.goto(`/chart${hash}`);
    await expect(page.getByRole('heading', { name: 'Statechart' })).toBeVisible();
    await expectNoViolations(page, hash);
  };
  const details = '#level=details&state=signedOut.exchanging';
  for (const hash of ['', details, '#mode=simulate', '#mode=inspect', '#part=guard+willExchange']) {
    await expectAccessible(hash);
  }
  // These two have all colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible('');
  await expectAccessible(details);
});

test('on a phone, the drawing and its panel are below one another, nothing is wider than the window, and no name is translated', async ({
  page,
}) => {
  await page.addInitScript(translatePage);
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
  await page.getByLabel('Find a part of the machine').fill('action countRejection');
  await expect(panel(page)).toContainText('signedOut.stepUp.otp.awaitingCode');
  await expect(page.locator('main.sc-page font')).toHaveCount(0);
});
