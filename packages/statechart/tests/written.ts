import type { AnyStateMachine } from 'xstate';
import { nameOf } from '../explore/machine-graph.ts';
import { duration } from '../explore/text.ts';

/** What the author of a machine wrote, as the words in which a chart shows it. */
export interface Written {
  /** By the paths of the states: the kind of each, and the names that belong to it. */
  readonly states: ReadonlyMap<
    string,
    { readonly kind: string; readonly names: readonly string[] }
  >;
  /** One line for each branch: state, cause, guard, targets and actions. */
  readonly rows: readonly string[];
}

type Config = Readonly<Record<string, unknown>>;

/** Reads a configuration itself: neither as XState interprets it nor as the chart does. */
export function writtenIn({ config, id: machine }: AnyStateMachine): Written {
  const states = new Map<string, { kind: string; names: string[] }>();
  const rows: string[] = [];
  const ids = new Map<string, string[]>([[machine, []]]);
  visit(config, [], ({ id }, path) => typeof id === 'string' && ids.set(id, path));
  visit(config, [], (state, path) => {
    const source = pathText(path);
    const invokes = list(state.invoke).map(fields);
    const actions = [...list(state.entry), ...list(state.exit)].map(nameOf);
    const actors = invokes.map(({ src }) => nameOf(src));
    const kind = String(state.type ?? (state.states === undefined ? 'leaf' : 'compound'));
    states.set(source, { kind, names: [...list(state.tags).map(String), ...actors, ...actions] });
    const add = (cause: string, value: unknown) => {
      for (const each of Array.isArray(value) ? value : [value]) {
        const {
          guard,
          target,
          actions: own,
        } = fields(typeof each === 'string' ? { target: each } : each);
        const targets = list(target).map((one) => targetOf(ids, String(one), path));
        const asked = guard === undefined ? '' : ` [${nameOf(guard)}]`;
        const acts = own === undefined ? '' : ` / ${list(own).map(nameOf).join(', ')}`;
        rows.push(`${source} ${cause}${asked}${targets.map((to) => ` → ${to}`).join('')}${acts}`);
      }
    };
    const addAll = (of: unknown, causeOf: (name: string) => string) => {
      for (const [name, value] of Object.entries(fields(of))) add(causeOf(name), value);
    };
    addAll(state.on, (name) => name);
    addAll(state.after, (name) => `after ${/^\d+$/.test(name) ? duration(Number(name)) : name}`);
    if (state.always !== undefined) add('at once', state.always);
    if (state.onDone !== undefined) add('final state done', state.onDone);
    for (const { id, src, onDone, onError } of invokes) {
      if (onDone !== undefined) add(`${id ?? nameOf(src)} done`, onDone);
      if (onError !== undefined) add(`${id ?? nameOf(src)} failed`, onError);
    }
  });
  return { states, rows };
}

function visit(
  state: Config,
  path: string[],
  found: (state: Config, path: string[]) => void,
): void {
  found(state, path);
  for (const [name, child] of Object.entries(fields(state.states))) {
    visit(fields(child), [...path, name], found);
  }
}

function targetOf(ids: ReadonlyMap<string, string[]>, target: string, path: string[]): string {
  if (target.startsWith('.')) return pathText([...path, target.slice(1)]);
  if (!target.startsWith('#')) return pathText([...path.slice(0, -1), target]);
  const id = [...ids.keys()].find((each) => `${target}.`.startsWith(`#${each}.`)) ?? '';
  return pathText([...(ids.get(id) ?? []), target.slice(id.length + 2)]);
}

function pathText(path: readonly string[]): string {
  return path.filter(Boolean).join('.').replaceAll(' ', '\u00a0') || '(root)';
}

function list(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function fields(value: unknown): Config {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
