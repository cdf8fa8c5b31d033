import { relative } from 'node:path';
import { type ESTree, type Plugin, parseSync, runnerImport, Visitor } from 'vite';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  definitionsOf,
  type GraphTransition,
  nodesOf,
} from '../../machines/explore/machine-graph.ts';
import { stateId } from '../../machines/explore/transition-id.ts';
import type { ChartConfig } from '../config.types.ts';
import type { SourceLocations } from '../model/chart.types.ts';

/** The global function that the instrumented modules call with each of their object literals. */
const RECORDER = '__recordObjectLiteral';

/** Where an object literal is written, and each of its properties: `machines/auth/auth.setup.ts:12`. */
interface WrittenObject {
  readonly location: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Where a machine is written. */
interface Recorded {
  readonly written: readonly WrittenObject[];
  readonly objects: WeakMap<object, WrittenObject>;
  /** Where the functions with a name are. */
  readonly functions: ReadonlyMap<string, string>;
  /** Where the first property of a name is. */
  readonly properties: ReadonlyMap<string, string>;
}

interface SourceOptions {
  readonly root: string;
  /** The path of the chart's configuration. */
  readonly config: string;
  readonly machineFiles: RegExp;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds the file and the line of every state, transition, guard, action, actor and delay of a machine.
 *
 * The machine is imported once more, with its object literals instrumented: XState keeps the objects of its
 * configuration, so each object leads to its source, also when several states share it.
 *
 * @returns `path:line` from the root of the repository, by the kind and the name of the part: `state signedOut`
 */
export async function sourceLocations(options: SourceOptions): Promise<SourceLocations> {
  const objects = new WeakMap<object, WrittenObject>();
  const functions = new Map<string, string>();
  const properties = new Map<string, string>();
  const written: WrittenObject[] = [];
  Reflect.set(globalThis, RECORDER, (object: object, index: number) => {
    const entry = written[index];
    if (entry !== undefined) objects.set(object, entry);
    return object;
  });
  const instrument: Plugin = {
    name: 'charter:chart-sources',
    enforce: 'pre',
    transform(code, id) {
      if (!options.machineFiles.test(id)) return undefined;
      const { program } = parseSync(id, code);
      const file = relative(options.root, id);
      const lineAt = lineCounter(code);
      const locate = ({ start }: { readonly start: number }) => `${file}:${lineAt(start)}`;
      const inserts: { readonly at: number; readonly text: string }[] = [];
      const visitFunction = ({ id: name, start }: ESTree.Function) => {
        if (name) functions.set(name.name, locate({ start }));
      };
      const visitObject = (node: ESTree.ObjectExpression) => {
        const own = propertiesOf(node, locate);
        for (const [name, place] of Object.entries(own)) {
          if (!properties.has(name)) properties.set(name, place);
        }
        inserts.push({ at: node.start, text: `${RECORDER}(` });
        inserts.push({ at: node.end, text: `, ${written.length})` });
        written.push({ location: locate(node), properties: own });
      };
      new Visitor({ FunctionDeclaration: visitFunction, ObjectExpression: visitObject }).visit(
        program,
      );
      inserts.sort((a, b) => b.at - a.at);
      const instrumented = inserts.reduce(
        (text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at),
        code,
      );
      return { code: instrumented, map: null };
    },
  };
  try {
    const { module } = await runnerImport<ChartConfig>(options.config, {
      plugins: [instrument],
      logLevel: 'error',
    });
    return locationsOf(module.machine, { written, objects, functions, properties });
  } finally {
    Reflect.deleteProperty(globalThis, RECORDER);
  }
}

function propertiesOf(
  { properties }: ESTree.ObjectExpression,
  locate: (node: { readonly start: number }) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    properties.flatMap((property): [string, string][] => {
      if (property.type !== 'Property' || property.computed) return [];
      const { key } = property;
      if (key.type === 'Identifier') return [[key.name, locate(property)]];
      return key.type === 'Literal' ? [[String(key.value), locate(property)]] : [];
    }),
  );
}

function locationsOf(machine: AnyStateMachine, recorded: Recorded): SourceLocations {
  const locations: Record<string, string> = {};
  const add = (kind: string, name: string, location: string | undefined) => {
    if (location !== undefined) locations[`${kind} ${name}`] = location;
  };
  for (const node of nodesOf(machine)) {
    add('state', stateId(node), locationOfState(node, recorded));
  }
  for (const { definition, ...transition } of definitionsOf(machine)) {
    add('transition', transition.id, locationOfTransition(definition.source, transition, recorded));
  }
  const { guards, actions, actors, delays } = machine.implementations;
  for (const [kind, named] of Object.entries({ guard: guards, action: actions })) {
    for (const name of Object.keys(named)) {
      add(kind, name, recorded.functions.get(name) ?? locationOfProperty(named, name, recorded));
    }
  }
  for (const [kind, named] of Object.entries({ actor: actors, delay: delays })) {
    for (const name of Object.keys(named))
      add(kind, name, locationOfProperty(named, name, recorded));
  }
  return locations;
}

function locationOfState({ config }: AnyStateNode, recorded: Recorded): string | undefined {
  const states = locationOfObject(config.states, recorded);
  return (
    locationOfObject(config, recorded) ??
    // XState copies the configuration of the root, but not that of its states.
    recorded.written.find(({ properties }) => properties.states === states)?.location
  );
}

function locationOfTransition(
  { config, invoke }: AnyStateNode,
  { kind, label, index }: Pick<GraphTransition, 'kind' | 'label' | 'index'>,
  recorded: Recorded,
): string | undefined {
  const invokes = [config.invoke].flat();
  const containers: Readonly<Record<typeof kind, readonly [unknown, string]>> = {
    event: [config.on, label],
    after: [config.after, label],
    always: [config, 'always'],
    done: [invokes[invoke.findIndex(({ id }) => id === label)], 'onDone'],
    error: [invokes[invoke.findIndex(({ id }) => id === label)], 'onError'],
  };
  const [container, key] = containers[kind];
  const branch = isFields(container) ? [container[key]].flat()[index] : undefined;
  return locationOfObject(branch, recorded) ?? locationOfProperty(container, key, recorded);
}

function locationOfObject(value: unknown, { objects }: Recorded): string | undefined {
  return isFields(value) ? objects.get(value)?.location : undefined;
}

/** The property of an object; one that was spread into it is found by its name. */
function locationOfProperty(
  value: unknown,
  name: string,
  { objects, properties }: Recorded,
): string | undefined {
  const own = isFields(value) ? objects.get(value)?.properties[name] : undefined;
  return own ?? properties.get(name);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Returns a function that returns the line of a position, the first of which is 1. */
function lineCounter(text: string): (position: number) => number {
  return (position) => text.slice(0, position).split('\n').length;
}
