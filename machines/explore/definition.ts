import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { ChartTransition } from './machine-graph.ts';
import {
  chartGraph,
  chartTransition,
  nodesOf,
  definitionsOf as transitionsOf,
} from './machine-graph.ts';

/** One transition definition of a machine, as the chart has it, and the machine's own beside it. */
export interface Definition extends ChartTransition {
  readonly transition: AnyTransitionDefinition;
}

/** The states that have none inside. */
export function leavesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  return nodesOf(machine).filter(({ type }) => type === 'atomic' || type === 'final');
}

/** Every transition definition of a machine: guard branches, `always`, `after` and answers included. */
export function definitionsOf(machine: AnyStateMachine): readonly Definition[] {
  return transitionsOf(machine).map((transition) => ({
    ...chartTransition(transition),
    transition,
  }));
}

/**
 * A short text that changes with any state, transition, guard or action of a machine.
 *
 * @returns eight hexadecimal characters
 */
export function fingerprint(machine: AnyStateMachine): string {
  return chartGraph(machine).fingerprint;
}
