import { backoffDelay } from '#machines/rules/backoff.ts';
import { REFRESH_INTERVAL } from '#machines/rules/limits.ts';
import { lastDueTime } from '#src/stytch/refresh/refresh-schedule.ts';
import { table } from './report.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A simulated working day: people arrive during the first hour and keep their browser open. */
const DAY = 8 * HOUR;
const ARRIVAL = HOUR;
const OUTAGE_START = 4 * HOUR;
const BROWSERS = 1_000_000;

/** The shortest and the longest time in milliseconds that the provider takes for a response. */
const RESPONSE_TIME = [100, 300] as const;

/** The time in which every request fails. Milliseconds. */
export interface Outage {
  readonly start: number;
  readonly end: number;
}

interface BrowserRun {
  /** When the browser got its session, in milliseconds. */
  readonly signedInAt: number;
  readonly until: number;
  readonly outage: Outage;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Milliseconds until the response of a request. */
  readonly responseTime: () => number;
}

/**
 * Calls `visit` with the time of each refresh request of one browser, and whether it succeeded. Its tabs share one
 * schedule and send one request per interval and one retry per backoff delay (R11.8), so their number does not
 * matter: a test compares this function with `src/stytch/refresh` for one to five tabs.
 */
export function visitRequests(
  { signedInAt, until, outage, random, responseTime }: BrowserRun,
  visit: (at: number, isRefreshed: boolean) => void,
): void {
  let failures = 0;
  let succeededAt = signedInAt;
  let at = signedInAt + REFRESH_INTERVAL;
  while (at < until) {
    const isRefreshed = at < outage.start || at >= outage.end;
    visit(at, isRefreshed);
    const responseAt = at + responseTime();
    if (isRefreshed) {
      succeededAt = failures > 0 ? lastDueTime(succeededAt, responseAt) : responseAt;
      failures = 0;
      at = succeededAt + REFRESH_INTERVAL;
    } else {
      failures += 1;
      at = responseAt + backoffDelay(failures, random());
    }
  }
}

/** What the provider sees of an outage. Rates are requests per second of all browsers. */
export interface HerdResult {
  /** The mean of the ten minutes before the outage. */
  readonly steady: number;
  /** The busiest second of the outage. */
  readonly peakInOutage: number;
  /** The busiest second of the interval after the outage. */
  readonly peakAfter: number;
  /** The busiest second of the interval that begins an hour later. */
  readonly peakAnHourLater: number;
  /** Milliseconds from the end of the outage until every browser is refreshed. */
  readonly allRefreshed: number;
}

interface Herd {
  readonly browsers: number;
  /** Milliseconds. */
  readonly outage: number;
  /** Milliseconds. */
  readonly until: number;
}

/** Takes many browsers through a day with an outage. One second of the day is one element of an array. */
export function simulateHerd({ browsers, outage: length, until }: Herd): HerdResult {
  const outage = { start: OUTAGE_START, end: OUTAGE_START + length };
  const perSecond = new Uint32Array(until / SECOND);
  const random = createRandom(1);
  const [shortest, longest] = RESPONSE_TIME;
  const responseTime = () => shortest + random() * (longest - shortest);
  let allRefreshedAt = outage.end;
  for (let browser = 0; browser < browsers; browser += 1) {
    let isRefreshedAfter = false;
    const signedInAt = random() * ARRIVAL;
    visitRequests({ signedInAt, until, outage, random, responseTime }, (at, isRefreshed) => {
      const second = Math.floor(at / SECOND);
      perSecond[second] = (perSecond[second] ?? 0) + 1;
      if (isRefreshed && !isRefreshedAfter && at >= outage.end) {
        isRefreshedAfter = true;
        allRefreshedAt = Math.max(allRefreshedAt, at);
      }
    });
  }
  const rates = (from: number, duration: number) =>
    perSecond.subarray(from / SECOND, (from + duration) / SECOND);
  const peak = (from: number, duration: number) => rates(from, duration).reduce(larger, 0);
  const before = rates(outage.start - 10 * MINUTE, 10 * MINUTE);
  return {
    steady: before.reduce((sum, rate) => sum + rate, 0) / before.length,
    peakInOutage: peak(outage.start, length),
    peakAfter: peak(outage.end, 2 * REFRESH_INTERVAL),
    peakAnHourLater: peak(outage.end + HOUR, REFRESH_INTERVAL),
    allRefreshed: allRefreshedAt - outage.end,
  };
}

function larger(a: number, b: number): number {
  return Math.max(a, b);
}

/** Returns a generator of numbers in [0, 1) that always gives the same ones (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The simulated outages: seconds, and whether the whole day is simulated. */
const OUTAGES = [10, 60, 150, 10 * 60, 60 * 60];

/** Simulates a million browsers through a working day with outages of different lengths. */
export function reportHerd(browsers = BROWSERS): string {
  const rows = OUTAGES.map((seconds) => {
    const result = simulateHerd({ browsers, outage: seconds * SECOND, until: DAY });
    const rate = (value: number) =>
      `${Math.round(value).toLocaleString('en')} (${(value / result.steady).toFixed(1)}x)`;
    return [
      seconds < 60 ? `${seconds} s` : `${seconds / 60} min`,
      Math.round(result.steady).toLocaleString('en'),
      rate(result.peakInOutage),
      rate(result.peakAfter),
      rate(result.peakAnHourLater),
      (result.allRefreshed / SECOND).toFixed(0),
    ];
  });
  return table(
    [
      'outage',
      'steady, requests/s',
      'busiest second of the outage',
      'of the two intervals after it',
      'an hour later',
      'all refreshed after, s',
    ],
    rows,
  );
}
