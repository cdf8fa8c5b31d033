import {
  eventLabel,
  type GraphState,
  type GraphTransition,
  type MachineGraph,
  transitionKind,
} from './machine-graph.ts';
import { type ModelStep, typedCaseOf } from './steps.ts';

/** The name of a state, and what it is if it is a history or has regions. */
export function stateTitle({ name, kind, isDeep }: GraphState): string {
  if (kind === 'history') return isDeep ? `${name} (H*)` : `${name} (H)`;
  return kind === 'parallel' ? `${name} (parallel)` : name;
}

/** What causes a transition, in words. */
export function causeText({ kind, label }: Pick<GraphTransition, 'kind' | 'label'>): string {
  if (kind === 'always') return 'at once';
  const call = label === '*' ? 'any call' : label;
  if (kind === 'done') return `${call} done`;
  if (kind === 'error') return `${call} failed`;
  // A number is in milliseconds, anything else the name of a delay.
  const delay = /^\d+$/.test(label) ? duration(Number(label)) : label;
  return kind === 'after' ? `after ${delay}` : label;
}

/** The condition of a transition in words; empty for an only branch without a guard. */
export function guardText({ guard, index }: Pick<GraphTransition, 'guard' | 'index'>): string {
  if (guard !== null) return `[${guard}]`;
  return index > 0 ? '[else]' : '';
}

/**
 * What a target does not tell about where a transition leads: whether it stays, or leaves and enters its state again. One
 * without a target and actions forbids its event: the states around do not get it either.
 */
export function movesText({
  targets,
  actions,
  reenters,
}: Pick<GraphTransition, 'targets' | 'actions' | 'reenters'>): string {
  if (reenters) return 'enters again';
  if (targets.length > 0) return '';
  return actions.length > 0 ? 'stays' : 'forbidden';
}

/**
 * Milliseconds in words: `2 min`, `1.5 s`, `300 ms`.
 */
export function duration(milliseconds: number): string {
  const units = [
    [86_400_000, 'days'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ] as const;
  for (const [size, unit] of units) {
    if (milliseconds >= size) return `${Math.round((milliseconds / size) * 10) / 10} ${unit}`;
  }
  return `${Math.round(milliseconds)} ms`;
}

/** What causes a step, in words. An actor without an id is named by what it is. */
export function eventText(type: string, { states }: Pick<MachineGraph, 'states'>): string {
  const kind = transitionKind(type);
  const address = eventLabel(type);
  const invoke = states.flatMap(({ invokes }) => invokes).find((each) => each.address === address);
  const label = invoke !== undefined && /^\d+$/.test(invoke.id) ? invoke.actor : address;
  // A delay's event also names its state, which is active anyway.
  return causeText({ kind, label: kind === 'after' ? (label.split('.')[0] ?? '') : label });
}

/** A step in words: its cause and its payload case. */
export function stepText({ type, case: name }: ModelStep, graph: MachineGraph): string {
  const typed = typedCaseOf(name);
  const passes = (typed?.transitions ?? []).length === 0 ? '' : 'guard passes · ';
  return `${eventText(type, graph)} · ${passes}${typed?.json ?? name}`;
}
