import {
  type AnyActorScope,
  type AnyEventObject,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type ExecutableActionObject,
} from 'xstate';
import { guards } from '../../machines/auth/auth.guards.ts';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import type { AuthInput } from '../../machines/auth/auth.types.ts';
import type { AuthSnapshot } from '../../machines/auth/auth.view.ts';
import { statePath } from '../../machines/auth/auth.view.ts';
import { kindOf, transitionId } from '../../machines/explore/machine-graph.ts';
import { REFRESH_INTERVAL } from '../../machines/rules/limits.ts';
import type { ChartCases, ChartStep } from './chart.types.ts';

/** When every simulation begins, in epoch milliseconds. */
export const START = Date.UTC(2030, 0, 1);

/** Milliseconds between two steps, so that no two timers are ever due in the same millisecond. */
const TICK = 1;

/** The computer sleeps: the time goes on, the timers do not. */
const SLEEP = 'model.sleep';

const DONE = 'xstate.done.actor.';
const ERROR = 'xstate.error.actor.';

/** Fields of payloads that hold a moment; the cases give them in milliseconds from the moment of use. */
const MOMENTS = new Set(['at', 'expiresAt', 'intermediateExpiresAt', 'codeSentAt', 'linkSentAt']);

/** Where a simulation stands. */
export interface Moment {
  readonly snapshot: AuthSnapshot;
  /** Milliseconds on the clock of the timers, from the start. */
  readonly clock: number;
  readonly slept: number;
  /** Running delayed transitions: the event, and when it is due on the clock. */
  readonly timers: ReadonlyMap<string, number>;
  /** The path of the active states, as `data-auth-state` has it. */
  readonly path: string;
  /** The ids of the transitions that led here from the moment before. */
  readonly taken: readonly string[];
}

/**
 * The machine with no provider behind it: the same one that runs the sign-in, as a function of steps.
 *
 * @param cases the payloads its steps name
 */
export function createSimulation(cases: ChartCases) {
  let now = START;
  let forced: Readonly<Record<string, boolean>> = {};
  const machine: AnyStateMachine = authMachine.provide({
    guards: guardsAnswering((name) => forced[name]),
  });
  const owner = createActor(machine, {
    input: inputAt(undefined, START, () => now),
  });

  const run = (look: (scope: AnyActorScope) => AuthSnapshot) => {
    const planned: ExecutableActionObject[] = [];
    const taken: AnyTransitionDefinition[] = [];
    const watching = owner.system.inspect((inspected) => {
      if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions);
    });
    const snapshot = look(scopeOf(owner, planned));
    watching.unsubscribe();
    return { snapshot, planned, taken: taken.filter(isReal).map(transitionId) };
  };

  /** @param name one of the inputs of the cases */
  const start = (name: string): Moment => {
    now = START;
    forced = {};
    const input = inputAt(cases.inputs.find((one) => one.name === name)?.value, START, () => now);
    const { snapshot, planned, taken } = run((scope) => machine.getInitialSnapshot(scope, input));
    const path = statePath(snapshot.value);
    return {
      snapshot,
      clock: 0,
      slept: 0,
      timers: timersAfter(new Map(), planned, 0),
      path,
      taken,
    };
  };

  /** What a step leads to; a step that does nothing here leads nowhere else. */
  const step = (from: Moment, wanted: ChartStep): Moment => {
    const slept = from.slept + (wanted.type === SLEEP ? REFRESH_INTERVAL : 0);
    const due = from.timers.get(wanted.type);
    const clock = due ?? from.clock + TICK;
    now = START + clock + slept;
    if (wanted.type === SLEEP) return { ...from, slept, clock, taken: [] };
    forced = wanted.forced ?? {};
    const { snapshot, planned, taken } = run((scope) =>
      machine.transition(from.snapshot, eventOf(cases, wanted, now), scope),
    );
    const timers = timersAfter(from.timers, planned, clock);
    return { snapshot, clock, slept, timers, path: statePath(snapshot.value), taken };
  };

  /**
   * Every step that does something here, one per payload case.
   *
   * @param byHand guards answered by hand
   */
  const steps = (from: Moment, byHand?: ChartStep['forced']): readonly ChartStep[] => {
    const does = (one: ChartStep) => step(from, one).taken.length > 0;
    const by = (one: ChartStep) => (byHand === undefined ? one : { ...one, forced: byHand });
    const due = [...from.timers].sort(([, one], [, other]) => one - other);
    const alarms = due.map(([type]) => by({ type, case: 'elapsed' }));
    const alarm = alarms.find(does);
    const first = alarm && (from.timers.get(alarm.type) ?? 0);
    if (alarm && first !== undefined && first <= from.clock + TICK) return [alarm];
    const events = Object.entries(cases.events).flatMap(([type, list]) =>
      list.map(({ name }) => by({ type, case: name })),
    );
    const answers = Object.keys(from.snapshot.children).flatMap((id) => answersOf(cases, id));
    const own = [...events, ...answers.map(by)].filter(does);
    return [...own, ...(alarm ? [alarm] : []), ...sleeps(from)];
  };

  /** The moments of a whole sequence, the start first; it stops at a step that no longer exists. */
  const replay = (input: string, sequence: readonly ChartStep[]): readonly Moment[] => {
    const moments = [start(input)];
    for (const one of sequence) {
      const last = moments.at(-1);
      if (last === undefined || !isKnown(cases, one)) break;
      moments.push(step(last, one));
    }
    return moments;
  };

  return { start, step, steps, replay };
}

