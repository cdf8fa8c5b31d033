import type { MachineGraph } from './machine-graph.ts';

/** A guard that combines others. */
const COMBINED = /^(?:not|and|or)\((.*)\)$/s;

/** The names of all guards, actions, delays or actors of a machine, without their parameters. */
export function namesOf({ states, transitions }: MachineGraph, kind: string): readonly string[] {
  const names = {
    guard: transitions.flatMap(({ guard }) => guard?.replace(COMBINED, '$1').split(', ') ?? []),
    action: [
      ...states.flatMap(({ entry, exit, initialActions }) => [
        ...entry,
        ...exit,
        ...initialActions,
      ]),
      ...transitions.flatMap(({ actions }) => actions),
    ],
    delay: transitions.flatMap(({ kind: cause, label }) => (cause === 'after' ? label : [])),
    actor: states.flatMap(({ invokes }) => invokes.map(({ actor }) => actor)),
  }[kind];
  return [...new Set((names ?? []).map((name) => name.replace(/\(.*$/s, '')))].filter(Boolean);
}
