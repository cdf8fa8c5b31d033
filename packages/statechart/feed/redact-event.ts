import type { AnyEventObject } from 'xstate';

/** The event fields and the result kinds that may leave a tab. Everything else is dropped. */
export interface Redaction {
  /** Names of event fields. A field that is not listed is dropped with its name. */
  readonly fields: readonly string[];
  /** Values of `kind` by which the results of actors are told apart. Any other result is a `record`. */
  readonly resultKinds: readonly string[];
}

const EVENT_TYPE = /^[a-zA-Z]+(?:\.[a-zA-Z]+){0,3}$/;
const XSTATE_EVENT_TYPE = /^xstate\.(?:init|done\.actor\.\w+|error\.actor\.\w+|after\.\w+[\w.]*)$/;

/**
 * Removes every value from an event.
 *
 * @param event any event of the machine, secrets included
 * @returns the event's type, and each allowed field with the kind of its value
 */
export function redactEvent(
  event: AnyEventObject,
  { fields, resultKinds }: Redaction,
): { readonly event: string; readonly payload: [string, string][] } {
  const isKnownType = EVENT_TYPE.test(event.type) || XSTATE_EVENT_TYPE.test(event.type);
  const allowed = Object.entries(event).filter(([name]) => fields.includes(name));
  return {
    event: isKnownType ? event.type : '(unknown)',
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
