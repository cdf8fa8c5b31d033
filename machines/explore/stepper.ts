import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
  getNextTransitions,
} from 'xstate';
import { stepUpEmail } from '../auth/auth.guards.ts';
import { authMachine } from '../auth/auth.machine.ts';
import type { AuthInput } from '../auth/auth.types.ts';
import { type AuthSnapshot, statePath } from '../auth/auth.view.ts';
import { REFRESH_INTERVAL, RESEND_COOLDOWN } from '../rules/limits.ts';
import { type Effects, effectsOf } from './effects.ts';
import {
  ANSWER_STEPS,
  EVENT_STEPS,
  elapsed,
  INVOKE_IDS,
  invokeIdOf,
  kindOf,
  type ModelEvent,
  resolveEvent,
  SLEEP,
  WAIT,
} from './model-events.ts';
import { createPureMachine } from './pure-machine.ts';
import type { InputData, ModelInput } from './start-inputs.ts';
import { atMoment } from './timers.ts';

/** When every walk begins, in epoch milliseconds. */
export const START = Date.UTC(2030, 0, 1);

/** Milliseconds between two steps, so that no two timers are ever due in the same millisecond. */
export const TICK = 1;

/** What the model knows of a snapshot beside the snapshot itself. */
export interface Moment {
  /** Milliseconds on the clock of the timers, from the start of the walk. */
  readonly clock: number;
  /** Milliseconds the computer slept: the time is ahead of the timers by these. */
  readonly slept: number;
  /** The running delayed transitions, each with its due time on the clock. */
  readonly timers: ReadonlyMap<string, number>;
  /** What the last step did to the world. */
  readonly effects: Effects;
  /** The transition definitions it took, in order, `always` included. */
  readonly taken: readonly AnyTransitionDefinition[];
  /** The calls that are waited for now, by the ids of their invokes. */
  readonly waiting: readonly string[];
  /** The step that led here; `null` at the start. */
  readonly via: ModelEvent | null;
  readonly depth: number;
  /** What guards can see of the snapshot (`keyOf`). */
  readonly key: string;
  /** Nothing that a guard could see was changed by the last step. */
  readonly echo: boolean;
}

/** The machine as a pure function of model steps, with its time and timers kept beside it. */
export interface Model {
  readonly start: () => AuthSnapshot;
  readonly step: (snapshot: AuthSnapshot, step: ModelEvent) => AuthSnapshot;
  /** Every step that does something here, one per payload case. */
  readonly steps: (snapshot: AuthSnapshot) => readonly ModelEvent[];
  /** The same, where the walk goes on from here: not after its last step, nor where nothing changed. */
  readonly stepsOfWalk: (snapshot: AuthSnapshot) => readonly ModelEvent[];
  readonly momentOf: (snapshot: AuthSnapshot) => Moment;
  /** The behaviour-bearing part of a snapshot, as text: what guards can see, and nothing that only shows. */
  readonly keyOf: (snapshot: AuthSnapshot) => string;
}

export interface ModelOptions {
  /** The machine to walk; the product's own unless a test breaks one. */
  readonly machine?: AnyStateMachine;
  /** Whether what the machine is walked through offers a step here; a bare machine offers all. */
  readonly offers?: (step: ModelEvent, snapshot: AuthSnapshot, moment: Moment) => boolean;
}

/** The input of a walk at its start, with the runner's clock and chance. */
export function inputAt(
  data: InputData,
  { now, random }: Pick<AuthInput, 'now' | 'random'>,
): AuthInput {
  return { ...atMoment(data, now()), now, random };
}

/** Half of every jitter. */
export const CHANCE = 0.5;

/**
 * The model of one input.
 *
 * @param input where the tab stands at boot, and how far it is walked
 * @param options the machine to walk, and what it is walked through
 */
