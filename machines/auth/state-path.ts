import type { StateValue } from 'xstate';

/**
 * The paths of the active leaf states, joined by spaces: `signedIn.authenticated`. The document element and
 * the chart show it.
 */
export function statePath(value: StateValue): string {
  return leaves(value).join(' ');
}

function leaves(value: StateValue | undefined, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return [[...path, value].join('.')];
  return Object.entries(value ?? {}).flatMap(([name, child]) => leaves(child, [...path, name]));
}
