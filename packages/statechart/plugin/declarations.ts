import { parseSync } from 'vite';
import type { MachineGraph } from '../explore/machine-graph.ts';
import { namesOf } from '../explore/names.ts';
import { duration } from '../explore/text.ts';

/** Where a part of a machine is written, and how. */
export interface Declaration {
  /** `path:line`. */
  readonly at: string;
  /** Its comment; empty if it has none. */
  readonly comment: string;
  /** Its code; empty for a state and a transition, which the page draws. */
  readonly code: string;
  /** The constants in it, also in functions that it calls, with their values: `BUSY_TIMEOUT = 15 s`. */
  readonly constants: readonly string[];
}

/** By kind and name: `state signedOut`, `transition closed | push | 0`, `guard isOpen`, `event push`, `constant MAX`. */
export type Declarations = Readonly<Record<string, Declaration>>;

/** A file that defines a machine. */
export interface SourceFile {
  /** As it is shown: from the root of the project. */
  readonly path: string;
  readonly text: string;
}

const MAX_CODE = 800;

/** A place in a file. */
interface Place {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  readonly comment: string;
}

interface Property extends Place {
  readonly name: string;
  /** The names of the properties and variables around it, the outermost first. */
  readonly path: readonly string[];
  readonly value: Node;
  /** The places of the elements of its value, if that is a list. */
  readonly elements: readonly Node[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Sources {
  readonly properties: readonly Property[];
  /** Variables and functions of modules. */
  readonly variables: ReadonlyMap<string, Property>;
  /** The names of events, as types declare them: `{ type: 'push' }`. */
  readonly events: ReadonlyMap<string, Place>;
}

/**
 * Finds where the parts of a machine are written, from the syntax trees of its files: a state is a property within
 * `states`, and its path ends with the names around it. What is written in another way is not found.
 */
export function findDeclarations(graph: MachineGraph, files: readonly SourceFile[]): Declarations {
  const sources = readSources(files);
  const found: Record<string, Declaration> = {};
  const add = (key: string, place: Place | undefined, hasCode = false) => {
    if (place !== undefined) found[key] = declaration(sources, place, hasCode);
  };
  for (const { id } of graph.states) add(`state ${id}`, stateAt(sources, id));
  for (const { id, source, kind, event, label, index } of graph.transitions) {
    const list = {
      event: 'on',
      done: 'onDone',
      error: 'onError',
      after: 'after',
      always: 'always',
    };
    const state = stateAt(sources, source);
    const within = (path: readonly string[]) =>
      sources.properties.find(
        (each) =>
          endsWith(each, path) && (state ? isWithin(each, state) : !each.path.includes('states')),
      );
    // A state can handle the end of any call inside it, by a wildcard.
    const own =
      kind === 'event' || kind === 'after'
        ? within([list[kind], label])
        : (within(['on', event]) ?? within([list[kind]]));
    const element = own?.elements[index];
    add(
      `transition ${id}`,
      own && element ? { ...own, start: element.start, end: element.end } : (own ?? state),
    );
    if (kind === 'event') add(`event ${event}`, sources.events.get(event));
  }
  const named = { guard: 'guards', action: 'actions', delay: 'delays', actor: 'actors' };
  for (const [kind, list] of Object.entries(named)) {
    for (const name of namesOf(graph, kind)) {
      const within = sources.properties.find(
        (each) => each.name === name && each.path.at(-1)?.toLowerCase().endsWith(list),
      );
      const place = within ?? sources.variables.get(name);
      add(`${kind} ${name}`, place, true);
      const own = found[`${kind} ${name}`];
      const length = kind === 'delay' && place ? numberOf(sources, place.value) : null;
      if (own && length !== null) {
        found[`${kind} ${name}`] = { ...own, constants: [`${name} = ${duration(length)}`] };
      }
    }
  }
  for (const [name, constant] of sources.variables) {
    if (constantText(sources, name) !== null) add(`constant ${name}`, constant, true);
  }
  return found;
}

/** The property of a state: the one whose names are the longest end of its path. */
function stateAt({ properties, variables }: Sources, id: string): Property | undefined {
  const path = id.split('.');
  const candidates = properties
    .filter(({ name, path: around }) => name === path.at(-1) && around.at(-1) === 'states')
    .map((each) => ({ each, length: commonEnd(stateNames(each), path) }))
    .sort((a, b) => b.length - a.length);
  const [best] = candidates;
  if (best === undefined || best.length === 0) return undefined;
  // `states: { closed }`: the state is the variable.
  const { value } = best.each;
  return value.type === 'Identifier' ? variables.get(String(value.name)) : best.each;
}

function stateNames({ name, path }: Property): readonly string[] {
  const names = path.filter(
    (each, index) => each !== 'states' && (path[index + 1] ?? '') === 'states',
  );
  return [...names, name];
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) {
    length += 1;
  }
  return length;
}

function isWithin(inner: Place, outer: Property): boolean {
  return inner.file === outer.file && inner.start >= outer.start && inner.end <= outer.end;
}

/** Whether the path of a property, with its name, ends with `end`. */
function endsWith({ name, path }: Property, end: readonly string[]): boolean {
  const all = [...path, name];
  return commonEnd(all, end) === end.length;
}

function declaration(sources: Sources, place: Place, hasCode: boolean): Declaration {
  const { file, start, end, comment } = place;
  const code = hasCode ? file.text.slice(start, Math.min(end, start + MAX_CODE)) : '';
  // `actions: { open: assign(open) }`: the function that it names has the comment.
  const variable = hasCode ? sources.variables.get(/^\w+/.exec(code)?.[0] ?? '') : undefined;
  const line = file.text.slice(0, start).split('\n').length;
  return {
    at: `${file.path}:${line}`,
    comment: comment || (variable?.comment ?? ''),
    code: code.replaceAll(/\n {2,}(?=[^\n]*$)/g, '\n'),
    constants: hasCode ? constantsIn(sources, file.text.slice(start, end)) : [],
  };
}

/** The constants in a code, and in the functions and the properties of the context that it names. */
function constantsIn(sources: Sources, code: string): readonly string[] {
  const seen = new Set<string>();
  const texts = new Set<string>();
  const visit = (text: string, depth: number) => {
    for (const [name] of text.matchAll(/\b[A-Za-z_]\w*\b/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const constant = constantText(sources, name);
      if (constant !== null) texts.add(`${name} = ${constant}`);
      else if (depth > 0) {
        const variable = sources.variables.get(name);
        const values = sources.properties.filter(
          (each) => each.name === name && each.value.type === 'BinaryExpression',
        );
        for (const each of [...(variable ? [variable] : []), ...values]) {
          visit(each.file.text.slice(each.start, each.end), depth - 1);
        }
      }
    }
  };
  visit(code, 1);
  return [...texts];
}

/** The value of a constant in words, or `null` for another variable. */
function constantText(sources: Sources, name: string): string | null {
  const constant = sources.variables.get(name);
  if (constant === undefined || !/^[A-Z][A-Z\d_]*$/.test(name)) return null;
  const value = numberOf(sources, constant.value);
  if (value === null) return null;
  return /millisecond|lifetime|\bms\b/i.test(constant.comment) ? duration(value) : String(value);
}

function numberOf(sources: Sources, node: Node): number | null {
  if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : null;
  if (node.type === 'Identifier') {
    const variable = sources.variables.get(String(node.name));
    return variable === undefined ? null : numberOf(sources, variable.value);
  }
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right)) return null;
  const [a, b] = [numberOf(sources, left), numberOf(sources, right)];
  if (a === null || b === null) return null;
  const results: Readonly<Record<string, number>> = {
    '*': a * b,
    '+': a + b,
    '-': a - b,
    '**': a ** b,
  };
  return results[String(operator)] ?? null;
}