export function createModel(
  { input, steps: most }: ModelInput,
  { machine = authMachine, offers = () => true }: ModelOptions = {},
): Model {
  const moments = new Map<AuthSnapshot, Moment>();
  let now = START;
  const pure = createPureMachine(machine, inputAt(input, { now: () => now, random: () => CHANCE }));

  const momentOf = (snapshot: AuthSnapshot): Moment => {
    const moment = moments.get(snapshot);
    if (moment === undefined) throw new Error('A snapshot of another model.');
    return moment;
  };
  const at = <Result>(time: number, look: () => Result): Result => {
    now = START + time;
    return look();
  };
  const keep = (snapshot: AuthSnapshot, moment: Moment): AuthSnapshot => {
    const own = moments.has(snapshot) ? { ...snapshot } : snapshot;
    moments.set(own, moment);
    return own;
  };
  const keyOf = (snapshot: AuthSnapshot): string => momentOf(snapshot).key;

  const start = () =>
    at(0, () => {
      const { snapshot, actions, taken } = pure.start();
      const effects = effectsOf(actions);
      const timers = timersAfter(new Map(), effects, 0);
      return keep(snapshot, {
        clock: 0,
        slept: 0,
        timers,
        effects,
        taken,
        waiting: waitingAfter([], effects, ''),
        via: null,
        depth: 0,
        key: projection(snapshot, now),
        echo: false,
      });
    });

  const step = (snapshot: AuthSnapshot, event: ModelEvent): AuthSnapshot => {
    const before = momentOf(snapshot);
    const slept = before.slept + (event.type === SLEEP.type ? REFRESH_INTERVAL : 0);
    const clock = clockAfter(snapshot, event, before);
    return at(clock + slept, () => {
      const passive = event.type === WAIT.type || event.type === SLEEP.type;
      const planned = passive
        ? { snapshot, actions: [], taken: [] }
        : pure.step(snapshot, resolveEvent(event, now));
      const { snapshot: next, taken } = planned;
      const effects = effectsOf(planned.actions);
      const timers = timersAfter(before.timers, effects, clock);
      const waiting = waitingAfter(before.waiting, effects, invokeIdOf(event.type));
      const key = projection(next, now);
      const echo = key === before.key;
      const depth = before.depth + 1;
      const moment = { clock, slept, timers, effects, taken, waiting, via: event, depth };
      return keep(next, { ...moment, key, echo });
    });
  };

  const heard = new Map<string, ReadonlySet<string>>();
  /** The event types that have a transition here, whatever its guard says. */
  const heardIn = (snapshot: AuthSnapshot): ReadonlySet<string> => {
    const state = statePath(snapshot.value);
    const types =
      heard.get(state) ?? new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType));
    heard.set(state, types);
    return types;
  };

  const does = (snapshot: AnyMachineSnapshot, event: EventObject): boolean => snapshot.can(event);

  /** The next timer that does something when it is due; those before it change nothing. */
  const nextTimer = (snapshot: AuthSnapshot) => {
    const { timers, slept } = momentOf(snapshot);
    const due = [...timers].sort(([, one], [, other]) => one - other);
    return due.find(([type, time]) => at(time + slept, () => does(snapshot, { type })));
  };

  const steps = (snapshot: AuthSnapshot): readonly ModelEvent[] => {
    const { clock, slept } = momentOf(snapshot);
    const timer = nextTimer(snapshot);
    const alarm = timer === undefined ? [] : [elapsed(timer[0])];
    if (timer !== undefined && timer[1] <= clock + TICK) return alarm;
    const answers = INVOKE_IDS.filter((id) => id in snapshot.children).flatMap(
      (id) => ANSWER_STEPS[id],
    );
    const known = heardIn(snapshot);
    const events = EVENT_STEPS.filter(({ type }) => known.has(type));
    const own = [...events, ...answers].filter((event) =>
      at(clock + slept + TICK, () => does(snapshot, resolveEvent(event, now))),
    );
    return [...own, ...alarm, ...pauses(snapshot, momentOf(snapshot), timer?.[1])];
  };

  const stepsOfWalk = (snapshot: AuthSnapshot): readonly ModelEvent[] => {
    const { depth, echo } = momentOf(snapshot);
    if (depth >= most || echo) return [];
    return steps(snapshot).filter((step) => offers(step, snapshot, momentOf(snapshot)));
  };

  return { start, step, steps, stepsOfWalk, momentOf, keyOf };
}

