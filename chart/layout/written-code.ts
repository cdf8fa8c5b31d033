import { type ESTree, parseSync, Visitor } from 'vite';
import type { WrittenText } from '../model/chart.types.ts';

/** A node of a syntax tree, of any type. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A source file with its syntax tree. */
export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly code: string;
  readonly program: ESTree.Program;
  readonly comments: ReturnType<typeof parseSync>['comments'];
}

/** A function, a constant or a property of an object literal. */
export interface Declaration {
  readonly name: string;
  readonly file: SourceFile;
  /** Everything that is shown of it. */
  readonly node: SyntaxNode;
  /** The function, or the value. */
  readonly value: SyntaxNode;
}

/** Finds what a name stands for in a file; `undefined` when it is nothing of this repository. */
type Find = (name: string, file: SourceFile) => Declaration | undefined;

type Fields = SyntaxNode & Readonly<Record<string, unknown>>;

export function parseFile(path: string, code: string): SourceFile {
  const { program, comments } = parseSync(path, code);
  return { path, code, program, comments };
}

/** `path:line` of a node; the first line is 1. */
export function locationOf({ path, code }: SourceFile, { start }: SyntaxNode): string {
  return `${path}:${code.slice(0, start).split('\n').length}`;
}

/** The functions and constants that a file declares at its top level. */
export function declarationsOf(file: SourceFile): readonly Declaration[] {
  return file.program.body.flatMap((statement): Declaration[] => {
    const node =
      statement.type === 'ExportNamedDeclaration' && statement.declaration
        ? statement.declaration
        : statement;
    if (node.type === 'FunctionDeclaration' && node.id) {
      return [{ name: node.id.name, file, node: statement, value: node }];
    }
    if (node.type !== 'VariableDeclaration') return [];
    return node.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init
        ? [{ name: id.name, file, node: statement, value: plain(init) }]
        : [],
    );
  });
}

/** The events that a file declares as types, `{ type: 'name' }`. */
export function eventsOf(file: SourceFile): readonly Declaration[] {
  const events: Declaration[] = [];
  const visitType = (node: ESTree.TSTypeLiteral) => {
    for (const { type, key, typeAnnotation } of node.members.map(fieldsOf)) {
      const { literal } = fieldsOf(fieldsOf(typeAnnotation).typeAnnotation);
      if (type !== 'TSPropertySignature' || nameOfKey(key) !== 'type') continue;
      const name = String(fieldsOf(literal).value);
      if (!events.some((event) => event.name === name))
        events.push({ name, file, node, value: node });
    }
  };
  new Visitor({ TSTypeLiteral: visitType }).visit(file.program);
  return events;
}

/** How a part of a machine is written, and the functions that it calls, directly or through others. */
export function writtenText(
  declaration: Declaration,
  find: Find,
): { readonly text: WrittenText; readonly calls: readonly Declaration[] } {
  const calls = new Set<Declaration>();
  const visit = (from: Declaration) => {
    for (const called of calledBy(from, find)) {
      if (called === declaration || calls.has(called)) continue;
      calls.add(called);
      visit(called);
    }
  };
  visit(declaration);
  const [only] = calledBy(declaration, find);
  const { file, node, name } = declaration;
  const body = conditionOf(declaration);
  const delegates = only !== undefined && isOnlyCall(body ?? declaration.value);
  return {
    text: {
      name,
      // A part that only calls a function is described there.
      comment: commentBefore(file, node) || (delegates ? commentBefore(only.file, only.node) : ''),
      code: codeOf(file, node),
      condition: body === null || delegates ? '' : codeOf(file, body),
      calls: [...calls].map((called) => locationOf(called.file, called.node)),
      assigns: Object.fromEntries(
        [...assignedBy(declaration, find)].map(([name, values]) => [name, values.join(' or ')]),
      ),
    },
    calls: [...calls],
  };
}

/** The source of a node without the indentation of the lines after its first. */
function codeOf({ code }: SourceFile, { start, end }: SyntaxNode): string {
  const [first = '', ...rest] = code.slice(start, end).split('\n');
  const indents = rest.filter((line) => line.trim()).map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return [first, ...rest.map((line) => line.slice(indent))].join('\n');
}

/** The comment above a node, in one line. A line comment counts if it is a sentence, and not a heading. */
function commentBefore({ code, comments }: SourceFile, { start }: SyntaxNode): string {
  const index = comments.findLastIndex(({ end }) => end <= start);
  const lines: string[] = [];
  let next = start;
  for (const { type, value, start: from, end } of comments.slice(0, index + 1).reverse()) {
    // A type of a union has its comment before the bar.
    if (!/^\s*\|?\s*$/.test(code.slice(end, next))) break;
    lines.unshift(type === 'Block' ? value.replaceAll(/^\s*\*/gm, '') : value);
    next = from;
    if (type === 'Block') break;
  }
  const [text = ''] = lines.join(' ').split(/\s@\w/);
  const sentence = text.replaceAll(/\s+/g, ' ').trim();
  return sentence.endsWith('.') ? sentence : '';
}

