import type { StateValue } from 'xstate';
import { toPathSegment } from './transition-id.ts';

/** The paths of the active leaf states, joined by spaces: `signedIn.idle menu.closed`. */
export function statePath(value: StateValue): string {
  return leaves(value, '').join(' ');
}

function leaves(value: StateValue, prefix: string): readonly string[] {
  if (typeof value === 'string') return [prefix + toPathSegment(value)];
  return Object.entries(value).flatMap(([name, child]) =>
    child === undefined || (typeof child === 'object' && Object.keys(child).length === 0)
      ? [prefix + toPathSegment(name)]
      : leaves(child, `${prefix}${toPathSegment(name)}.`),
  );
}
