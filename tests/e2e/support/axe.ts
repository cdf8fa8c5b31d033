import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** What the builder adds to a page in place of axe: it would add axe twice, which takes longer than to analyze a page. */
const NOTHING = ';';

/** The rule for WCAG 2.5.8, which axe has switched off. */
const OFF_BY_DEFAULT = { 'target-size': { enabled: true } };

/**
 * Expects that axe reports no violation on a page. The colours of both schemes are compared in a unit test.
 *
 * @param name of the page, for the message of a failure
 */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  // Legacy mode works in one page but skips frames, so there must be none.
  expect(await page.locator('iframe').count()).toBe(0);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const builder = new AxeBuilder({ page, axeSource: NOTHING })
    .setLegacyMode(true)
    // What passes is not asserted, and takes longer to send than to check.
    .options({ resultTypes: ['violations'], rules: OFF_BY_DEFAULT });
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(found, name).toEqual([]);
}
