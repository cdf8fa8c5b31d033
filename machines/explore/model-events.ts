import type { AnyEventObject } from 'xstate';
import type { AuthEvent } from '../auth/auth.types.ts';
import {
  answerCases,
  eventCases,
  type InvokeId,
  invocations,
  UNEXPECTED,
} from './payload-cases.ts';
import { atMoment } from './timers.ts';

/** One step of the model, by its names alone; `resolveEvent` gives it its payload. */
export interface ModelEvent {
  readonly type: string;
  readonly case: string;
}

/** Time passes until a code or link may be sent again; no timer of the machine is due before. */
export const WAIT: ModelEvent = { type: 'model.wait', case: 'the cooldown' };

/** The computer sleeps: the time goes on, the timers do not. */
export const SLEEP: ModelEvent = { type: 'model.sleep', case: 'a refresh interval' };

const DONE = 'xstate.done.actor.';
const ERROR = 'xstate.error.actor.';
const AFTER = 'xstate.after.';

/** How a step is made to happen. */
export type StepKind = 'event' | 'done' | 'error' | 'after' | 'wait' | 'sleep';

/** Which kind of step an event type is. */
export function kindOf(type: string): StepKind {
  if (type === WAIT.type) return 'wait';
  if (type === SLEEP.type) return 'sleep';
  if (type.startsWith(DONE)) return 'done';
  if (type.startsWith(ERROR)) return 'error';
  return type.startsWith(AFTER) ? 'after' : 'event';
}

/** The invoke an answer comes from: the end of `xstate.done.actor.exchange`; empty for no answer. */
export function invokeIdOf(type: string): string {
  const prefix = [DONE, ERROR].find((one) => type.startsWith(one));
  return prefix === undefined ? '' : type.slice(prefix.length);
}

/** Every event type of the machine, by the table that must name them all. */
export const EVENT_TYPES = keysOf(eventCases);

/** Every invoke id of the machine that can answer. */
export const INVOKE_IDS = keysOf(invocations);

/** Every named case of the machine's own events. */
export const EVENT_STEPS: readonly ModelEvent[] = EVENT_TYPES.flatMap((type) =>
  eventCases[type].map(({ name }) => ({ type, case: name })),
);

/** Every named answer of one invoke, a rejection included. */
export const ANSWER_STEPS: { readonly [Id in InvokeId]: readonly ModelEvent[] } = mapKeys(
  INVOKE_IDS,
  (id) => [
    ...answerCases[id].map(({ name }) => ({ type: DONE + id, case: name })),
    { type: ERROR + id, case: 'unexpected' },
  ],
);

/** The step of a delayed transition. */
export function elapsed(type: string): ModelEvent {
  return { type, case: 'elapsed' };
}

/**
 * The event a step stands for.
 *
 * @param step a step of the kinds `event`, `done`, `error` or `after`
 * @param now epoch milliseconds, from which the payload's moments count
 */
export function resolveEvent(step: ModelEvent, now: number): AnyEventObject {
  const kind = kindOf(step.type);
  if (kind === 'event') return { ...atMoment(payloadOf(step), now) };
  if (kind === 'after') return { type: step.type };
  const actorId = invokeIdOf(step.type);
  return kind === 'done'
    ? { type: step.type, actorId, output: answerOf(step, now) }
    : { type: step.type, actorId, error: UNEXPECTED };
}

/** The machine's own event of a step of kind `event`, with relative moments. */
export function payloadOf(step: ModelEvent): AuthEvent {
  const type = EVENT_TYPES.find((known) => known === step.type);
  const found = type && eventCases[type].find(({ name }) => name === step.case);
  if (!found) throw new Error(`No case "${step.case}" of event "${step.type}".`);
  return found.event;
}

/** What the actor of a step of kind `done` resolves to, at that moment. */
export function answerOf(step: ModelEvent, now: number): unknown {
  const id = INVOKE_IDS.find((known) => known === invokeIdOf(step.type));
  const found = id && answerCases[id].find(({ name }) => name === step.case);
  if (!found) throw new Error(`No answer "${step.case}" of "${step.type}".`);
  return found.output === undefined ? undefined : atMoment(found.output, now);
}

/** A step as the tables print it: `organization.choose#listed`. */
export function stepName(step: ModelEvent): string {
  return `${step.type}#${step.case}`;
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

function mapKeys<Key extends string, Value>(
  keys: readonly Key[],
  value: (key: Key) => Value,
): Record<Key, Value> {
  const table: Partial<Record<Key, Value>> = {};
  for (const key of keys) table[key] = value(key);
  return complete(table, keys);
}

function complete<Key extends string, Value>(
  table: Partial<Record<Key, Value>>,
  keys: readonly Key[],
): Record<Key, Value> {
  const isComplete = (some: Partial<Record<Key, Value>>): some is Record<Key, Value> =>
    keys.every((key) => key in some);
  if (!isComplete(table)) throw new Error('A table lost one of its keys.');
  return table;
}
