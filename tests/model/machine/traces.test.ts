import { describe, expect, test } from 'vitest';
import { redactEvent } from '#chart/feed/redact-event.ts';
import { feedConfig } from '#chart/feed.config.ts';
import type { AuthSimulationState } from '#machines/auth-cases/auth-stepper.ts';
import { authCases } from '#machines/auth-cases/auth-stepper.ts';
import { eventOf } from '#statechart/explore/steps.ts';
import { expectedScreens } from '../specification/table.ts';
import { problemsOfTrace, type TraceStep } from '../specification/traces.ts';
import { shortestPathsByInput } from '../support/paths.ts';
import { printReport } from '../support/print-report.ts';

/** A state that was reached, as the feed of a page tells of it. */
function traceStep(
  { path, lastStep, taken, now }: AuthSimulationState,
  before: AuthSimulationState | undefined,
): TraceStep {
  const event = lastStep ? eventOf(authCases, lastStep, now) : { type: 'xstate.init' };
  const redacted = redactEvent(event, feedConfig.redaction);
  return { ...redacted, before: before?.path ?? '', after: path, taken: [...taken] };
}

/** Every path to a state, and every step from there. A pause (`model.…`) is no step of the machine. */
const traces = shortestPathsByInput()
  .flatMap(({ paths }) => paths)
  .map(({ steps }) =>
    steps
      .map(({ state }, index) => traceStep(state, steps[index - 1]?.state))
      .filter(({ event }) => !event.startsWith('model.')),
  );

describe('problemsOfTrace', () => {
  test('finds none in what the machine does', () => {
    expect(traces.length).toBeGreaterThan(1_000);
    expect(new Set(traces.flatMap(problemsOfTrace))).toEqual(new Set());
  });

  test('finds nearly every other state after a step', () => {
    const last = new Map(
      traces.map((trace) => [JSON.stringify(trace.at(-1)), trace.at(-1)] as const),
    );
    const wrong = [...last.values()].flatMap((step) =>
      step === undefined || step.after.includes(' ')
        ? []
        : Object.keys(expectedScreens)
            .filter((path) => path !== step.after && !path.startsWith('signedOut.stepUp'))
            .map((path) => ({ ...step, after: path })),
    );
    const missed = wrong.filter((step) => problemsOfTrace([step]).length === 0);
    printReport(`${missed.length} of ${wrong.length} wrong states could not be told`);
    expect(missed.length / wrong.length).toBeLessThan(0.06);
  });

  const init: TraceStep = {
    event: 'xstate.init',
    payload: [],
    before: '',
    after: 'signedOut.default.idle',
    taken: ['restoring | always | 11'],
  };
  const press: TraceStep = {
    ...init,
    event: 'google.start',
    before: 'signedOut.default.idle',
    after: 'signedOut.default.starting',
    taken: ['signedOut.default.idle | google.start | 0'],
  };

  test.each([
    ['a step that no row describes', { ...press, event: 'signOut' }],
    ['a step that a row describes, and that was ignored', { ...press, taken: [] }],
    ['an event without a name', { ...press, event: '(unknown)' }],
    [
      'a step from a state in which no page was',
      { ...press, before: 'signedOut.selecting.browsing' },
    ],
    [
      'a result of another kind',
      {
        ...press,
        event: 'xstate.done.actor.startGoogle',
        before: 'signedOut.default.starting',
        after: 'signedIn.authenticated',
      },
    ],
  ] satisfies [string, TraceStep][])('finds %s', (_, step) => {
    expect(problemsOfTrace([init, press])).toEqual([]);
    expect(problemsOfTrace([init, step])).toHaveLength(1);
  });

  test('lets a page come back where it was', () => {
    const restored = { ...press, event: 'page.restored', before: press.after, after: init.after };
    expect(problemsOfTrace([init, press, init, restored])).toEqual([]);
  });
});
