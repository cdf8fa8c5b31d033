import type { Locator } from '@playwright/test';
import { continueWithGoogle, expect, organizationRow, test } from '../support/product-test.ts';

/** How far apart the lightest and the darkest pixel of a text are, from 0 to 255. */
async function textContrast(button: Locator): Promise<number> {
  const box = await button.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.firstChild ?? element);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  });
  const page = button.page();
  const image = (await page.screenshot({ clip: box })).toString('base64');
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (context === null) throw new Error('There is no canvas.');
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const greens = Array.from(pixels).filter((_, index) => index % 4 === 1);
    return Math.max(...greens) - Math.min(...greens);
  }, image);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`primary buttons can be read in forced colours, ${colorScheme} [R1.10]`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await page.goto('/');
    await continueWithGoogle(page, 'ben@birch.example');
    await organizationRow(page, 'birch').click();
    const send = page.getByRole('button', { name: 'Send verification code' });
    await expect(send).toBeVisible();
    expect(await textContrast(send)).toBeGreaterThan(100);
    await page.getByRole('button', { name: '← Choose a different organization' }).click();
    await page.getByRole('button', { name: '← Back to login' }).click();
    await continueWithGoogle(page, 'ada@acme.example');
    await organizationRow(page, 'acme').click();
    const create = page.getByRole('button', { name: /^New policy/ });
    await expect(create).toBeVisible();
    expect(await textContrast(create)).toBeGreaterThan(100);
  });
}
