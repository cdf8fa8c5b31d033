import type { AuthEmitted } from '../auth/auth.types.ts';

/** A delayed transition that was started (`delay` in milliseconds) or stopped (`null`). */
interface TimerChange {
  readonly event: string;
  readonly delay: number | null;
}

/** An actor that was started, and what it was given. */
interface Call {
  readonly id: string;
  readonly input: unknown;
}

/** What one step does to the world outside the machine. */
export interface Effects {
  /** Facts emitted for the app. */
  readonly facts: readonly AuthEmitted[];
  /** Actions the app provides. */
  readonly commands: readonly string[];
  readonly calls: readonly Call[];
  /** Actors that were stopped, whether they had answered or not. */
  readonly stopped: readonly string[];
  readonly timers: readonly TimerChange[];
}

/** An action as XState's pure `transition` returns it. */
interface PlannedAction {
  readonly type: string;
  readonly params?: unknown;
}

/** The effects of the actions that a pure transition plans. */
export function effectsOf(actions: readonly PlannedAction[]): Effects {
  const facts: AuthEmitted[] = [];
  const commands: string[] = [];
  const calls: Call[] = [];
  const stopped: string[] = [];
  const timers: TimerChange[] = [];
  for (const { type, params } of actions) {
    const given = paramsOf(params);
    if (type === 'xstate.spawnChild') calls.push({ id: given.id, input: given.input });
    else if (type === 'xstate.stopChild') stopped.push(given.id);
    else if (type === 'xstate.raise') timers.push({ event: given.id, delay: given.delay });
    else if (type === 'xstate.cancel') timers.push({ event: given.sendId, delay: null });
    else if (type === 'xstate.emit') facts.push(given.event);
    else commands.push(type);
  }
  return { facts, commands, calls, stopped, timers };
}

interface Params {
  readonly id: string;
  readonly sendId: string;
  readonly delay: number;
  readonly input: unknown;
  readonly event: AuthEmitted;
}

/** Each builtin action has its own parameters; what it lacks is never read. */
function paramsOf(params: unknown): Params {
  return isParams(params) ? params : NONE;
}

function isParams(params: unknown): params is Params {
  return typeof params === 'object' && params !== null;
}

const NONE: Params = {
  id: '',
  sendId: '',
  delay: 0,
  input: undefined,
  event: { type: 'creationFailed' },
};
