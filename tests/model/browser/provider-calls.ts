import type { Page, Route } from '@playwright/test';
import type { ProviderResponse } from './responses.ts';

/** Calls that no actor waits for, and the project's settings: the emulator responds to them. */
const NEVER_HELD = /\/(?:events|b2b\/sessions\/revoke|projects\/bootstrap\/.*)$/;

/** The provider calls of a page, each held until the tour responds to it. */
interface ProviderCalls {
  /** Responds to the calls of a path, also to those that come until `hold`. */
  readonly respond: (response: ProviderResponse) => Promise<void>;
  readonly hold: () => void;
}

/** Holds the provider calls of a page. It stays when it goes to Google, and its service does not answer. */
export async function holdCallsOf(page: Page): Promise<ProviderCalls> {
  let held: Route[] = [];
  let current: ProviderResponse | null = null;
  const respondTo = async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (NEVER_HELD.test(pathname)) return route.continue();
    if (current === null || !pathname.endsWith(`/sdk/v1${current.path}`))
      return void held.push(route);
    const { status, json } = current;
    // Nobody waits for a call that its actor has aborted.
    await route.fulfill({ status, json }).catch(() => undefined);
  };
  await page.route('**/sdk/v1/**', respondTo);
  await page.route(/\/v1\/(?:b2b\/public\/oauth\/google|public\/sso)\//, (route) =>
    route.fulfill({ status: 204 }),
  );
  await page.route('**/api/**', () => undefined);
  return {
    async respond(response) {
      current = response;
      const waiting = held;
      held = [];
      await Promise.all(waiting.map(respondTo));
    },
    hold() {
      current = null;
    },
  };
}
