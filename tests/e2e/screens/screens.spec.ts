import type { Page } from '@playwright/test';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { expectNoViolations } from '../support/axe.ts';
import { expect, test } from '../support/product-test.ts';
import { expectAccessibilityTree } from './accessibility-tree.ts';
import { statesOf, type Variant } from './screen-tour.types.ts';
import { STATES_WITHOUT_SCREEN, screenTours } from './screen-tours.ts';
import { canCompareScreenshots, expectScreenshot } from './screenshots.ts';
import { expectTouchTargets } from './touch-targets.ts';

const WIDTHS = {
  narrow: { width: 360, height: 740 },
  wide: { width: 1_280, height: 800 },
} as const;

const SKIPPED =
  'Screenshots were NOT compared: fonts or browser differ from those of tests/e2e/screens/baselines/renderer.json.';

test.use({
  viewport: WIDTHS.wide,
  // Firefox rejects a call that is held while a tour leaves the page.
  expectedConsoleErrors: { patterns: [/^The organization was not created: unreachable\./] },
});

/** Returns the paths of all atomic states. */
function atomicStates(): string[] {
  const paths: string[] = [];
  const collect = (node: typeof authMachine.root): void => {
    const children = Object.values(node.states);
    if (children.length === 0) paths.push(node.path.join('.'));
    for (const child of children) collect(child);
  };
  collect(authMachine.root);
  return paths;
}

async function expectNoHorizontalScrolling(page: Page, screen: string): Promise<void> {
  const { scroll, inner } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    inner: window.innerWidth,
  }));
  expect(scroll, `${screen} scrolls horizontally at ${inner} px`).toBeLessThanOrEqual(inner);
}

let hasReported = false;

test('the tours visit every state of the machine except those listed as without a screen', () => {
  const visited = new Set(screenTours.flatMap(({ states }) => states));
  const missing = atomicStates().filter((state) => !visited.has(state));
  expect(missing.sort()).toEqual(Object.keys(STATES_WITHOUT_SCREEN).sort());
});

for (const { name, states, run } of screenTours) {
  test(`passes axe, fits both widths and fingers, and matches what is stored: ${name} [R1.10, R1.17]`, async ({
    page,
    context,
    emulator,
  }, { config, parallelIndex }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const updating = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
    let isComparable: boolean | null = null;
    const visited = new Set<string>();

    async function compare(screen: string, variant: Variant): Promise<void> {
      isComparable ??= await canCompareScreenshots(page, updating);
      if (isComparable) await expectScreenshot(page, screen, variant);
      else if (!hasReported && parallelIndex === 0) {
        hasReported = true;
        process.stdout.write(`\n${SKIPPED}\n`);
      }
    }

    await run({
      page,
      context,
      emulator,
      async visit(screen, screenshots = []) {
        for (const state of await statesOf(page)) visited.add(state);
        await expectAccessibilityTree(page, screen);
        await expectNoViolations(page, screen);
        for (const width of ['narrow', 'wide'] as const) {
          await page.setViewportSize(WIDTHS[width]);
          await expectNoHorizontalScrolling(page, screen);
          if (width === 'narrow') await expectTouchTargets(page, screen);
          for (const colorScheme of ['light', 'dark'] as const) {
            const variant: Variant = `${colorScheme}-${width}`;
            if (!screenshots.includes(variant)) continue;
            await page.emulateMedia({ colorScheme });
            await compare(screen, variant);
          }
        }
      },
    });
    expect([...visited]).toEqual(expect.arrayContaining([...states]));
  });
}
