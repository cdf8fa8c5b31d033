import { test } from '#tests/e2e/support/test.ts';
import { listenToFeed } from './page/feed.ts';
import { holdCallsOf } from './page/held-calls.ts';
import { createScenarioSetup } from './provider/scenario-setup.ts';
import { currentRun, writeReport } from './tour-reports.ts';
import { browserTours, tourName } from './tours/tours.ts';
import { walkTour } from './walk-tour.ts';

test.use({
  expectedConsoleErrors: {
    patterns: [
      // The SDK logs that the project's settings cannot be fetched (R15.5).
      /^\[Stytch\] StytchAPIError: \[500\]/,
      // `network.online` is caused by a moment offline, in which the page may load something.
      /net::ERR_INTERNET_DISCONNECTED/,
      // A failed creation is logged (R7.8).
      /^The organization was not created: /,
    ],
  },
});

for (const [index, tour] of browserTours().entries()) {
  const number = index + 1;
  const tag = tour.steps.some(({ event }) => event.type === 'page.restored') ? '@bfcache' : [];
  test(`tour ${number}: ${tourName(tour)}`, { tag }, async ({ page, context, emulator, site }) => {
    test.setTimeout(120_000);
    const { origin } = site;
    const began = Date.now();
    const feed = await listenToFeed(context);
    const calls = await holdCallsOf(page);
    const setup = createScenarioSetup(origin);
    await walkTour(tour, { page, context, origin, emulator, setup, calls, feed });
    writeReport({
      run: currentRun(),
      tour: number,
      steps: tour.steps.length,
      began,
      ended: Date.now(),
      hits: Object.fromEntries(feed.hits),
    });
  });
}
