import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The options of a check: a CSS selector whose elements axe skips. */
interface Options {
  readonly exclude?: string;
}

/** The rule for WCAG 2.5.8, which axe has switched off. */
const OFF_BY_DEFAULT = { 'target-size': { enabled: true } };

/** The source of axe in a page that has loaded it before: half a megabyte that is not sent again. */
const LOADED = { axeSource: ';' };

/**
 * Expects that axe reports no violation on a page, in the light and the dark colour scheme. The schemes differ
 * in colours only, so in the dark one axe checks contrast alone.
 *
 * @param name of the page, for the message of a failure
 */
export async function expectNoViolations(
  page: Page,
  name: string,
  { exclude }: Options = {},
): Promise<void> {
  // Legacy mode works in one page but skips frames, so there must be none.
  expect(await page.locator('iframe').count()).toBe(0);
  const axe = (source: { readonly axeSource?: string } = {}) => {
    const builder = new AxeBuilder({ page, ...source })
      .setLegacyMode(true)
      // What passes is not asserted, and takes longer to send than to check.
      .options({ resultTypes: ['violations'], rules: OFF_BY_DEFAULT });
    return exclude === undefined ? builder : builder.exclude(exclude);
  };
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations(axe()), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Colours change by transitions.
  await page.evaluate(() => {
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(animations.map(({ finished }) => finished));
  });
  expect(await violations(axe(LOADED).withRules('color-contrast')), `${name}, dark`).toEqual([]);
}

/** Returns the violations: the id of each rule, and the elements that break it. */
async function violations(axe: AxeBuilder): Promise<[rule: string, elements: string[]][]> {
  const results = await axe.analyze();
  return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
