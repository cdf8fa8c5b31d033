import type { AnyStateMachine } from 'xstate';
import { machineGraph, nodesOf } from './machine-graph.ts';
import { createStepper, type Stepper } from './stepper.ts';

/**
 * A stepper for a machine that nobody wrote payload cases for: its events have no fields, its actors no output and its
 * input is empty. A step that needs data takes it typed as JSON.
 */
export function defaultStepper(machine: AnyStateMachine): Stepper {
  const { transitions } = machineGraph(machine);
  const types = transitions.flatMap(({ kind, event }) =>
    kind === 'event' && !event.includes('*') ? event : [],
  );
  const invokes = nodesOf(machine).flatMap(({ invoke }) => invoke.map(({ id }) => id));
  const casesOf = (names: readonly string[], name: string, value: unknown) =>
    Object.fromEntries(names.map((each) => [each, [{ name, value }]]));
  const cases = {
    events: casesOf(types, 'without data', {}),
    results: casesOf(invokes, 'without output', null),
    inputs: [{ name: 'start', value: {} }],
  };
  return createStepper({ machine, cases });
}
