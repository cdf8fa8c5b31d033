import type { StateValue } from 'xstate';

/** The active leaf states, for the document element and the chart: `signedIn.session.authenticated signedIn.menu.resting`. */
export function statePath(value: StateValue): string {
  return leaves(value).join(' ');
}

function leaves(value: StateValue | undefined, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return [[...path, value].join('.')];
  return Object.entries(value ?? {}).flatMap(([name, child]) => leaves(child, [...path, name]));
}
