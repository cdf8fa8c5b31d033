import type { Browser } from '@playwright/test';
import type { FileSize, SiteServer } from '../site-server.ts';
import type { Site } from '../sites.ts';
import { median } from '../statistics.ts';
import { type ClickedLoad, loadAndClick, loadUntouched, PHONE } from './load-page.ts';

/** What is measured of a sign-in screen. Sizes are kB, times are milliseconds, memory is MB. */
export interface SignInValues {
  /** Compressed with gzip -9, received until the browser asked for Google. */
  readonly scriptsToGoogle: number;
  /** The same scripts, compressed with brotli. */
  readonly scriptsToGoogleBrotli: number;
  /** Compressed with gzip -9, received until React had hydrated the button, or in all where it never does. */
  readonly scriptsToHydrated: number;
  readonly firstPaint: number;
  readonly firstContentfulPaint: number;
  readonly button: number;
  readonly atGoogle: number;
  /** The sum of all tasks over 50 ms. */
  readonly longTasks: number;
  /** The longest task over 50 ms with the processor at full speed; 0 when there is none. */
  readonly longestTask: number;
  /** The largest sum of layout shifts of any load. */
  readonly layoutShift: number;
  readonly heap: number;
  /** Clicks until Google started; 1 unless one was lost. */
  readonly clicks: number;
}

export interface ServedSite {
  readonly site: Site;
  readonly server: SiteServer;
}

/** What one round measures of one site. */
type Round = Omit<SignInValues, 'longestTask'>;

/**
 * Measures sign-in screens on a slow phone. Every round loads every site, so that a temporary load of the machine
 * affects all of them. The first round warms up and does not count.
 *
 * @param report receives the number of each completed round
 * @returns the medians of each site, in the given order
 */
export async function measureSignIn(
  browser: Browser,
  sites: readonly ServedSite[],
  rounds: number,
  report: (round: number) => void,
): Promise<SignInValues[]> {
  const measured = sites.map((served) => ({
    ...served,
    rounds: [] as Round[],
    longestTasks: [] as number[],
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { site, server, rounds, longestTasks } of measured) {
      const options = { browser, site, server, cpuSlowdown: PHONE.cpuSlowdown };
      const untouched = await loadUntouched(options);
      const clicked = await loadAndClick(options);
      const fast = await loadUntouched({ ...options, cpuSlowdown: 1 });
      if (round === 0) continue;
      rounds.push(toRound(site, untouched, clicked));
      longestTasks.push(Math.max(0, ...fast.longTasks.map(({ duration }) => duration)));
    }
    report(round);
  }
  return measured.map(({ rounds, longestTasks }) => summarize(rounds, longestTasks));
}

function toRound(
  site: Site,
  untouched: Awaited<ReturnType<typeof loadUntouched>>,
  clicked: ClickedLoad,
): Round {
  const { button, hydrated, scripts, longTasks, shifts } = untouched;
  if (button === null) throw new Error(`${site.name} has shown no Google button.`);
  const toHydrated = scripts.filter(({ at }) => hydrated === null || at <= hydrated);
  return {
    scriptsToGoogle: kilobytes(clicked.scripts, 'gzip'),
    scriptsToGoogleBrotli: kilobytes(clicked.scripts, 'brotli'),
    scriptsToHydrated: kilobytes(toHydrated, 'gzip'),
    firstPaint: untouched.firstPaint,
    firstContentfulPaint: untouched.firstContentfulPaint,
    button,
    atGoogle: clicked.atGoogle,
    longTasks: sum(longTasks.map(({ duration }) => duration)),
    layoutShift: sum(shifts),
    heap: untouched.heap / 1_000_000,
    clicks: clicked.clicks,
  };
}

function summarize(rounds: readonly Round[], longestTasks: readonly number[]): SignInValues {
  const of = (name: keyof Round) => median(rounds.map((round) => round[name]));
  return {
    scriptsToGoogle: of('scriptsToGoogle'),
    scriptsToGoogleBrotli: of('scriptsToGoogleBrotli'),
    scriptsToHydrated: of('scriptsToHydrated'),
    firstPaint: of('firstPaint'),
    firstContentfulPaint: of('firstContentfulPaint'),
    button: of('button'),
    atGoogle: of('atGoogle'),
    longTasks: of('longTasks'),
    longestTask: median(longestTasks),
    layoutShift: Math.max(...rounds.map(({ layoutShift }) => layoutShift)),
    heap: of('heap'),
    clicks: of('clicks'),
  };
}

function kilobytes(scripts: readonly FileSize[], compression: keyof FileSize): number {
  return sum(scripts.map((script) => script[compression])) / 1_000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
