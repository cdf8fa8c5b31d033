import { expectNoViolations } from '../support/axe.ts';
import { expect, test } from '../support/product-test.ts';
import { expectAccessibilityTree } from './accessibility-tree.ts';
import { expectTextInNames, expectTouchTargets } from './controls.ts';
import { expectNothingCutOff, expectReflow } from './reflow.ts';
import { canCompareScreenshots, expectScreenshot } from './screenshots.ts';
import { type Variant, WINDOWS } from './tours/screen-tour.types.ts';
import { atomicStates, runTour, STATES_WITHOUT_SCREEN, screenTours } from './tours/screen-tours.ts';

const SKIPPED =
  'Screenshots were NOT compared: fonts or browser differ from those of tests/e2e/screens/baselines/renderer.json.';

test.use({ viewport: WINDOWS.wide });

let hasReported = false;

test('the tours visit every state of the machine except those listed as without a screen', () => {
  const visited = new Set(screenTours.flatMap(({ states }) => states));
  const missing = atomicStates().filter((state) => !visited.has(state));
  expect(missing.sort()).toEqual(Object.keys(STATES_WITHOUT_SCREEN).sort());
});

for (const tour of screenTours) {
  test.describe(() => {
    test.use({ expectedConsoleErrors: { patterns: tour.consoleErrors ?? [] } });
    test(`passes axe, fits both widths and fingers, and matches what is stored: ${tour.name} [R1.10, R1.17]`, async ({
      page,
      context,
      emulator,
    }, { config, parallelIndex }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const updating = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
      let isComparable: boolean | null = null;

      async function compare(screen: string, variant: Variant): Promise<void> {
        isComparable ??= await canCompareScreenshots(page, updating);
        if (isComparable) await expectScreenshot(page, screen, variant);
        else if (!hasReported && parallelIndex === 0) {
          hasReported = true;
          process.stdout.write(`\n${SKIPPED}\n`);
        }
      }

      await runTour(tour, { page, context, emulator }, async (screen, _states, screenshots) => {
        await expectAccessibilityTree(page, screen);
        await expectNoViolations(page, screen);
        await expectTextInNames(page, screen);
        for (const width of ['narrow', 'wide'] as const) {
          await page.setViewportSize(WINDOWS[width]);
          await expectNothingCutOff(page, `${screen}, ${width}`);
          if (width === 'narrow') await expectTouchTargets(page, screen);
          for (const colorScheme of ['light', 'dark'] as const) {
            const variant: Variant = `${colorScheme}-${width}`;
            if (!screenshots.includes(variant)) continue;
            await page.emulateMedia({ colorScheme });
            await compare(screen, variant);
          }
        }
        await expectReflow(page, screen);
        await page.setViewportSize(WINDOWS.wide);
      });
    });
  });
}
