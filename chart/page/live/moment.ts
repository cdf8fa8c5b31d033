import type { FeedEntry } from '#chart/feed/feed.types.ts';
import { redactEvent } from '#chart/feed/redact-event.ts';
import { feedConfig } from '#chart/feed.config.ts';
import type { ChartData } from '#chart/model/chart.types.ts';
import { findSequence } from '#machines/explore/find-sequence.ts';
import type { Stepper } from '#machines/explore/stepper.ts';
import { eventOf, type ModelStep, type StepSequence } from '#machines/explore/steps.ts';
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

/**
 * The steps of the simulation that lead through the last page of a log: those payload cases that take the same
 * transitions, and of these the ones whose values have the same kinds.
 *
 * @returns `null` when no payload cases do
 */
export function sequenceOf(
  stepper: Stepper,
  { shortestPaths }: Pick<ChartData, 'shortestPaths'>,
  log: readonly FeedEntry[],
): StepSequence | null {
  const start = log.findLastIndex(({ before }) => before === '');
  const entries = log.slice(Math.max(0, start));
  const history = entries.map(({ event, before, after, taken }) => ({
    event,
    from: before,
    to: after,
    // Those that a machine takes while it is created are not all reported.
    ...(before === '' ? {} : { taken }),
  }));
  const differenceOf = (step: ModelStep, now: number, index: number) => {
    const { payload } = redactEvent(eventOf(stepper.cases, step, now), feedConfig.redaction);
    const observed = new Map(entries[index]?.payload);
    return payload.filter(([field, kind]) => observed.get(field) !== kind).length;
  };
  // A log that begins in the middle is continued from the shortest path to its first state.
  const leaves = entries[0]?.before.split(' ') ?? [];
  const starts = leaves.flatMap((leaf) => shortestPaths[leaf] ?? []);
  return findSequence(stepper, history, { starts, differenceOf });
}
