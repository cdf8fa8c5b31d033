import type { Script } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandler } from '#emulator/handler.ts';
import { isNightly } from '../support/nightly.ts';
import { bundlePage } from './bundle-page.ts';
import { commandArbitraries, GESTURES, TAB_STEPS, type TabStep } from './commands.ts';
import { Observer } from './observer.ts';
import { recover } from './recover.ts';
import { SimulatedBrowser } from './simulated-browser.ts';

const START = Date.UTC(2026, 0, 5, 12);

/** Random walks, and the commands of each; those that are not possible where they stand are left out. */
const RUNS = isNightly ? 60 : 5;
const COMMANDS = 1_500;
/** Milliseconds, on a busy machine. */
const LIMIT = isNightly ? 3_600_000 : 600_000;

let script: Script;

beforeAll(async () => {
  script = await bundlePage();
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
}, 60_000);
afterAll(() => {
  vi.useRealTimers();
});

/** A browser with two tabs on the login screen. */
async function openBrowser(): Promise<Observer> {
  vi.clearAllTimers();
  vi.setSystemTime(START);
  const browser = new SimulatedBrowser(createHandler({ now: () => Date.now() }), script);
  for (const name of ['A', 'B']) browser.openTab(name).load('/');
  await browser.settle();
  return new Observer(browser);
}

/** A browser in which Ada has signed in, in the first of two tabs. */
async function openSignedIn(): Promise<Observer> {
  const observer = await openBrowser();
  const { google, chooseAda, acme } = GESTURES;
  for (const step of [google, chooseAda, acme]) await observer.perform(0, step);
  return observer;
}

/** A browser in which Ada chooses her organization in one tab, and Dora hers in the other. */
async function openTwoLists(): Promise<Observer> {
  const observer = await openBrowser();
  const { google, chooseAda, chooseDora } = GESTURES;
  for (const step of [google, chooseAda]) await observer.perform(0, step);
  for (const step of [google, chooseDora]) await observer.perform(1, step);
  return observer;
}

interface PlacedStep {
  readonly tab: number;
  readonly step: TabStep;
}

function possibleSteps({ browser }: Observer): readonly PlacedStep[] {
  return browser.tabs.flatMap((tab, index) =>
    TAB_STEPS.filter((step) => step.isPossible(tab)).map((step) => ({ tab: index, step })),
  );
}

const nameOf = ({ tab, step }: PlacedStep) => `${'AB'[tab]} ${step.name}`;

/** Performs each sequence of possible steps of a length, each in a browser of its own. Returns how many there are. */
async function performAll(open: () => Promise<Observer>, depth: number): Promise<number> {
  let count = 0;
  const sequences: (readonly PlacedStep[])[] = [[]];
  for (const steps of sequences) {
    const observer = await open();
    try {
      for (const { tab, step } of steps) await observer.perform(tab, step);
      if (steps.length === depth) await recover(observer);
    } catch (error) {
      throw new Error(`${steps.map(nameOf).join('\n')}\n${String(error)}`, { cause: error });
    }
    if (steps.length === depth) count += 1;
    else sequences.push(...possibleSteps(observer).map((step) => [...steps, step]));
  }
  return count;
}

describe('two tabs of one browser', () => {
  it(
    'keep what must hold in random walks, and a person can always go on [R11.7, R11.8, R11.12, R22.1]',
    async () => {
      let steps = 0;
      const walk = fc.asyncProperty(
        fc.commands(commandArbitraries(), { maxCommands: COMMANDS, size: 'max' }),
        async (commands) => {
          const observer = await openBrowser();
          await fc.asyncModelRun(() => ({ model: observer, real: observer }), commands);
          steps += observer.steps;
          await recover(observer);
        },
      );
      await fc.assert(walk, { numRuns: RUNS, seed: 1 });
      expect(steps).toBeGreaterThan(RUNS * 10);
    },
    LIMIT,
  );

  it.runIf(isNightly).each([
    ['of a member', openSignedIn],
    ['of two persons who choose their organization', openTwoLists],
  ])(
    '%s keep it after every two steps [R11.7, R11.12, R22.1, R22.2]',
    async (_, open) => {
      const count = await performAll(open, 2);
      expect(count).toBeGreaterThan(50);
    },
    LIMIT,
  );
});
