import type { AnyStateMachine } from 'xstate';

/** The most characters of one code: a page shows it beside the drawing. */
const MAX_CODE = 800;

/** How deep the configuration of an actor or of a combined guard is written. */
const MAX_DEPTH = 8;

/** What XState adds to the functions that it makes. */
const OWN_FIELDS = new Set(['check', 'execute', 'resolve', 'type']);

/** The code of the guards, actions, actors and delays of a machine by kind and name, `guard isOpen`, without its types. */
export function codesOf({ implementations }: AnyStateMachine): Readonly<Record<string, string>> {
  const { guards, actions, actors, delays } = implementations;
  const kinds = { guard: guards, action: actions, actor: actors, delay: delays };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, named]) =>
      Object.entries(named ?? {}).map(([name, each]) => [
        `${kind} ${name}`,
        codeOf(each, 0).slice(0, MAX_CODE),
      ]),
    ),
  );
}

function codeOf(value: unknown, depth: number): string {
  const isMade = typeof value === 'function' || (typeof value === 'object' && value !== null);
  if (!isMade) return JSON.stringify(value) ?? String(value);
  // An actor is made from its configuration: a function, or that of a machine.
  if ('config' in value) return codeOf(value.config, depth + 1);
  const given = Object.entries(value).filter(([name]) => !OWN_FIELDS.has(name));
  if (typeof value === 'function' && given.length === 0) return withoutImports(String(value));
  if (depth >= MAX_DEPTH) return '…';
  return given.map(([name, each]) => `${name}: ${codeOf(each, depth + 1)}`).join('\n');
}

/** Vite replaces the names of imports by numbers, which any other import changes. */
function withoutImports(code: string): string {
  return code
    .replaceAll(/\(0,\s*__vite_ssr_import_\d+__\.(\w+)\)/g, '$1')
    .replaceAll(/__vite_ssr_import_\d+__\./g, '');
}
