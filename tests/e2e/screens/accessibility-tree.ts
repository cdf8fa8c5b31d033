import { expect, type Page, test } from '@playwright/test';
import { withStyle } from './with-style.ts';

/** Hides text that changes from run to run. */
const STYLE = '[data-volatile] { display: none }';

/** Text that changes from run to run, and what stands for it. */
const CHANGING: readonly [pattern: RegExp, replacement: string][] = [
  [/ in \d+ s\b/g, ' in … s'],
  [/\b\d+ minutes?\b/g, '… minutes'],
  [/\b[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){3,}\b/g, '(secret)'],
  [/"\d{6}"/g, '(code)'],
  [/\bmember-test-[-0-9a-f]+/g, '(member)'],
  [/^( +- code: )[a-z0-9-]+$/gm, '$1(recovery code)'],
];

/** Runs in the page. Describes what each field tells a keyboard and a password manager. */
function describeFields(): readonly string[] {
  const attributes = ['autocomplete', 'inputmode', 'enterkeyhint', 'autocapitalize', 'spellcheck'];
  const ignored = ['1p-ignore', 'lpignore', 'bwignore', 'form-type', 'protonpass-ignore'];
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type="radio"], [type="checkbox"]), textarea',
  );
  return [...fields].map((field) => {
    const name = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent;
    const values = attributes.map((attribute) => field.getAttribute(attribute) ?? '·');
    const isIgnored = ignored.every((attribute) => field.hasAttribute(`data-${attribute}`));
    return ['field:', name, ...values, isIgnored ? 'ignore' : 'may fill'].join(' | ');
  });
}

/** Returns the fields, the title, the element with the focus, and the accessibility tree of a page in reading order. */
async function readAccessibilityTree(page: Page): Promise<string> {
  const lines: string[] = [];
  await withStyle(page, STYLE, async () => {
    const focused = page.locator('*:focus');
    const focus = (await focused.count()) === 0 ? 'nothing' : await focused.ariaSnapshot();
    lines.push(
      ...(await page.evaluate(describeFields)),
      `title: ${await page.title()}`,
      `focus: ${(focus.split('\n')[0] ?? '').replace(/^- /, '').replace(/:$/, '')}`,
      await page.locator('body').ariaSnapshot(),
    );
  });
  return CHANGING.reduce(
    (current, [pattern, replacement]) => current.replace(pattern, replacement),
    `${lines.join('\n')}\n`,
  );
}

/** Waits until a page has rendered and moved the focus. What is stored must not be what it shows before. */
async function expectSettled(page: Page): Promise<void> {
  // A question takes no press while its animation runs.
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
  let before = '';
  await expect(async () => {
    const now = await readAccessibilityTree(page);
    const last = before;
    before = now;
    expect(now).toBe(last);
    // Longer than a status waits for its end.
  }).toPass({ intervals: [600] });
}

/**
 * Expects that a screen reader meets on a page what the stored text says. The machine names its state before React
 * has rendered the screen and moved the focus, so a difference may last for a moment.
 */
export async function expectAccessibilityTree(page: Page, screen: string): Promise<void> {
  // In Firefox, nothing has the focus in a page behind another.
  await page.bringToFront();
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === 'all' || updateSnapshots === 'changed') await expectSettled(page);
  await expect(async () => {
    const text = await readAccessibilityTree(page);
    expect(text).toMatchSnapshot(['accessibility-tree', `${screen}.txt`]);
  }).toPass({ timeout: 5_000 });
}
