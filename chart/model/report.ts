import * as v from 'valibot';
import { findSequence, type ObservedStep } from '../../machines/explore/find-sequence.ts';
import type { Stepper } from '../../machines/explore/stepper.ts';
import type { StepSequence } from '../../machines/explore/steps.ts';

/** What an error report, an analytics export or a saved log tells about a machine. */
export interface Report {
  /** The fingerprint of the machine; `null` when the report does not tell. */
  readonly machine: string | null;
  readonly steps: readonly ObservedStep[];
}

const step = { event: v.string(), to: v.string() };

const Steps = v.object({
  machine: v.optional(v.string()),
  steps: v.array(
    v.union([
      v.object({ ...step, from: v.string() }),
      // As the chart saves its log.
      v.pipe(
        v.object({ event: v.string(), before: v.string(), after: v.string() }),
        v.transform(({ event, before, after }) => ({ event, from: before, to: after })),
      ),
    ]),
  ),
});

/** An error report, in which each step of the machine is a breadcrumb. */
const Breadcrumbs = v.pipe(
  v.object({
    breadcrumbs: v.array(
      v.object({ message: v.string(), data: v.object({ from: v.string(), event: v.string() }) }),
    ),
  }),
  v.transform(({ breadcrumbs }) => ({
    machine: undefined,
    steps: breadcrumbs.map(({ message, data }) => ({ ...data, to: message })),
  })),
);

/**
 * Reads the steps of a machine from the text of a report: those since its last start.
 *
 * @param text JSON: an error report with breadcrumbs, a saved log, or a list of `{ from, event, to }`
 * @returns `null` for anything else, and for a report without a step
 */
export function parseReport(text: string): Report | null {
  const result = v.safeParse(v.union([Steps, Breadcrumbs]), parseJson(text));
  if (!result.success || result.output.steps.length === 0) return null;
  const { machine = null, steps } = result.output;
  // The state before the start is the one that the machine is created in.
  const observed = steps.map((each) =>
    each.event === 'xstate.init' ? { ...each, from: '' } : each,
  );
  return { machine, steps: observed.slice(Math.max(0, observed.findLastIndex(isStart))) };
}

function isStart({ from }: ObservedStep): boolean {
  return from === '';
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { steps: value } : value;
  } catch {
    return null;
  }
}

/**
 * A history that is consistent with a report: the steps of payload cases that lead through its states.
 *
 * @param shortestPaths to each state, by its id: where a report begins that does not contain the start
 * @returns `null` when no payload cases lead through them
 */
export function sequenceOfReport(
  stepper: Stepper,
  shortestPaths: Readonly<Record<string, StepSequence>>,
  { steps }: Report,
): StepSequence | null {
  const leaves = steps[0]?.from.split(' ') ?? [];
  const starts = leaves.flatMap((leaf) => shortestPaths[leaf] ?? []);
  return findSequence(stepper, steps, { starts });
}
