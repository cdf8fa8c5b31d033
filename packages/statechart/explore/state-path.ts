import type { StateValue } from 'xstate';
import { pathName } from './transition-id.ts';

/** The paths of the active leaf states, joined by spaces: `signedIn.idle menu.closed`. */
export function statePath(value: StateValue): string {
  return leaves(value, '').join(' ');
}

function leaves(value: StateValue, prefix: string): readonly string[] {
  if (typeof value === 'string') return [prefix + pathName(value)];
  return Object.entries(value).flatMap(([name, child]) =>
    child === undefined || (typeof child === 'object' && Object.keys(child).length === 0)
      ? [prefix + pathName(name)]
      : leaves(child, `${prefix}${pathName(name)}.`),
  );
}
