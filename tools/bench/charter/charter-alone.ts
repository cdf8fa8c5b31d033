import type { Browser } from '@playwright/test';
import { growth, table } from '../report.ts';
import type { SiteServer } from '../site-server.ts';
import { median } from '../statistics.ts';
import { CHART_LIMITS, DRAWN_PAGES, THE_CHART, timeToDraw } from './chart.ts';
import { countRefreshes, type Journey, measureJourney, measureList } from './journey.ts';
import { measureMachine } from './machine-speed.ts';

const TABS = [1, 5, 20];
const ORGANIZATIONS = [200, 2_000, 10_000];

type Row = readonly [string, string, string];

/** Measures Charter without a peer. Returns a table; its last column relates a value to the one it grows from. */
export async function measureCharterAlone(
  browser: Browser,
  server: SiteServer,
  rounds: number,
): Promise<string> {
  const rows: Row[] = [
    ...(await journeyRows(browser, server, rounds)),
    ...(await refreshRows(browser, server)),
    ...(await listRows(browser, server, rounds)),
    ...machineRows(rounds),
    ...(await drawnRows(browser, server, rounds)),
    chartSizeRow(server),
  ];
  return table(['Charter alone', 'measured', 'against'], rows);
}

/** Runs a measurement several times, one after the other. */
async function repeat<Result>(rounds: number, run: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round < rounds; round += 1) results.push(await run());
  return results;
}

async function journeyRows(browser: Browser, server: SiteServer, rounds: number): Promise<Row[]> {
  server.emulator.store.reset();
  const journeys = await repeat(rounds, () => measureJourney(browser, server));
  const of = (name: keyof Journey) => median(journeys.map((journey) => journey[name]));
  const ratio = (policies: keyof Journey, paint: keyof Journey) =>
    `${median(journeys.map((journey) => journey[policies] / journey[paint])).toFixed(2)}x its first paint`;
  return [
    ['callback to list', inMilliseconds(of('callbackToList')), ''],
    ['press on an organization to policies', inMilliseconds(of('pressToPolicies')), ''],
    ['signed-in reload, warm cache: first paint', inMilliseconds(of('warmPaint')), ''],
    [
      'signed-in reload, warm cache: policies',
      inMilliseconds(of('warmPolicies')),
      `${ratio('warmPolicies', 'warmPaint')} (at most 1.4x)`,
    ],
    ['signed-in reload, empty cache: first paint', inMilliseconds(of('emptyPaint')), ''],
    [
      'signed-in reload, empty cache: policies',
      inMilliseconds(of('emptyPolicies')),
      ratio('emptyPolicies', 'emptyPaint'),
    ],
  ];
}

async function refreshRows(browser: Browser, server: SiteServer): Promise<Row[]> {
  const counts: number[] = [];
  for (const tabs of TABS) counts.push(await countRefreshes(browser, server, tabs));
  return counts.map((count, index) => [
    `refresh requests of ${TABS[index]} tabs per interval`,
    String(count),
    growth(counts, index, TABS),
  ]);
}

async function listRows(browser: Browser, server: SiteServer, rounds: number): Promise<Row[]> {
  const filters: number[] = [];
  const scrolls: number[] = [];
  for (const count of ORGANIZATIONS) {
    const frames = await repeat(rounds, () => measureList(browser, server, count));
    filters.push(median(frames.map(({ filter }) => filter)));
    scrolls.push(median(frames.map(({ scroll }) => scroll)));
  }
  const rows = (what: string, values: readonly number[]) =>
    values.map(
      (value, index): Row => [
        `${ORGANIZATIONS[index]} organizations ${what}, longest frame`,
        inMilliseconds(value),
        growth(values, index, ORGANIZATIONS),
      ],
    );
  return [...rows('filtered', filters), ...rows('scrolled', scrolls)];
}

function machineRows(rounds: number): Row[] {
  const speeds = Array.from({ length: rounds }, measureMachine);
  const auth = median(speeds.map((speed) => speed.auth));
  const ratio = median(speeds.map((speed) => speed.auth / speed.bare));
  return [
    [
      'events of the machine per second, in Node',
      Math.round(auth).toLocaleString('en'),
      `${ratio.toFixed(2)}x a bare machine of two states`,
    ],
  ];
}

async function drawnRows(browser: Browser, server: SiteServer, rounds: number): Promise<Row[]> {
  const pages = Object.entries(DRAWN_PAGES);
  const times = new Map(pages.map(([name]) => [name, [] as number[]]));
  // Each round measures all pages, so that a temporary load on the machine affects all of them.
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, page] of pages) {
      times.get(name)?.push(await timeToDraw(browser, server.origin, page));
    }
  }
  const medians = pages.map(([name]) => median(times.get(name) ?? []));
  return pages.map(([name], index) => {
    const value = medians[index] ?? 0;
    const ratio = value / (medians[0] ?? value);
    const limit = name === THE_CHART ? ` (at most ${inMilliseconds(CHART_LIMITS.drawn)})` : '';
    return [
      `drawn, full-speed network: ${name}`,
      inMilliseconds(value),
      index === 0 ? '' : `${ratio.toFixed(1)}x a page without scripts${limit}`,
    ];
  });
}

function chartSizeRow({ sizes }: SiteServer): Row {
  const scripts = [...sizes].filter(([path]) => /\/assets\/chart[^/]*\.js$/.test(path));
  const size = scripts.reduce((sum, [, { gzip }]) => sum + gzip, 0) / 1_000;
  return [
    'JavaScript of the chart, gz',
    `${size.toFixed(1)} kB`,
    `(at most ${CHART_LIMITS.size} kB)`,
  ];
}

function inMilliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}
