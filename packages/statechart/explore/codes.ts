import type { AnyStateMachine } from 'xstate';
import { definedTransitions, isOwn, nodesOf } from './machine-graph.ts';
import { stateId } from './transition-id.ts';

/** What XState adds to the functions that it makes. */
const OWN_FIELDS = new Set(['check', 'execute', 'resolve', 'type']);

/** The code of the guards, actions, actors and delays of a machine by kind and name, `guard isOpen`, without its types. */
export function sourcesOf({
  implementations,
}: Pick<AnyStateMachine, 'implementations'>): Readonly<Record<string, string>> {
  const { guards, actions, actors, delays } = implementations;
  const kinds = { guard: guards, action: actions, actor: actors, delay: delays };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, named]) =>
      Object.entries(named ?? {}).map(([name, each]) => [
        `${kind} ${name}`,
        codeOf(each, new Set()),
      ]),
    ),
  );
}

/** The code of the functions without a name in the states and transitions of a machine, by the ids of these. */
export function inlineCodesOf(machine: AnyStateMachine): Readonly<Record<string, string>> {
  const states = nodesOf(machine).map((node): [string, unknown[]] => {
    const { invoke = [], output } = node.config;
    const calls = [invoke].flat().flatMap(({ src, input }) => [src, input]);
    return [stateId(node), [...[...node.entry, ...node.exit].filter(isOwn), ...calls, output]];
  });
  const transitions = definedTransitions(machine).map(({ id, definition }): [string, unknown[]] => [
    id,
    [definition.guard, ...definition.actions],
  ]);
  return Object.fromEntries(
    [...states, ...transitions].map(([id, parts]) => {
      const inline = parts.filter((part) => part !== undefined && !isNamed(part));
      return [id, inline.map((part) => codeOf(part, new Set())).join('\n')];
    }),
  );
}

/** Whether the graph has a part by its name and its parameters. */
function isNamed(part: unknown): boolean {
  return typeof part === 'string' || (typeof part === 'object' && part !== null && 'type' in part);
}

/** @param seen the objects that are written already: one may contain itself */
function codeOf(value: unknown, seen: Set<unknown>): string {
  const isMade = typeof value === 'function' || (typeof value === 'object' && value !== null);
  if (!isMade) return JSON.stringify(value) ?? String(value);
  if (seen.has(value)) return '…';
  seen.add(value);
  // An actor is made from its configuration: a function, or that of a machine.
  if ('config' in value) return codeOf(value.config, seen);
  const given = Object.entries(value).filter(([name]) => !OWN_FIELDS.has(name));
  if (typeof value === 'function' && given.length === 0) return asWritten(String(value));
  return given.map(([name, each]) => `${name}: ${codeOf(each, seen)}`).join('\n');
}

/** The code of a function without the indentation of its place, and without the numbers that Vite has for imports. */
function asWritten(code: string): string {
  const [indentation = ''] = /^[\t ]*(?=\S.*$(?![\s\S]))/m.exec(code) ?? [];
  return code
    .replaceAll(`\n${indentation}`, '\n')
    .replaceAll(/\(0,\s*__vite_ssr_import_\d+__\.(\w+)\)/g, '$1')
    .replaceAll(/__vite_ssr_import_\d+__\./g, '');
}
