import type { AnyEventObject, AnyStateMachine, AnyStateNode } from 'xstate';

/** The event fields and the result kinds that may leave a tab. Everything else is dropped. */
export interface Redaction {
  /** Names of event fields. A field that is not listed is dropped with its name. */
  readonly fields: readonly string[];
  /** Values of `kind` by which the results of actors are told apart. Any other result is a `record`. */
  readonly resultKinds: readonly string[];
}

/** The types of the events that a machine handles or its invokes cause: only these may be shown. */
export function eventTypesOf({ root }: AnyStateMachine): ReadonlySet<string> {
  const typesBelow = (node: AnyStateNode): readonly string[] => [
    ...node.transitions.keys(),
    ...node.invoke.flatMap(({ id }) => [`xstate.done.actor.${id}`, `xstate.error.actor.${id}`]),
    ...Object.values(node.states).flatMap(typesBelow),
  ];
  return new Set(['xstate.init', 'xstate.stop', ...typesBelow(root)]);
}

/**
 * Removes every value from an event.
 *
 * @param event any event of the machine, secrets included
 * @param types of the machine, by `eventTypesOf`: one that it does not name may hold data, and is `(unknown)`
 * @returns the event's type, and each allowed field with the kind of its value
 */
export function redactEvent(
  event: AnyEventObject,
  { fields, resultKinds }: Redaction,
  types: ReadonlySet<string>,
): { readonly event: string; readonly payload: [string, string][] } {
  const allowed = Object.entries(event).filter(([name]) => fields.includes(name));
  return {
    event: types.has(event.type) ? event.type : '(unknown)',
    payload: allowed.map(([name, value]) => [name, kindOf(value, resultKinds)]),
  };
}

function kindOf(value: unknown, resultKinds: readonly string[]): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object') {
    return (
      { string: 'text', number: 'number', boolean: 'yes or no' }[String(typeof value)] ?? 'other'
    );
  }
  const kind = 'kind' in value ? String(value.kind) : '';
  return resultKinds.includes(kind) ? kind : 'record';
}
