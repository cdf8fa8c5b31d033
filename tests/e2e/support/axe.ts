import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
  const builder = new AxeBuilder({ page })
    .setLegacyMode(true)
    // What passes is not asserted, and takes longer to send than to check.
    .options({ resultTypes: ['violations'], rules: OFF_BY_DEFAULT });
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(found, name).toEqual([]);
}
