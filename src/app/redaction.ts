import type { AnyEventObject } from 'xstate';

/** Words that say of which kind an answer is; everything else an event carries is only named by its type. */
const ANSWER_KINDS = new Set([
  'authenticated',
  'primary_required',
  'mfa_required',
  'incomplete',
  'refused',
  'discovered',
  'taken_over',
  'sent',
  'enrolling',
  'refreshed',
  'deferred',
  'unavailable',
]);

/** Fields an event of the machine may have; a field that is not one of them is not even named. */
const FIELDS = new Set([
  'organization',
  'name',
  'id',
  'code',
  'recoveryCode',
  'session',
  'reason',
  'hasSession',
  'project',
  'output',
  'error',
]);

const EVENT_TYPE = /^[a-zA-Z]+(?:\.[a-zA-Z]+){0,3}$/;
const MACHINERY = /^xstate\.(?:init|done\.actor\.\w+|error\.actor\.\w+|after\.\w+[\w.]*)$/;

/**
 * An event without its values: its type, and of which kind each of its fields is.
 *
 * @param event any event of the auth machine, secrets included
 * @returns nothing of any value but the kind of an answer
 */
export function redactedEvent(event: AnyEventObject): {
  readonly event: string;
  readonly payload: [string, string][];
} {
  const known = EVENT_TYPE.test(event.type) || MACHINERY.test(event.type);
  const fields = Object.entries(event).filter(([name]) => FIELDS.has(name));
  return {
    event: known ? event.type : '(unknown)',
    payload: fields.map(([name, value]) => [name, kindOf(value)]),
  };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object') {
    return (
      { string: 'text', number: 'number', boolean: 'yes or no' }[String(typeof value)] ?? 'other'
    );
  }
  const kind = 'kind' in value ? String(value.kind) : '';
  return ANSWER_KINDS.has(kind) ? kind : 'record';
}
