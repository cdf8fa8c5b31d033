import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ESTree, type Plugin, runnerImport, Visitor } from 'vite';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  definitionsOf,
  type GraphTransition,
  nodesOf,
} from '../../packages/statechart/explore/machine-graph.ts';
import { stateId } from '../../packages/statechart/explore/transition-id.ts';
import type { ChartConfig } from '../config.types.ts';
import type { Details, WrittenText } from '../model/chart.types.ts';
import {
  type Declaration,
  declarationsOf,
  eventsOf,
  locationOf,
  parseFile,
  plain,
  type SourceFile,
  writtenText,
} from './written-code.ts';

/** The global function that the instrumented modules call with each of their object literals. */
const RECORDER = '__recordObjectLiteral';

/** An object literal, and its properties by their names. */
interface WrittenObject {
  readonly location: string;
  readonly properties: ReadonlyMap<string, Declaration>;
}

/** What the files of a machine consist of. */
interface Recorded {
  readonly written: readonly WrittenObject[];
  readonly objects: WeakMap<object, WrittenObject>;
  /** The first property of each name. */
  readonly properties: ReadonlyMap<string, Declaration>;
  /** The functions and constants of each name, also of the files that the machine's files import. */
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
  /** The functions that the machine's own files declare. */
  readonly functions: ReadonlyMap<string, Declaration>;
  readonly events: readonly Declaration[];
}

interface SourceOptions {
  readonly root: string;
  /** The path of the chart's configuration. */
  readonly config: string;
  readonly machineFiles: RegExp;
  /** See `BuildConfig`. */
  readonly eventTypes?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Finds how a machine is written: the file and the line of every state, transition, guard, action, actor and delay,
 * and the code of those that are not states or transitions.
 *
 * The machine is imported once more, with its object literals instrumented: XState keeps the objects of its
 * configuration, so each object leads to its source, also when several states share it.
 */
export async function machineSources(
  options: SourceOptions,
): Promise<Pick<Details, 'sources' | 'texts'>> {
  const objects = new WeakMap<object, WrittenObject>();
  const properties = new Map<string, Declaration>();
  const declarations = new Map<string, Declaration[]>();
  const functions = new Map<string, Declaration>();
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
      if (id.includes('/node_modules/') || !/\.[jt]sx?$/.test(id)) return undefined;
      const file = parseFile(relative(options.root, id), code);
      const isOfMachine = options.machineFiles.test(id);
      for (const declaration of declarationsOf(file)) {
        const { name, value } = declaration;
        declarations.set(name, [...(declarations.get(name) ?? []), declaration]);
        if (isOfMachine && value.type === 'FunctionDeclaration') functions.set(name, declaration);
      }
      if (!isOfMachine) return undefined;
      const inserts: { readonly at: number; readonly text: string }[] = [];
      const visitObject = (node: ESTree.ObjectExpression) => {
        const own = propertiesOf(node, file);
        for (const [name, property] of own) {
          if (!properties.has(name)) properties.set(name, property);
        }
        inserts.push({ at: node.start, text: `${RECORDER}(` });
        inserts.push({ at: node.end, text: `, ${written.length})` });
        written.push({ location: locationOf(file, node), properties: own });
      };
      new Visitor({ ObjectExpression: visitObject }).visit(file.program);
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
    const { eventTypes } = options;
    const events =
      eventTypes === undefined
        ? []
        : eventsOf(parseFile(eventTypes, readFileSync(join(options.root, eventTypes), 'utf8')));
    const recorded = { written, objects, properties, declarations, functions, events };
    return sourcesOf(module.machine, recorded);
  } finally {
    Reflect.deleteProperty(globalThis, RECORDER);
  }
}

function propertiesOf(
  { properties }: ESTree.ObjectExpression,
  file: SourceFile,
): ReadonlyMap<string, Declaration> {
  return new Map(
    properties.flatMap((property): [string, Declaration][] => {
      if (property.type !== 'Property' || property.computed) return [];
      const { key } = property;
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null;
      if (name === null) return [];
      const value = plain(property.value);
      return [[String(name), { name: String(name), file, node: property, value }]];
    }),
  );
}

function sourcesOf(
  machine: AnyStateMachine,
  recorded: Recorded,
): Pick<Details, 'sources' | 'texts'> {
  const sources: Record<string, string> = {};
  const texts: Record<string, WrittenText> = {};
  const add = (kind: string, name: string, location: string | undefined) => {
    if (location !== undefined) sources[`${kind} ${name}`] = location;
  };
  for (const node of nodesOf(machine)) {
    add('state', stateId(node), locationOfState(node, recorded));
  }
  for (const { definition, ...transition } of definitionsOf(machine)) {
    add('transition', transition.id, locationOfTransition(definition.source, transition, recorded));
  }
  const find = (name: string, file: SourceFile) => {
    const found = recorded.declarations.get(name);
    return found?.find((declaration) => declaration.file === file) ?? found?.[0];
  };
  for (const event of recorded.events) {
    add('event', event.name, locationOf(event.file, event.node));
    texts[`event ${event.name}`] = writtenText(event, find).text;
  }
  const { guards, actions, actors, delays } = machine.implementations;
  for (const [kind, named] of Object.entries({
    guard: guards,
    action: actions,
    actor: actors,
    delay: delays,
  })) {
    for (const name of Object.keys(named)) {
      const property = propertyOf(named, name, recorded);
      // An action is described where its assign function is; another function can have the name of a guard.
      const isElsewhere = kind === 'action' || property?.value.type === 'Identifier';
      const own = isElsewhere ? recorded.functions.get(name) : undefined;
      const declaration = own ?? property;
      if (declaration === undefined) continue;
      const { text, calls } = writtenText(declaration, find);
      add(kind, name, locationOf(declaration.file, declaration.node));
      texts[`${kind} ${name}`] = text;
      for (const called of calls) {
        const { file, node } = called;
        texts[locationOf(file, node)] ??= { ...writtenText(called, find).text, calls: [] };
      }
    }
  }
  return { sources, texts };
}

function locationOfState({ config }: AnyStateNode, recorded: Recorded): string | undefined {
  const states = locationOfObject(config.states, recorded);
  return (
    locationOfObject(config, recorded) ??
    // XState copies the configuration of the root, but not that of its states.
    recorded.written.find(({ properties }) => {
      const own = properties.get('states');
      return own !== undefined && locationOf(own.file, own.node) === states;
    })?.location
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
  const property = propertyOf(container, key, recorded);
  return (
    locationOfObject(branch, recorded) ?? (property && locationOf(property.file, property.node))
  );
}

function locationOfObject(value: unknown, { objects }: Recorded): string | undefined {
  return isFields(value) ? objects.get(value)?.location : undefined;
}

/** The property of an object; one that was spread into it is found by its name. */
function propertyOf(
  value: unknown,
  name: string,
  { objects, properties }: Recorded,
): Declaration | undefined {
  const own = isFields(value) ? objects.get(value)?.properties.get(name) : undefined;
  return own ?? properties.get(name);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
