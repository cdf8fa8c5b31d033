import type { AnyStateMachine } from 'xstate';

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
