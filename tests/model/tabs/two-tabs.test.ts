import type { Script } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { stopClock } from '#tests/unit/src/stytch/support/clock.ts';
import { isNightly } from '../support/nightly.ts';
import { bundlePage } from './bundle-page.ts';
import { observe } from './observer.ts';
import { SimulatedBrowser } from './simulated-browser.ts';
import { DISTURBANCES, GESTURES, STEPS, type StepName, seen, TIMES_THAT_PASS } from './steps.ts';

/** Random walks, and the commands of each; those that are not possible where they stand are left out. */
const RUNS = isNightly ? 30 : 14;
const COMMANDS = 3_000;
/** Milliseconds, on a busy machine. */
const LIMIT = isNightly ? 3_600_000 : 600_000;
/** Milliseconds: none, or longer than the few steps after a sign-in. */
const COOKIE_DELAYS = [0, 20];

/** What a person tries in order to be signed in, the first that is possible. */
const WAY_IN: readonly StepName[] = [
  'chooses Acme',
  'is Ada at Google',
  'continues with the link',
  'chooses a different organization',
  'goes back to the login screen',
  'presses Google',
];

interface Placed {
  readonly tab: 0 | 1;
  readonly name: StepName;
}

const PLACED = Object.keys(STEPS)
  .filter((name): name is StepName => name in STEPS)
  .flatMap((name): Placed[] => [
    { tab: 0, name },
    { tab: 1, name },
  ]);
const nameOf = ({ tab, name }: Placed) => `${'AB'[tab]} ${name}`;

let script: Script;

beforeAll(async () => {
  script = await bundlePage();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A browser with two tabs on the login screen, in which some steps are performed. */
async function openBrowser(cookieDelay = 0, steps: readonly Placed[] = []) {
  stopClock(Date.UTC(2026, 0, 5, 12));
  const browser = new SimulatedBrowser(script, cookieDelay);
  for (const tab of browser.tabs) tab.load('/');
  await browser.settle();
  for (const step of steps) await perform(browser, step);
  return browser;
}

const actOf = ({ tabs }: SimulatedBrowser, { tab, name }: Placed) => STEPS[name](tabs[tab]);

async function perform(browser: SimulatedBrowser, step: Placed): Promise<void> {
  // No two gestures are in the same millisecond: a sign-out is known by its time.
  await browser.pass(1);
  await actOf(browser, step)?.();
  await browser.settle();
  observe(browser, step.name);
}

/** Lets a person at each tab go on until a member is signed in there. Throws when they cannot. */
async function recover(browser: SimulatedBrowser): Promise<void> {
  for (const tab of [0, 1] as const) {
    for (const name of ['runs again', 'has a fast network'] as const)
      await perform(browser, { tab, name });
    const way: string[] = [];
    const state = () => seen(browser.tabs[tab])?.state ?? 'no page';
    while (!state().startsWith('signedIn.session.authenticated')) {
      way.push(state());
      if (way.length > 30) throw new Error(`${'AB'[tab]} does not get on: ${[...new Set(way)]}`);
      const step = WAY_IN.map((name) => ({ tab, name })).find((one) => actOf(browser, one));
      // Now and then time passes although something can be pressed: an answer can be on its way.
      if (step === undefined || way.length % 5 === 0) await browser.pass(16_000);
      else await perform(browser, step);
    }
  }
}

type Command = fc.AsyncCommand<{ browser: SimulatedBrowser }, SimulatedBrowser>;
const commandsOf = (names: object) =>
  PLACED.filter(({ name }) => name in names).map(
    (step): Command => ({
      check: ({ browser }) => actOf(browser, step) !== null,
      run: (_, browser) => perform(browser, step),
      toString: () => nameOf(step),
    }),
  );
const passes: Command[] = TIMES_THAT_PASS.map((span) => ({
  check: () => true,
  async run(_, browser) {
    await browser.pass(span);
    observe(browser);
  },
  toString: () => `${span / 1_000} s pass`,
}));
const command = fc.oneof(
  { weight: 950, arbitrary: fc.constantFrom(...commandsOf(GESTURES)) },
  { weight: 50, arbitrary: fc.constantFrom(...commandsOf(DISTURBANCES)) },
  { weight: 1, arbitrary: fc.constantFrom(...passes) },
);

describe('two tabs of one browser', () => {
  it(
    'keep what must hold in random walks, and a person can always go on [R11.7, R11.8, R11.12, R22.1]',
    async () => {
      let requests = 0;
      const walk = fc.asyncProperty(
        fc.constantFrom(...COOKIE_DELAYS),
        fc.noBias(fc.commands([command], { maxCommands: COMMANDS, size: 'max' })),
        async (cookieDelay, commands) => {
          const browser = await openBrowser(cookieDelay);
          await fc.asyncModelRun(() => ({ model: { browser }, real: browser }), commands);
          await recover(browser);
          requests += browser.network.log.length;
        },
      );
      await fc.assert(walk, { numRuns: RUNS, seed: 1 });
      expect(requests).toBeGreaterThan(RUNS * 10);
    },
    LIMIT,
  );

  const way = (tab: 0 | 1, ...names: StepName[]) => names.map((name) => ({ tab, name }));
  it.runIf(isNightly).each([
    ['of a member', way(0, 'presses Google', 'is Ada at Google', 'chooses Acme')],
    [
      'of two persons who choose their organization',
      [
        ...way(0, 'presses Google', 'is Ada at Google'),
        ...way(1, 'presses Google', 'is Dora at Google'),
      ],
    ],
  ])(
    '%s keep it after every two steps [R11.7, R11.12, R22.1, R22.2]',
    async (_, start) => {
      const open = (steps: readonly Placed[]) => openBrowser(0, [...start, ...steps]);
      const possibleAfter = async (...steps: readonly Placed[]) => {
        const browser = await open(steps);
        return PLACED.filter((step) => actOf(browser, step) !== null);
      };
      let count = 0;
      for (const first of await possibleAfter()) {
        for (const second of await possibleAfter(first)) {
          await recover(await open([first, second])).catch((cause) => {
            throw new Error(`${nameOf(first)}, ${nameOf(second)}: ${cause}`, { cause });
          });
          count += 1;
        }
      }
      expect(count).toBeGreaterThan(50);
    },
    LIMIT,
  );
});
