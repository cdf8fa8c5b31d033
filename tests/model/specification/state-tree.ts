import { invokeIdOf, stepKind } from '#statechart/explore/steps.ts';
import { ANEW, type Row, rows, states } from './table.ts';

/** The scope of rows that hold in every state. */
const ROOT = '(root)';

/** The target that a tab's context decides. */
export const SELECTION_OR_LOGIN = 'selection or login';

/** A row, and which of its states is active. */
export interface Match {
  readonly row: Row;
  readonly scope: string;
}

const rowsByScope = new Map<string, Row[]>();
for (const row of rows) {
  for (const scope of row.in) rowsByScope.set(scope, [...(rowsByScope.get(scope) ?? []), row]);
}

const childrenOf = new Map<string, string[]>();
for (const path of states.keys()) {
  const parent = parentOf(path);
  childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), path]);
}

function parentOf(path: string): string {
  return path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : ROOT;
}

function isInside(path: string, ancestor: string): boolean {
  return ancestor === ROOT ? path !== ROOT : path.startsWith(`${ancestor}.`);
}

function depthOf(path: string): number {
  return path === ROOT ? 0 : path.split('.').length;
}

/** The rows of a state, not of those around it. */
export function rowsIn(path: string): readonly Row[] {
  return rowsByScope.get(path) ?? [];
}

/** A state and those around it, the root first. */
function ancestorsOf(path: string): readonly string[] {
  return path === ROOT ? [ROOT] : [...ancestorsOf(parentOf(path)), path];
}

/** The active states of a path, which joins leaves by a space. */
export function activeIn(path: string): ReadonlySet<string> {
  return new Set(path.split(' ').flatMap((leaf) => ancestorsOf(leaf).slice(1)));
}

/** The active states that have none inside them. */
export function leavesOf(active: ReadonlySet<string>): readonly string[] {
  return [...active].filter((path) => !childrenOf.has(path)).sort();
}

/** How an event is written in the column "On", and the state of its call or delay. */
export function triggerOf(type: string): { readonly on: string; readonly state: string | null } {
  const kind = stepKind(type);
  if (kind === 'done' || kind === 'error') {
    const id = invokeIdOf(type);
    const state = [...states.values()].find(({ call }) => call === id)?.path ?? '';
    return { on: kind, state };
  }
  if (kind !== 'after') return { on: type, state: null };
  const [, , delay = '', , ...state] = type.split('.');
  return { on: `after ${delay}`, state: state.join('.') };
}

/** The rows of an event, in the order in which they are tried: those of an inner state first. */
export function matches(
  active: ReadonlySet<string>,
  on: string,
  state: string | null = null,
): readonly Match[] {
  // The end of a call concerns the states around its own, too; the end of a delay does not.
  const isOfCall = on === 'done' || on === 'error';
  const scopes = [...active, ROOT].filter(
    (scope) =>
      state === null || scope === state || (isOfCall && state !== '' && isInside(state, scope)),
  );
  scopes.sort((one, other) => depthOf(other) - depthOf(one));
  return scopes.flatMap((scope) =>
    rowsIn(scope)
      .filter((row) => row.on.includes(on))
      .map((row) => ({ row, scope })),
  );
}

/** The states that a row leaves on its way to a state, the innermost first, and those that it enters. */
export function movesOf(active: ReadonlySet<string>, { row, scope }: Match, to: string) {
  const stays = isInside(to, scope) && !row.does.includes(ANEW);
  const domain = stays ? scope : commonAncestor(scope, to);
  const left = [...active].filter((each) => isInside(each, domain)).reverse();
  const path = ancestorsOf(to);
  const around = path.filter((each) => each !== ROOT && (left.includes(each) || !active.has(each)));
  // Of a parallel state that is entered, or whose regions are left, the others begin anew.
  const others = [domain, ...around]
    .filter((each) => each !== to && states.get(each)?.kind === 'parallel')
    .flatMap((each) => childrenOf.get(each) ?? [])
    .filter((child) => !path.includes(child))
    .flatMap((child) => [child, ...initialInside(child)]);
  return { left, entered: [...around, ...initialInside(to), ...others] };
}

function initialInside(path: string): readonly string[] {
  const children = childrenOf.get(path) ?? [];
  const entered = states.get(path)?.kind === 'parallel' ? children : children.slice(0, 1);
  return entered.flatMap((child) => [child, ...initialInside(child)]);
}

/** A state that a transition stays inside. A target that is the source, or around it, is entered again. */
function commonAncestor(source: string, target: string): string {
  return (
    ancestorsOf(source)
      .filter((path) => isInside(source, path) && isInside(target, path))
      .at(-1) ?? ROOT
  );
}
