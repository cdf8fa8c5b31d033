import type { AnyStateMachine } from 'xstate';
import { machineGraph, nodesOf } from './machine-graph.ts';
import { createStepper, type Stepper } from './stepper.ts';
import type { PayloadCases } from './steps.ts';

/** The names of the cases: an event without fields, an actor that is done without output, and an empty input. */
const CASE = { event: 'without data', result: 'without output', input: 'start' } as const;

/**
 * A stepper for a machine that nobody wrote payload cases for: its events have no fields, its actors no output and its
 * input is empty. A step that needs data takes it typed as JSON.
 */
export function defaultStepper(machine: AnyStateMachine): Stepper {
  return createStepper({ machine, cases: defaultCases(machine) });
}

function defaultCases(machine: AnyStateMachine): PayloadCases {
  const { transitions } = machineGraph(machine);
  const events = transitions.flatMap(({ kind, event }) => (kind === 'event' ? event : []));
  const invokes = nodesOf(machine).flatMap(({ invoke }) => invoke.map(({ id }) => id));
  const casesOf = (names: readonly string[], name: string, value: unknown) =>
    Object.fromEntries([...new Set(names)].map((each) => [each, [{ name, value }]]));
  return {
    events: casesOf(
      events.filter((type) => !type.includes('*')),
      CASE.event,
      {},
    ),
    results: casesOf(invokes, CASE.result, null),
    inputs: [{ name: CASE.input, value: {} }],
  };
}
