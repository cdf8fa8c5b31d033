import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { parseFeedMessage } from '#chart/feed/feed.types.ts';
import { problemsOfTrace, type TraceStep } from '#tests/model/specification/traces.ts';

/** The pages that were told that they are left: what they do until they are closed is no product's. */
const left = new WeakSet<Page>();

/** Whether a page was told that it is left, to read its steps. */
export function isLeft(page: Page | null): boolean {
  return page !== null && left.has(page);
}

/** Milliseconds within which a page must have responded; one that is being left does not. */
const TIMEOUT = 1_000;

/** The steps that the machines of a browser's tabs took, as the product keeps them for the chart. */
export interface Traces {
  /** The log of each tab, also of those that the test has closed. */
  readonly read: (browser: Browser) => Promise<readonly (readonly TraceStep[])[]>;
}

/**
 * Records the steps of each tab of a browser: a page stores its log when it is left, and the next page of the tab
 * continues it.
 */
export function recordTraces(context: BrowserContext): Traces {
  const closed: (readonly TraceStep[])[] = [];
  context.on('page', (page) => {
    const close = page.close.bind(page);
    page.close = async (options) => {
      left.add(page);
      closed.push(await logOf(page));
      await close(options);
    };
  });
  return {
    async read(browser) {
      const pages = browser.contexts().flatMap((each) => each.pages());
      return [...closed, ...(await Promise.all(pages.map(logOf)))];
    },
  };
}

/** The log of a tab; empty for a tab without the product. Its page publishes nothing afterwards. */
async function logOf(page: Page): Promise<readonly TraceStep[]> {
  const read = page.evaluate(() => {
    window.dispatchEvent(new Event('pagehide'));
    return sessionStorage.getItem('chart_tab');
  });
  const text = await Promise.race([read.catch(() => null), pause(TIMEOUT, null, { ref: false })]);
  const rest = { kind: 'report', activeAt: 0, route: '', fingerprint: '', state: '', timers: [] };
  const message = parseFeedMessage({ ...rest, ...laneIn(text ?? '') });
  return message?.kind === 'report' ? message.log : [];
}

/** What a tab has stored for its next page; `null` for a text that a test has put in its place. */
function laneIn(text: string): object | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the specification does not allow in some traces, one sentence for each. */
export function problemsOfTraces(traces: readonly (readonly TraceStep[])[]): readonly string[] {
  return [...new Set(traces.flatMap(problemsOfTrace))];
}
