import { test } from '#tests/e2e/support/product-test.ts';
import { coverOfBrowser, nameOf } from './cover.ts';
import { listenToFeed } from './feed.ts';
import { holdCallsOf } from './held-calls.ts';
import { thisRun, writePart } from './parts.ts';
import { createStage } from './scenario-setup.ts';
import { walkTour } from './walk.ts';

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
