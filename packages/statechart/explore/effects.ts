import type { AnyEventObject } from 'xstate';

/** A timer that was started (`delay` in milliseconds) or stopped (`null`). */
interface TimerChange {
  /** Identifies the timer: the event of a delayed transition, or the id of a delayed `raise`. */
  readonly event: string;
  readonly delay: number | null;
  /** What a started timer will raise. */
  readonly raised?: AnyEventObject;
}

/** An actor that was started, and its input. */
interface Call {
  readonly id: string;
  readonly input: unknown;
}

/** What a step causes beside the new state: emitted events, actions, calls, stopped actors and timers. */
export interface Effects {
  readonly emitted: readonly AnyEventObject[];
  /** Actions that are neither built into XState nor assigns, by name. */
  readonly actions: readonly string[];
  readonly calls: readonly Call[];
  /** Actors that were stopped, whether they had resolved or not. */
  readonly stopped: readonly string[];
  readonly timers: readonly TimerChange[];
}

/** An action as XState's pure `transition` returns it. */
interface PlannedAction {
  readonly type: string;
  readonly params?: unknown;
}

/** The effects of the actions that a pure transition plans. */
export function effectsOf(planned: readonly PlannedAction[]): Effects {
  const emitted: AnyEventObject[] = [];
  const actions: string[] = [];
  const calls: Call[] = [];
  const stopped: string[] = [];
  const timers: TimerChange[] = [];
  for (const { type, params } of planned) {
    const {
      id = '',
      sendId = '',
      delay,
      input,
      event = { type: '' },
    }: Partial<Params> = Object(params);
    if (type === 'xstate.spawnChild') calls.push({ id, input });
    else if (type === 'xstate.stopChild') stopped.push(id);
    else if (type === 'xstate.raise') {
      // XState itself handles an event that is raised without a delay, within the step.
      if (delay !== undefined) timers.push({ event: id || event.type, delay, raised: event });
    } else if (type === 'xstate.cancel') timers.push({ event: sendId, delay: null });
    else if (type === 'xstate.emit') emitted.push(event);
    else actions.push(type);
  }
  return { emitted, actions, calls, stopped, timers };
}

/** The parameters of the built-in actions. Each has only some; the others are never read. */
interface Params {
  readonly id: string;
  readonly sendId: string;
  readonly delay: number;
  readonly input: unknown;
  readonly event: AnyEventObject;
}