function readSources(files: readonly SourceFile[]): Sources {
  const properties: Property[] = [];
  const variables = new Map<string, Property>();
  const events = new Map<string, Place>();
  for (const file of files) {
    const { program, comments } = parseSync(file.path, file.text);
    const commentBefore = (start: number) => {
      const found = comments.findLast(({ end }) => end <= start);
      const isBeside =
        found &&
        /^\s*(?:export\s+)?(?:const\s+)?(?:\|\s*)?$/.test(file.text.slice(found.end, start));
      return found && isBeside && found.type === 'Block' ? plainComment(found.value) : '';
    };
    const visit = (value: unknown, path: readonly string[]): void => {
      if (Array.isArray(value)) for (const each of value) visit(each, path);
      if (!isNode(value)) return;
      const { start, end } = value;
      const name = nameOf(value);
      const inner = expressionOf(value);
      if (value.type === 'TSTypeLiteral' || value.type === 'TSInterfaceDeclaration') {
        const event = eventName(file.text.slice(start, end));
        if (event !== null && !events.has(event)) {
          events.set(event, { file, start, end, comment: commentBefore(start) });
        }
      }
      const isNamed = name !== null && inner !== null;
      if (isNamed) {
        const elements = Array.isArray(inner.elements) ? inner.elements.filter(isNode) : [];
        const place = { file, start, end, comment: commentBefore(start) };
        const property = { ...place, name, path, value: inner, elements };
        if (value.type === 'Property') properties.push(property);
        else if (path.length === 0) variables.set(name, property);
      }
      const around = isNamed ? [...path, name] : path;
      for (const [key, child] of Object.entries(value)) if (key !== 'key') visit(child, around);
    };
    visit(program, []);
  }
  return { properties, variables, events };
}

/** The name that a property, a variable or a function has. */
function nameOf({ type, key, id }: Node): string | null {
  const named =
    type === 'Property'
      ? key
      : /^(?:VariableDeclarator|FunctionDeclaration)$/.test(type)
        ? id
        : null;
  if (!isNode(named)) return null;
  return named.type === 'Identifier'
    ? String(named.name)
    : named.type === 'Literal'
      ? String(named.value)
      : null;
}

/** The expression that a name stands for, without a type assertion around it. */
function expressionOf(node: Node): Node | null {
  const value = node.type === 'Property' ? node.value : (node.init ?? node.body);
  if (!isNode(value)) return null;
  const inner = /^TS(?:As|Satisfies)Expression$/.test(value.type) ? value.expression : value;
  return isNode(inner) ? inner : null;
}

function eventName(text: string): string | null {
  const [, name] = /^(?:interface [^{]*)?\{\s*(?:readonly )?type: '([^']+)'/.exec(text) ?? [];
  return name ?? null;
}

function plainComment(text: string): string {
  return text
    .replaceAll(/^\s*\*+\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
