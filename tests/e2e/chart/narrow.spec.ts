import { expect, test } from '../support/test.ts';
import { openChart } from './chart-page.ts';

test.use({
  viewport: { width: 360, height: 740 },
  // In Firefox, Playwright adds a style to the page for a screenshot.
  expectedConsoleErrors: { patterns: [/blocked an inline style/] },
});

test('the scroll bar under the buttons has the colour of the page', async ({ page }) => {
  await openChart(page);
  // The buttons move while the page loads what stands above them.
  await expect(async () => {
    const bar = await page.getByRole('button', { name: 'Show everything' }).evaluate((button) => {
      const tools = button.parentElement ?? button;
      const { bottom, height } = tools.getBoundingClientRect();
      return { bottom, height: height - tools.clientHeight };
    });
    const strip = (y: number) => page.screenshot({ clip: { x: 330, y, width: 8, height: 2 } });
    // Where the bar takes no space, this compares the buttons' margin with the page.
    const underButtons = await strip(bar.bottom - Math.max(bar.height / 2, 4) - 1);
    expect(underButtons.equals(await strip(4))).toBe(true);
  }).toPass({ timeout: 5_000 });
});