export type Simulation = ReturnType<typeof createSimulation>;

/** Whether the case table has this step. */
export function isKnown(cases: ChartCases, { type, case: name }: ChartStep): boolean {
  const kind = kindOf(type);
  if (type === SLEEP || kind === 'after') return true;
  if (kind === 'error') return type.slice(ERROR.length) in cases.answers;
  const list = kind === 'done' ? cases.answers[type.slice(DONE.length)] : cases.events[type];
  return list?.some((one) => one.name === name) ?? false;
}

/** Entering the machine is a transition of XState's own; it is none of the machine's. */
function isReal({ source, eventType }: AnyTransitionDefinition): boolean {
  return eventType === '' || source.transitions.has(eventType);
}

function answersOf(cases: ChartCases, id: string): readonly ChartStep[] {
  const list = cases.answers[id] ?? [];
  return [
    ...list.map(({ name }) => ({ type: DONE + id, case: name })),
    ...(list.length > 0 ? [{ type: ERROR + id, case: 'unexpected' }] : []),
  ];
}

function sleeps({ snapshot, clock, slept }: Moment): readonly ChartStep[] {
  const overdue = START + clock + slept >= snapshot.context.refreshedAt + REFRESH_INTERVAL;
  const there = snapshot.matches({ signedIn: 'authenticated' }) && !overdue;
  return there ? [{ type: SLEEP, case: 'a refresh interval' }] : [];
}

function eventOf(cases: ChartCases, { type, case: name }: ChartStep, now: number): AnyEventObject {
  const kind = kindOf(type);
  if (kind === 'after') return { type };
  if (kind === 'error') {
    return { type, actorId: type.slice(ERROR.length), error: new Error('Something unexpected.') };
  }
  if (kind === 'event') {
    const found = cases.events[type]?.find((one) => one.name === name)?.value;
    return { ...objectOf(atMoment(found, now)), type };
  }
  const id = type.slice(DONE.length);
  const found = cases.answers[id]?.find((one) => one.name === name)?.value;
  return { type, actorId: id, output: atMoment(found, now) };
}

function atMoment(payload: unknown, now: number): unknown {
  if (payload === undefined) return undefined;
  return JSON.parse(JSON.stringify(payload), (key, value) =>
    MOMENTS.has(key) && typeof value === 'number' ? value + now : value,
  );
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

const NEW_TAB: Omit<AuthInput, 'now' | 'random'> = {
  memory: {
    emailAddress: null,
    organizations: [],
    hasIntermediateSession: false,
    intermediateExpiresAt: null,
    selectedOrganization: null,
    stepUp: null,
    secondFactor: null,
    codeSentAt: null,
    linkSentAt: null,
  },
  callback: null,
  linkWasRequestedHere: false,
  session: null,
  hasSessionCookie: false,
  hasIntermediateCookie: false,
};

function inputAt(value: unknown, at: number, now: () => number): AuthInput {
  return { ...NEW_TAB, ...objectOf(atMoment(value, at)), now, random: () => 0.5 };
}

/** The machine's guards, each of which may be answered by hand. */
function guardsAnswering(byHand: (name: string) => boolean | undefined) {
  const answering = Object.entries(guards).map(([name, guard]) => [
    name,
    (...question: unknown[]): boolean =>
      byHand(name) ?? Boolean(Reflect.apply(guard, undefined, question)),
  ]);
  return Object.fromEntries(answering);
}

/** What XState's own `transition` makes for itself, with inspection beside it: nothing is executed. */
function scopeOf(
  owner: Pick<AnyActorScope['self'], 'system'> & AnyActorScope['self'],
  planned: ExecutableActionObject[],
): AnyActorScope {
  const nothing = () => undefined;
  return {
    self: owner,
    id: '',
    sessionId: '',
    system: owner.system,
    defer: nothing,
    logger: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor: (action) => {
      planned.push(action);
    },
  };
}

function timersAfter(
  before: ReadonlyMap<string, number>,
  planned: readonly ExecutableActionObject[],
  clock: number,
): ReadonlyMap<string, number> {
  const running = new Map([...before].filter(([, due]) => due > clock));
  for (const { type, params } of planned) {
    const given = { id: '', sendId: '', delay: 0, ...objectOf(params) };
    if (type === 'xstate.raise') running.set(given.id, clock + given.delay);
    if (type === 'xstate.cancel') running.delete(given.sendId);
  }
  return running;
}
