import type { FeedEntry } from '#chart/feed/feed.types.ts';
import type { LiveTab } from './use-live.ts';

/** The moment after a step of a tab. */
export interface Moment {
  readonly tab: string;
  readonly seq: number;
}

/** A tab as it was after a step, as far as its log tells: the timers that ran then are not known. */
export function atMoment(tab: LiveTab, entry: FeedEntry): LiveTab {
  return { ...tab, state: entry.after, timers: [], log: [entry] };
}
