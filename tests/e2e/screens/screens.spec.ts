import { expectNoViolations } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { expectNothingCutOff, expectTextInNames, expectTouchTargets, withStyle } from './checks.ts';
import { runTour, WINDOWS } from './tours/screen-tour.ts';
import { atomicStates, STATES_WITHOUT_SCREEN, screenTours } from './tours/screen-tours.ts';

/** A window of 1,280 x 1,024 px at a zoom of 400 %, in CSS pixels (WCAG 1.4.10). */
const ZOOMED_WINDOW = { width: 320, height: 256 } as const;

/** The spacing that a person may set (WCAG 1.4.12). */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`;

test.use({ viewport: WINDOWS.wide });

test('the tours visit every state of the machine except those listed as without a screen', () => {
  const visited = new Set(screenTours.flatMap(({ states }) => states));
  const missing = atomicStates().filter((state) => !visited.has(state));
  expect(missing.sort()).toEqual(Object.keys(STATES_WITHOUT_SCREEN).sort());
});

for (const tour of screenTours) {
  test.describe(() => {
    test.use({ expectedConsoleErrors: { patterns: tour.consoleErrors ?? [] } });
    test(`passes axe and fits windows, zoom and fingers: ${tour.name} [R1.10, R1.17]`, async ({
      page,
      emulator,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await runTour(tour, { page, emulator }, async (screen) => {
        await expectNoViolations(page, screen);
        await expectTextInNames(page, screen);
        await expectNothingCutOff(page, `${screen}, wide`);
        await page.setViewportSize(WINDOWS.narrow);
        await expectNothingCutOff(page, `${screen}, narrow`);
        await expectTouchTargets(page, screen);
        await page.setViewportSize(ZOOMED_WINDOW);
        await expectNothingCutOff(page, `${screen}, zoomed`);
        await withStyle(page, TEXT_SPACING, () =>
          expectNothingCutOff(page, `${screen}, zoomed with text spacing`),
        );
        await page.setViewportSize(WINDOWS.wide);
      });
    });
  });
}
