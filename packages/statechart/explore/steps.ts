import type { AnyEventObject } from 'xstate';
import { DONE, ERROR, type TransitionKind, transitionKind } from './machine-graph.ts';
import { ownValue } from './values.ts';

/** One event applied to a machine, by names alone: its payload is a case of the same name. */
export interface ModelStep {
  readonly type: string;
  readonly case: string;
}

/** Steps from one start input. */
export interface StepSequence {
  /** The name of the start input. */
  readonly input: string;
  readonly steps: readonly ModelStep[];
}

/** A named payload of an event, a named result of an actor, or a named machine input. */
export interface PayloadCase<Value = unknown> {
  readonly name: string;
  readonly value: Value;
}

/** The payload cases of a machine, as plain data. */
export interface PayloadCases {
  /** By event type. */
  readonly events: Readonly<Record<string, readonly PayloadCase[]>>;
  /** By the id of an invoke; an actor that never resolves has none. */
  readonly results: Readonly<Record<string, readonly PayloadCase[]>>;
  readonly inputs: readonly PayloadCase[];
  /** The value that an event or a result has at a time, in epoch milliseconds; by default, it is the same at any time. */
  readonly valueAt?: (value: unknown, now: number) => unknown;
}

/** Only time passes: the clock, and with it every timer, moves on. */
export const WAIT = 'model.wait';

/** The computer sleeps: the time of day moves on, the timers do not. */
export const SLEEP = 'model.sleep';

/** How a step is caused. */
export type StepKind = Exclude<TransitionKind, 'always'> | 'wait' | 'sleep';

/** What an actor is rejected with in every step of kind `error`. */
export const REJECTION = new Error('Something unexpected.');

/** The kind of a step by its type. */
export function stepKind(type: string): StepKind {
  if (type === WAIT) return 'wait';
  if (type === SLEEP) return 'sleep';
  const kind = transitionKind(type);
  return kind === 'always' ? 'event' : kind;
}

/** A step in one word: `organization.choose#listed`. */
export function stepName(step: ModelStep): string {
  return `${step.type}#${step.case}`;
}

/** The id of the invoke that a step of kind `done` or `error` ends; empty for every other step. */
export function invokeIdOf(type: string): string {
  const prefix = [DONE, ERROR].find((each) => type.startsWith(each));
  return prefix === undefined ? '' : type.slice(prefix.length);
}

/** A step for every payload case of every event. */
export function eventSteps({ events }: PayloadCases): readonly ModelStep[] {
  return Object.entries(events).flatMap(([type, cases]) =>
    cases.map(({ name }) => ({ type, case: name })),
  );
}

/** A step for every result of an invoke, and one for its rejection; none for an actor that never resolves. */
export function resultSteps({ results }: PayloadCases, id: string): readonly ModelStep[] {
  const cases = ownValue(results, id) ?? [];
  const done = cases.map(({ name }) => ({ type: DONE + id, case: name }));
  return cases.length === 0 ? [] : [...done, { type: ERROR + id, case: 'unexpected' }];
}

/** The case of a step that a timer causes. */
export const ELAPSED = 'elapsed';

/** The step of a timer: of a delayed transition, or of an event that an action raises later. */
export function timerStep(type: string): ModelStep {
  return { type, case: ELAPSED };
}

/**
 * The value of a step's payload case.
 *
 * @param step a step of kind `event` or `done`
 * @param now epoch milliseconds
 * @throws when there is no such case
 */
export function payloadOf(
  { events, results, valueAt = (value) => value }: PayloadCases,
  step: ModelStep,
  now: number,
): unknown {
  const { type, case: name } = step;
  const isDone = stepKind(type) === 'done';
  const cases = isDone ? ownValue(results, invokeIdOf(type)) : ownValue(events, type);
  const found = typedPayload(name) ?? cases?.find((each) => each.name === name);
  if (found === undefined) throw new Error(`No payload case for "${stepName(step)}".`);
  return valueAt(found.value, now);
}

/**
 * The event that a step sends to the machine.
 *
 * @param step a step of kind `event`, `done`, `error` or `after`
 * @param now epoch milliseconds
 * @throws when its payload case does not exist
 */
export function eventOf(cases: PayloadCases, step: ModelStep, now: number): AnyEventObject {
  const { type } = step;
  const actorId = invokeIdOf(type);
  switch (stepKind(type)) {
    case 'event':
      return { ...Object(payloadOf(cases, step, now)), type };
    case 'done':
      return { type, actorId, output: payloadOf(cases, step, now) };
    case 'error':
      return { type, actorId, error: typedPayload(step.case)?.value ?? REJECTION };
    default:
      return { type };
  }
}

/** A case that nobody prepared: what somebody typed as JSON, and the transitions whose guards are to pass. */
interface TypedCase {
  readonly json: string;
  readonly transitions: readonly string[];
}

/** The name of a typed case: it has all of it, so that a link and a list of steps have it, too. */
export function typedCase(json: string, transitions: readonly string[] = []): string {
  return `${transitions.length === 0 ? '' : `GUARDS OF ${transitions.join(' AND ')} `}JSON ${json}`;
}

/** @returns `null` for the name of a prepared case */
export function typedCaseOf(name: string): TypedCase | null {
  const [found, ids, json = ''] = /^(?:GUARDS OF (.+?) )?JSON (.*)$/s.exec(name) ?? [];
  return found === undefined ? null : { transitions: ids?.split(' AND ') ?? [], json };
}

function typedPayload(name: string): PayloadCase | undefined {
  const typed = typedCaseOf(name);
  try {
    return typed === null ? undefined : { name, value: JSON.parse(typed.json) };
  } catch {
    return undefined;
  }
}

/** The input of a start: one of the cases, or one that somebody typed; `undefined` for any other name. */
export function inputCase({ inputs }: PayloadCases, name: string): PayloadCase | undefined {
  return typedPayload(name) ?? inputs.find((each) => each.name === name);
}
