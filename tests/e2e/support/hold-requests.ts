import type { Page, Route } from '@playwright/test';

/**
 * Holds back the requests of a page until the returned function is called.
 *
 * @param page the page, in which every later document is meant, too
 * @param pattern matches the addresses of the requests
 * @param answer what happens to them then; without it, they go on
 * @returns a function that releases the requests, also those that come later
 */
export async function holdRequests(
  page: Page,
  pattern: string | RegExp,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await answer(route);
  });
  return release;
}
