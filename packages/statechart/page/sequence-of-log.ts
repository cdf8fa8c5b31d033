import { findSequence } from '../explore/find-sequence.ts';
import type { Stepper } from '../explore/stepper.ts';
import { eventOf, type ModelStep, type StepSequence } from '../explore/steps.ts';
import type { FeedEntry } from '../feed/feed.types.ts';
import { type Redaction, redactPayload } from '../feed/redact-event.ts';

/**
 * The steps of the simulation that lead through the last page of a log: those payload cases that take the same
 * transitions, and of these the ones whose values have the same kinds.
 *
 * @returns `null` when no payload cases do
 */
export function sequenceOfLog(
  stepper: Stepper,
  log: readonly FeedEntry[],
  redaction: Redaction,
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
    const payload = redactPayload(eventOf(stepper.cases, step, now), redaction);
    const observed = new Map(entries[index]?.payload);
    return payload.filter(([field, kind]) => observed.get(field) !== kind).length;
  };
  return findSequence(stepper, history, { differenceOf });
}