function clockAfter(snapshot: AuthSnapshot, event: ModelEvent, { clock, slept, timers }: Moment) {
  if (event.type === WAIT.type) return resendClock(snapshot, slept) ?? clock;
  if (kindOf(event.type) !== 'after') return clock + TICK;
  const due = timers.get(event.type);
  if (due === undefined) throw new Error(`No timer "${event.type}" is running.`);
  return due;
}

function timersAfter(
  before: ReadonlyMap<string, number>,
  { timers }: Effects,
  clock: number,
): ReadonlyMap<string, number> {
  const running = new Map([...before].filter(([, due]) => due > clock));
  for (const change of timers) {
    if (change.delay === null) running.delete(change.event);
    else running.set(change.event, clock + change.delay);
  }
  return running;
}

/** The calls that are still waited for: neither answered by the step nor stopped with their state. */
function waitingAfter(
  before: readonly string[],
  { calls, stopped }: Effects,
  answered: string,
): readonly string[] {
  const left = before.filter((id) => id !== answered && !stopped.includes(id));
  const asked = calls.map(({ id }) => id).filter((id) => INVOKE_IDS.some((known) => known === id));
  return [...left, ...asked];
}

/** The steps in which only time passes, where it makes a difference to a guard. */
function pauses(snapshot: AuthSnapshot, { clock, slept }: Moment, timer: number | undefined) {
  const resend = resendClock(snapshot, slept);
  const waits = resend !== null && resend > clock && (timer === undefined || resend < timer);
  const { refreshedAt } = snapshot.context;
  const overdue = START + clock + slept >= refreshedAt + REFRESH_INTERVAL;
  const sleeps = snapshot.matches({ signedIn: 'authenticated' }) && !overdue;
  return [...(waits ? [WAIT] : []), ...(sleeps ? [SLEEP] : [])];
}

/** When on the clock everything sent may be sent again; `null` where nothing can be sent. */
function resendClock(snapshot: AuthSnapshot, slept: number): number | null {
  const { codeSentAt, linkSentAt } = snapshot.context;
  const sent = Math.max(codeSentAt ?? 0, linkSentAt ?? 0);
  const there = snapshot.matches({ signedOut: 'stepUp' }) && sent > 0;
  return there ? sent + RESEND_COOLDOWN - START - slept : null;
}

/** What the guards of a state can read, and no more: two snapshots with the same answer behave the same. */
function projection(snapshot: AuthSnapshot, now: number): string {
  return JSON.stringify([snapshot.value, ...visible(snapshot, now)]);
}

function visible(snapshot: AuthSnapshot, now: number): readonly unknown[] {
  const { context } = snapshot;
  if (snapshot.matches('signingOut')) return [context.signOutReason];
  if (snapshot.matches('signedIn')) return visibleSignedIn(snapshot, now);
  const list = [context.organizations.length > 0, context.hasIntermediateSession];
  if (snapshot.matches({ signedOut: 'default' }) || snapshot.matches({ signedOut: 'redeeming' }))
    return [...list, context.selectedOrganization?.id];
  if (snapshot.matches({ signedOut: 'exchanging' })) return [...list, context.stepUp !== null];
  if (!snapshot.matches({ signedOut: 'stepUp' })) return list;
  return [
    ...list,
    stepUpEmail(context) !== null,
    isHot(context.codeSentAt, now),
    isHot(context.linkSentAt, now),
  ];
}

function visibleSignedIn(snapshot: AuthSnapshot, now: number): readonly unknown[] {
  const { session, expiryWarned, refreshedAt, refreshMode } = snapshot.context;
  const member = [session?.sessionId, expiryWarned];
  if (snapshot.matches({ signedIn: 'refreshing' })) return [...member, refreshMode];
  const overdue = now >= refreshedAt + REFRESH_INTERVAL;
  return snapshot.matches({ signedIn: 'authenticated' }) ? [...member, overdue] : member;
}

function isHot(sentAt: number | null, now: number): boolean {
  return sentAt !== null && now < sentAt + RESEND_COOLDOWN;
}
