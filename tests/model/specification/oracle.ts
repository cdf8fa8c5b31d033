import { isDeepStrictEqual } from 'node:util';
import type { AnyEventObject } from 'xstate';
import type { AuthEmitted } from '#machines/auth/auth.events.ts';
import type { AuthContext } from '#machines/auth/auth.types.ts';
import {
  type AuthSimulationState,
  authCases,
  authInput,
} from '#machines/auth-cases/auth-stepper.ts';
import { START_INPUTS } from '#machines/auth-cases/start-inputs.ts';
import { START, TICK } from '#statechart/explore/stepper.ts';
import {
  eventOf,
  eventSteps,
  invokeIdOf,
  type ModelStep,
  resultSteps,
  stepKind,
  stepName,
  timerStep,
} from '#statechart/explore/steps.ts';
import { changes } from './changes.ts';
import { canSelect, conditions } from './conditions.ts';
import type { Moment } from './context.ts';
import { appEffects, delays, emitted, inputs, startContext } from './effects.ts';
import { noticeOf, spentIntermediate } from './notices.ts';
import {
  activeIn,
  leavesOf,
  type Match,
  matches,
  movesOf,
  rowsIn,
  SELECTION_OR_LOGIN,
  triggerOf,
} from './state-tree.ts';
import { AS_FAILED, OF_STEPS, type Row, type StateRow, states } from './table.ts';

/** How a step compares with the specification. */
export interface Verdict {
  /** The rows that describe the step. */
  readonly rows: readonly Row[];
  /** One sentence for each difference. */
  readonly problems: readonly string[];
}

/** What a rejected call counts as (R15.7). */
const UNEXPECTED = {
  kind: 'failed',
  reason: 'unexpected',
  code: 'somethingWentWrong',
  requestId: null,
};

const NO_EVENT = { type: 'xstate.init' };

/** A tab during a step. */
interface Tab {
  active: ReadonlySet<string>;
  context: AuthContext;
  event: AnyEventObject;
  readonly now: number;
  readonly rows: Row[];
  readonly emitted: AuthEmitted[];
  readonly effects: string[];
  readonly calls: { id: string; input: unknown }[];
  pending: readonly string[];
  readonly timers: Map<string, number>;
}

/** The row of a step: of the innermost state first; `undefined` when none describes it. */
function match(tab: Tab, on: string, state: string | null = null): Match | undefined {
  return matches(tab.active, on, state).find(({ row }) => row.if.every((word) => holds(word, tab)));
}

function holds(word: string, moment: Moment): boolean {
  return lookUp(conditions, word)(moment);
}

function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value {
  const found = table[word];
  if (found === undefined) throw new Error(`The specification has no word "${word}".`);
  return found;
}

/** Applies a row: what it says and does, then the states that it leaves and enters. */
function take(tab: Tab, match: Match): void {
  const { row } = match;
  tab.rows.push(row);
  applyWords(tab, row);
  if (row.to === '') return;
  const to =
    row.to === SELECTION_OR_LOGIN
      ? `signedOut.${canSelect(tab.context) ? 'selecting' : 'default'}`
      : row.to;
  const { left, entered } = movesOf(tab.active, match, to);
  for (const path of left) {
    runOwn(tab, path, 'leave');
    const { call } = stateAt(path);
    tab.pending = tab.pending.filter((id) => id !== call);
    for (const name of tab.timers.keys()) if (name.endsWith(`.${path}`)) tab.timers.delete(name);
    tab.active = new Set([...tab.active].filter((each) => each !== path));
  }
  for (const path of entered) enter(tab, path);
}

function applyWords(tab: Tab, row: Row): void {
  const before: Moment = { context: tab.context, event: tab.event, now: tab.now };
  const spent = spentIntermediate(row.says, before);
  for (const word of row.does.filter((each) => !OF_STEPS.includes(each))) {
    const [effect, event, change] = [appEffects[word], emitted[word]?.(before), changes[word]];
    if (effect === undefined && event === undefined && change === undefined)
      throw new Error(`The specification has no word "${word}".`);
    if (effect !== undefined) tab.effects.push(effect);
    if (event) tab.emitted.push(event);
    if (change !== undefined) tab.context = { ...tab.context, ...change(tab) };
  }
  tab.context = { ...tab.context, ...spent };
  if (row.says !== '') tab.context = { ...tab.context, notice: noticeOf(row.says, before) };
}

function enter(tab: Tab, path: string): void {
  tab.active = new Set([...tab.active, path]);
  runOwn(tab, path, 'enter');
  const { call, input } = stateAt(path);
  if (call !== '') {
    const parts = input.map((word) => lookUp(inputs, word)(tab));
    tab.calls.push({ id: call, input: parts.length > 0 ? Object.assign({}, ...parts) : undefined });
    tab.pending = [...tab.pending, call];
  }
  const names = rowsIn(path).flatMap(({ on }) => on);
  for (const name of names.filter((each) => each.startsWith('after '))) {
    const delay = name.slice('after '.length);
    tab.timers.set(`xstate.after.${delay}.auth.${path}`, lookUp(delays, delay)(tab));
  }
}

function runOwn(tab: Tab, path: string, on: 'enter' | 'leave'): void {
  const row = rowsIn(path).find((each) => each.on.includes(on));
  if (row === undefined) return;
  tab.rows.push(row);
  applyWords(tab, row);
}

