import type { Page, Route } from '@playwright/test';

/** Milliseconds of real time within which the page must have made a call. */
const TIMEOUT = 30_000;

const GOOGLE = '**/v1/b2b/public/oauth/google/**';

/** Calls that no actor waits for, and the project's settings. */
const NEVER_HELD = /^\/(?:events|b2b\/sessions\/revoke|projects\/bootstrap\/.*)$/;

/**
 * What happens to a navigation to Google: it continues, it is cancelled (the page stays), or it continues when a
 * promise resolves.
 */
type GoogleRoute = 'continue' | 'cancel' | (() => Promise<void>);

/** The provider calls of a page, held until a step of the tour releases them. */
export interface HeldCalls {
  /** Holds every call from now on. */
  readonly start: () => void;
  /** The held call of a path under `/sdk/v1`, as soon as the page has made it. */
  readonly take: (path: string) => Promise<Route>;
  readonly setGoogleRoute: (route: GoogleRoute) => void;
}

/** Holds the calls of one page; other tabs of the browser are not affected. */
export async function holdCallsOf(page: Page): Promise<HeldCalls> {
  let isHolding = false;
  let googleRoute: GoogleRoute = 'continue';
  let held: { readonly path: string; readonly route: Route }[] = [];
  let arrived = () => {};
  /** The paths of all calls, for the message of a call that is missing. */
  const called: string[] = [];

  await page.route('**/sdk/v1/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/sdk/v1', '');
    called.push(path);
    if (!isHolding || NEVER_HELD.test(path)) return route.continue();
    held.push({ path, route });
    arrived();
  });
  // A call that its actor has aborted waits for nobody.
  page.on('requestfailed', (request) => {
    held = held.filter(({ route }) => route.request() !== request);
  });
  await page.route(GOOGLE, async (route) => {
    if (typeof googleRoute === 'function') await googleRoute();
    await (googleRoute === 'cancel' ? route.fulfill({ status: 204 }) : route.continue());
  });

  const taken = (path: string) => {
    const found = held.findLast((call) => call.path === path);
    held = held.filter((call) => call.path !== path);
    return found?.route;
  };
  return {
    start: () => {
      isHolding = true;
    },
    async take(path) {
      const route = taken(path);
      if (route !== undefined) return route;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`The page did not call ${path}. It called:\n${called.join('\n')}`));
        }, TIMEOUT);
        arrived = () => {
          const route = taken(path);
          if (route === undefined) return;
          clearTimeout(timer);
          arrived = () => {};
          resolve(route);
        };
      });
    },
    setGoogleRoute: (value) => {
      googleRoute = value;
    },
  };
}
