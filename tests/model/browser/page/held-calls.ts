import type { Page, Route } from '@playwright/test';

/** Milliseconds of real time in which a call of the page must have been made. */
const PATIENCE = 10_000;

const GOOGLE = '**/v1/b2b/public/oauth/google/**';
const SETTINGS = '/projects/bootstrap/';

/** Calls that are nobody's answer to wait for. */
const PASSING = ['/events', '/b2b/sessions/revoke'];

/**
 * The way to Google is open, or it leads nowhere (it is answered with nothing, and the page stays), or it opens
 * when something has happened.
 */
type WayToGoogle = 'open' | 'nowhere' | (() => Promise<void>);

/** What of a page's calls is held back until a step of the model lets it go. */
export interface HeldCalls {
  /** Holds every call from now on; `settings`: the one for the project's settings as well. */
  readonly start: (options: { readonly settings: boolean }) => void;
  /** Lets calls pass again, and gives up those that are held. */
  readonly stop: () => Promise<void>;
  /** The held call of a path under `/sdk/v1`, as soon as the page has made it. */
  readonly take: (path: string) => Promise<Route>;
  /** What becomes of the way to Google from now on. */
  readonly wayToGoogle: (way: WayToGoogle) => void;
}

/** Holds the calls of one page back; other tabs of the browser are not touched. */
export async function holdCallsOf(page: Page): Promise<HeldCalls> {
  let holding: { readonly settings: boolean } | null = null;
  let way: WayToGoogle = 'open';
  let held: { readonly path: string; readonly route: Route }[] = [];
  let arrived = () => {};

  await page.route('**/sdk/v1/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/sdk/v1', '');
    const passes =
      holding === null ||
      PASSING.includes(path) ||
      (path.startsWith(SETTINGS) && !holding.settings);
    if (passes) return route.continue();
    held.push({ path: path.startsWith(SETTINGS) ? SETTINGS : path, route });
    arrived();
  });
  await page.route(GOOGLE, async (route) => {
    if (typeof way === 'function') await way();
    await (way === 'nowhere' ? route.fulfill({ status: 204 }) : route.continue());
  });

  const taken = (path: string) => {
    const found = held.findLast((one) => one.path === path);
    held = held.filter((one) => one.path !== path);
    return found?.route;
  };
  return {
    start: (options) => {
      holding = options;
    },
    async stop() {
      holding = null;
      const routes = held.map(({ route }) => route);
      held = [];
      await Promise.all(routes.map((route) => route.abort().catch(() => undefined)));
    },
    async take(path) {
      const there = taken(path);
      if (there !== undefined) return there;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`The page never called ${path}.`));
        }, PATIENCE);
        arrived = () => {
          const route = taken(path);
          if (route === undefined) return;
          clearTimeout(timer);
          arrived = () => {};
          resolve(route);
        };
      });
    },
    wayToGoogle: (value) => {
      way = value;
    },
  };
}