function stateAt(path: string): StateRow {
  const state = states.get(path);
  if (state === undefined) throw new Error(`The specification has no state "${path}".`);
  return state;
}

/** Takes the rows that hold at once, until none does. */
function settle(tab: Tab): void {
  for (let count = 0; count < 10; count += 1) {
    const found = match(tab, 'always');
    if (found === undefined) return;
    take(tab, found);
  }
  throw new Error('The specification goes round in a circle.');
}

function newTab(
  path: string,
  context: AuthContext,
  event: AnyEventObject,
  now: number,
  pending: readonly string[] = [],
): Tab {
  return {
    active: activeIn(path),
    context,
    event,
    now,
    rows: [],
    emitted: [],
    effects: [],
    calls: [],
    pending,
    timers: new Map(),
  };
}

/** Whether the specification describes a step in a state, at a time in epoch milliseconds. */
function isSpecified(state: AuthSimulationState, step: ModelStep, now: number): boolean {
  const event = eventOf(authCases, step, now);
  const { on, state: owner } = triggerOf(step.type);
  return match(newTab(state.path, state.snapshot.context, event, now), on, owner) !== undefined;
}

/**
 * The events, results and delays that the specification describes in a state. Every other one must change nothing
 * (R21.3). Before a delay that is over, only that one counts.
 */
export function specifiedSteps(state: AuthSimulationState): readonly ModelStep[] {
  const { clock, slept, timers, pending } = state;
  const over = [...timers]
    .sort(([, one], [, other]) => one - other)
    .find(([type, due]) => isSpecified(state, timerStep(type), START + due + slept));
  const delay = over ? [timerStep(over[0])] : [];
  if (over && over[1] <= clock + TICK) return delay;
  const results = pending.flatMap((id) => resultSteps(authCases, id));
  return [
    ...[...eventSteps(authCases), ...results].filter((step) =>
      isSpecified(state, step, state.now + TICK),
    ),
    ...delay,
  ];
}

/** Compares a start with the specification. */
export function judgeStart(input: string, after: AuthSimulationState): Verdict {
  const found = START_INPUTS.find(({ name }) => name === input);
  if (found === undefined) throw new Error(`No start input "${input}".`);
  const clock = { now: () => after.now };
  const context = startContext(authInput(found.value, clock));
  const tab = newTab('restoring', context, NO_EVENT, after.now);
  settle(tab);
  const problems = differences(tab, after).map((text) => `start "${input}": ${text}`);
  return { rows: tab.rows, problems };
}

/** Applies the row of a step, and for a rejected call the row of a failure. */
function takeStep(tab: Tab, found: Match, state: string | null): void {
  take(tab, found);
  if (!found.row.does.includes(AS_FAILED)) return;
  tab.event = { ...tab.event, output: UNEXPECTED };
  const failure = match(tab, 'done', state);
  if (failure !== undefined) take(tab, failure);
}

/** Compares a step with the specification. */
export function judgeStep(before: AuthSimulationState, after: AuthSimulationState): Verdict {
  const step = after.lastStep;
  const kind = stepKind(step?.type ?? '');
  if (step === null || kind === 'wait' || kind === 'sleep') {
    const isSame = after.snapshot === before.snapshot;
    return { rows: [], problems: isSame ? [] : ['time alone changes the tab'] };
  }
  const event = eventOf(authCases, step, after.now);
  const ended = invokeIdOf(step.type);
  const pending = before.pending.filter((id) => id !== ended);
  const tab = newTab(before.path, before.snapshot.context, event, after.now, pending);
  const { on, state } = triggerOf(step.type);
  const found = match(tab, on, state);
  if (found === undefined) {
    const problem = `no row describes ${stepName(step)} in ${before.path}`;
    return { rows: [], problems: after.taken.length === 0 ? [] : [problem] };
  }
  takeStep(tab, found, state);
  settle(tab);
  const where = `${stepName(step)} in ${before.path}, ${found.row.at}`;
  return { rows: tab.rows, problems: differences(tab, after).map((text) => `${where}: ${text}`) };
}

/** The differences between what the specification says of a step and what the machine did. */
function differences(tab: Tab, after: AuthSimulationState): readonly string[] {
  const started = new Map<string, number>();
  for (const { event, delay } of after.effects.timers) {
    if (delay === null) started.delete(event);
    else started.set(event, delay);
  }
  const calls = after.effects.calls.filter(({ id }) => id in authCases.results);
  const real = after.snapshot.context;
  const fields = new Set([...Object.keys(tab.context), ...Object.keys(real)]);
  return [
    ...difference('the state', leavesOf(tab.active), after.path.split(' ').sort()),
    ...difference('the emitted events', tab.emitted, after.effects.emitted),
    ...difference('the effects', [...tab.effects].sort(), [...after.effects.actions].sort()),
    ...difference('the calls', tab.calls, calls),
    ...difference('the running calls', [...tab.pending].sort(), [...after.pending].sort()),
    ...difference('the delays', [...tab.timers].sort(), [...started].sort()),
    ...[...fields].flatMap((name) =>
      name === 'now'
        ? []
        : difference(name, Reflect.get(tab.context, name), Reflect.get(real, name)),
    ),
  ];
}

function difference(what: string, specified: unknown, real: unknown): readonly string[] {
  if (isDeepStrictEqual(specified, real)) return [];
  const [wanted, found] = [specified, real].map((value) => JSON.stringify(value));
  return [`${what} must be ${wanted} and is ${found}`];
}
