import { continueWithGoogle, expect, organizationRow, test } from '../support/product-test.ts';

// The size of text that a person sets in their browser.
// biome-ignore lint/suspicious/noSkippedTests: only Chromium has a switch for it
test.skip(({ browserName }) => browserName !== 'chromium');
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
    await use({ ...launchOptions, args });
  },
});

const PHONE = { width: 360, height: 740 } as const;
const DESKTOP = { width: 1_280, height: 800 } as const;

for (const viewport of [PHONE, DESKTOP]) {
  test(`a row keeps its mark and what leads on with text of 200 % in ${viewport.width} px [R1.20, R6.2]`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    await continueWithGoogle(page, 'ada@acme.example');
    const row = organizationRow(page, 'acme');
    await row.scrollIntoViewIfNeeded();
    await expect(row.locator('[aria-hidden="true"]')).toBeVisible();
    const chevron = await row.evaluate((element) => getComputedStyle(element, '::after').display);
    expect(chevron).not.toBe('none');
  });

  test(`a long list shows a row before it is scrolled with text of 200 % in ${viewport.width} px [R1.20, R6.12]`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    await continueWithGoogle(page, 'many@acme.example');
    const name = page.getByText('Amber Analytics', { exact: true });
    await expect(name).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByRole('searchbox')).toHaveAccessibleDescription(
      'Type part of the name. The arrow keys move in the list.',
    );
  });
}
