import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { expect, test } from '../support/product-test.ts';
import { statesOf } from './screen-tour.types.ts';
import { UNSEEN, walks } from './screen-tours.ts';

/** A trace without its film: filming every step takes longer than looking. */
test.use({ trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true } });

/** Axe for a page. No page of the product has a frame, so nothing has to be gathered in a second page. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true);
}

/** What axe found on a page: a rule, and the elements that break it. */
async function complaints(builder: AxeBuilder): Promise<[rule: string, elements: string[]][]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** The paths of all states that hold no others. */
function everyState(): string[] {
  const paths: string[] = [];
  const collect = (node: typeof authMachine.root): void => {
    const inner = Object.values(node.states);
    if (inner.length === 0) paths.push(node.path.join('.'));
    for (const state of inner) collect(state);
  };
  collect(authMachine.root);
  return paths;
}

test('the walks stop in every state of the machine that can be seen', () => {
  const seen = new Set(walks.flatMap(({ states }) => states));
  const left = everyState().filter((state) => !seen.has(state));
  expect(left.sort()).toEqual(Object.keys(UNSEEN).sort());
});

for (const { name, states, go } of walks) {
  test(`axe finds nothing, light or dark: ${name} [R1.10]`, async ({ page, context, emulator }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const seen = new Set<string>();
    await go({
      page,
      context,
      emulator,
      async visit(screen) {
        for (const state of await statesOf(page)) seen.add(state);
        await page.emulateMedia({ colorScheme: 'light' });
        expect(await page.locator('iframe').count()).toBe(0);
        expect(await complaints(axe(page)), screen).toEqual([]);
        // A theme changes colours and nothing else.
        await page.emulateMedia({ colorScheme: 'dark' });
        const colours = axe(page).withRules('color-contrast');
        expect(await complaints(colours), `${screen}, dark`).toEqual([]);
      },
    });
    expect([...seen]).toEqual(expect.arrayContaining([...states]));
  });
}
