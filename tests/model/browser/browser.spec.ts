import { test } from '#tests/e2e/support/product-test.ts';
import { listenToFeed } from './page/feed.ts';
import { holdCallsOf } from './page/held-calls.ts';
import { createStage } from './provider/scenario-setup.ts';
import { thisRun, writePart } from './tour-reports.ts';
import { coverOfBrowser, nameOf } from './tours/tours.ts';
import { walkTour } from './walk-tour.ts';

// The SDK logs that the project's settings cannot be fetched (R15.5).
test.use({ expectedComplaints: { patterns: [/^\[Stytch\] StytchAPIError: \[500\]/] } });

for (const [index, tour] of coverOfBrowser().entries()) {
  const number = index + 1;
  test(`tour ${number}: ${nameOf(tour)}`, async ({ page, context, emulator, site }) => {
    test.setTimeout(120_000);
    const { origin } = site;
    const began = Date.now();
    const feed = await listenToFeed(context);
    const calls = await holdCallsOf(page);
    const stage = createStage(origin);
    await walkTour(tour, { page, context, origin, emulator, stage, calls, feed });
    writePart({
      run: thisRun(),
      tour: number,
      steps: tour.steps.length,
      began,
      ended: Date.now(),
      hits: Object.fromEntries(feed.hits),
    });
  });
}