/** The expression that an arrow function returns; `null` for anything else. */
function conditionOf({ value }: Declaration): SyntaxNode | null {
  const { body, expression } = fieldsOf(value);
  return value.type === 'ArrowFunctionExpression' && expression === true && isNode(body)
    ? body
    : null;
}

function isOnlyCall(node: SyntaxNode): boolean {
  return node.type === 'CallExpression';
}

/** The functions that a declaration calls, or gives to a call such as `assign(choose)`. */
function calledBy({ value, file }: Declaration, find: Find): readonly Declaration[] {
  const names = nodesIn(value).flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    const { callee, arguments: given } = fieldsOf(node);
    return [callee, ...listOf(given)].flatMap(referenceOf);
  });
  return [...new Set(names)].flatMap((name) => {
    const found = find(name, file);
    return found && isFunction(found.value) ? [found] : [];
  });
}

/** The values that each part of the context can be set to, as they are written. */
type Assignments = ReadonlyMap<string, readonly string[]>;

const NOTHING: Assignments = new Map();

/** What an assign action sets each part of the context to. */
function assignedBy(
  declaration: Declaration,
  find: Find,
  seen: ReadonlySet<Declaration> = new Set(),
): Assignments {
  const { file, value } = declaration;
  if (seen.has(declaration)) return NOTHING;
  const within = new Set([...seen, declaration]);
  const follow = (node: unknown): Assignments => {
    const [name = ''] = referenceOf(node);
    const found = find(name, file);
    return found ? assignedBy(found, find, within) : NOTHING;
  };
  const read = (node: unknown): Assignments => {
    if (!isNode(node)) return NOTHING;
    const fields = fieldsOf(plain(node));
    switch (fields.type) {
      case 'ObjectExpression': {
        const assigned = new Map<string, readonly string[]>();
        for (const { type, key, value: set, argument } of listOf(fields.properties).map(fieldsOf)) {
          if (isNode(set)) assigned.set(nameOfKey(key), [codeOf(file, set)]);
          if (type !== 'SpreadElement') continue;
          // What is spread may lack a part.
          for (const [name, values] of read(argument)) {
            assigned.set(name, distinct([...(assigned.get(name) ?? []), ...values]));
          }
        }
        return assigned;
      }
      case 'ConditionalExpression':
        return either([read(fields.consequent), read(fields.alternate)]);
      case 'CallExpression': {
        const [callee = ''] = referenceOf(fields.callee);
        // XState's assign() gets what it assigns.
        return find(callee, file)
          ? follow(fields.callee)
          : either(listOf(fields.arguments).map(read));
      }
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
        return either(returnedBy(fields).map(read));
      default:
        return follow(node);
    }
  };
  return read(value);
}

/** What is set by one or another expression. */
function either(all: readonly Assignments[]): Assignments {
  const merged = new Map<string, readonly string[]>();
  for (const [name, values] of all.flatMap((each) => [...each])) {
    merged.set(name, distinct([...(merged.get(name) ?? []), ...values]));
  }
  return merged;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

/** What a function returns: the expression of an arrow function, or those of its statements. */
function returnedBy({ body }: Fields): readonly unknown[] {
  if (!isNode(body) || body.type !== 'BlockStatement') return [body];
  return nodesIn(body)
    .filter(({ type }) => type === 'ReturnStatement')
    .map((statement) => fieldsOf(statement).argument);
}

/** The name of a variable, or of a member: `choose` and `assigns.choose`. */
function referenceOf(node: unknown): readonly string[] {
  const { type, name, property, object } = fieldsOf(node);
  if (type === 'Identifier') return [String(name)];
  const isMember = type === 'MemberExpression' && fieldsOf(object).type === 'Identifier';
  return isMember ? referenceOf(property) : [];
}

function nameOfKey(key: unknown): string {
  const { name, value } = fieldsOf(key);
  return String(name ?? value);
}

/** The expression without the types around it. */
export function plain(node: SyntaxNode): SyntaxNode {
  const { type, expression } = fieldsOf(node);
  return /^TS\w+Expression$/.test(type) && isNode(expression) ? plain(expression) : node;
}

/** A node and everything below it. */
function nodesIn(node: unknown): readonly SyntaxNode[] {
  if (Array.isArray(node)) return node.flatMap(nodesIn);
  if (!isNode(node)) return [];
  return [node, ...Object.values(node).flatMap(nodesIn)];
}

function isFunction({ type }: SyntaxNode): boolean {
  return type === 'FunctionDeclaration' || type === 'ArrowFunctionExpression';
}

function isNode(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The fields of a node; none of another value. */
function fieldsOf(value: unknown): Fields {
  return isNode(value) ? value : { type: '', start: 0, end: 0 };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
