import type { FeedEntry } from '#chart/feed/feed.types.ts';
import { redactEvent } from '#chart/feed/redact-event.ts';
import { feedConfig } from '#chart/feed.config.ts';
import type { Details } from '#chart/model/chart.types.ts';
import { findSequence } from '#statechart/explore/find-sequence.ts';
import type { Stepper } from '#statechart/explore/stepper.ts';
import { eventOf, type ModelStep, type StepSequence } from '#statechart/explore/steps.ts';

/**
 * The steps of the simulation that lead through the last page of a log: those payload cases that take the same
 * transitions, and of these the ones whose values have the same kinds.
 *
 * @returns `null` when no payload cases do
 */
export function sequenceOfLog(
  stepper: Stepper,
  { shortestPaths }: Pick<Details, 'shortestPaths'>,
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
