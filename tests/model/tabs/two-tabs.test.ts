import type { Script } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeSequence } from '#chart/page/simulate/encode-sequence.ts';
import { createHandler } from '#emulator/handler.ts';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { authCases } from '#machines/auth-cases/auth-stepper.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';
import { authStepper } from '../support/auth-model.ts';
import { isNightly, runsOf } from '../support/nightly.ts';
import { bundlePage } from './bundle-page.ts';
import { chartLinks } from './chart-links.ts';
import { commandArbitraries, GESTURES, TAB_STEPS, type TabStep } from './commands.ts';
import { Observer } from './observer.ts';
import { seen } from './person.ts';
import { recover } from './recover.ts';
import { SimulatedBrowser } from './simulated-browser.ts';

const START = Date.UTC(2026, 0, 5, 12);

/** Random walks, and the commands of each; those that are not possible where they stand are left out. */
const RUNS = runsOf(600);
const COMMANDS = 1_500;

/** The steps after which every sequence is tried. */
const DEPTH = 2;

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

/** Does something in browsers. What does not hold is thrown with a link to the chart for each tab of the last one. */
async function withLinks(last: () => Observer | null, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const links = chartLinks(last()?.browser.tabs ?? []);
    throw new Error([String(error), ...links].join('\n'), { cause: error });
  }
}

const nameOf = ({ tab, step }: PlacedStep) => `${'AB'[tab]} ${step.name}`;

/** Performs each sequence of possible steps of a length, each in a browser of its own. Returns how many there are. */
async function performAll(open: () => Promise<Observer>, depth: number): Promise<number> {
  let count = 0;
  const sequences: (readonly PlacedStep[])[] = [[]];
  for (const steps of sequences) {
    const observer = await open();
    try {
      await withLinks(
        () => observer,
        async () => {
          for (const { tab, step } of steps) await observer.perform(tab, step);
          if (steps.length === depth) await recover(observer);
        },
      );
    } catch (error) {
      throw new Error(`${steps.map(nameOf).join('\n')}\n${String(error)}`, { cause: error });
    }
    if (steps.length === depth) count += 1;
    else sequences.push(...possibleSteps(observer).map((step) => [...steps, step]));
  }
  return count;
}

describe('two tabs of one browser', () => {
  it('keep what must hold in random walks, and a person can always go on [R11.7, R11.8, R11.12, R22.1]', async () => {
    let steps = 0;
    /** The last one is of the shortest walk. */
    let failed: Observer | null = null;
    const walk = fc.asyncProperty(
      fc.commands(commandArbitraries(), { maxCommands: COMMANDS, size: 'max' }),
      async (commands) => {
        const observer = await openBrowser();
        try {
          await fc.asyncModelRun(() => ({ model: observer, real: observer }), commands);
          steps += observer.steps;
          await recover(observer);
        } catch (error) {
          failed = observer;
          throw error;
        }
      },
    );
    await withLinks(
      () => failed,
      () => fc.assert(walk, { numRuns: RUNS, seed: 1 }),
    );
    expect(steps).toBeGreaterThan(RUNS * 10);
  }, 600_000);

  it('whose steps violate something open in the chart, where each tab has a history', async () => {
    const observer = await openTwoLists();
    const violated = withLinks(
      () => observer,
      async () => {
        await observer.perform(0, GESTURES.acme);
        throw new Error('Something does not hold.');
      },
    );
    const text = await violated.then(String, (error) => String(error));
    const { fingerprint } = machineGraph(authMachine);
    const ends = [...text.matchAll(/^([AB]): \/chart#mode=simulate&run=(.+)$/gm)].map(
      ([, name, run = '']) => {
        const { input, steps, problem } = decodeSequence(run, authCases, fingerprint);
        expect(problem).toBeNull();
        return [name, authStepper.replay(input, steps).at(-1)?.path];
      },
    );
    expect(text).toContain('Something does not hold.');
    expect(ends).toEqual(observer.browser.tabs.map((tab) => [tab.name, seen(tab)?.state]));
  });

  it.runIf(isNightly).each([
    ['of a member', openSignedIn],
    ['of two persons who choose their organization', openTwoLists],
  ])(
    `%s keep it after every ${DEPTH} steps [R11.7, R11.12, R22.1, R22.2]`,
    async (_, open) => {
      const count = await performAll(open, DEPTH);
      expect(count).toBeGreaterThan(50);
    },
    600_000,
  );
});
