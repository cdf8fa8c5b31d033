import type { BrowserContext, Page } from '@playwright/test';
import { expectState } from './product-test.ts';

/** Opens tabs in a browser that has a session. Each tab has its index in its address. */
export async function openTabs(context: BrowserContext, count: number): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let index = 0; index < count; index += 1) {
    const tab = await context.newPage();
    await tab.goto(`/policies?tab=${index}`);
    await expectState(tab, 'signedIn.authenticated');
    tabs.push(tab);
  }
  return tabs;
}
