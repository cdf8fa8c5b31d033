import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { createClock } from './clock.ts';
import { createIdGenerator } from './ids.ts';
import { createSeedState, type SeedOptions } from './seed/seed.ts';
import { type State, stateSchema } from './state.ts';

/** A change that the console, the terminal or a test may want to show. */
interface StoreEvent {
  kind: 'mail' | 'request' | 'session' | 'fault' | 'clock' | 'project' | 'reset' | 'telemetry';
  text: string;
}

export type Store = ReturnType<typeof createStore>;

/** The most milliseconds of a timer. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Describes why a value does not match a schema, with the path of the field. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
}

/** Creates the store of one emulator. Two stores share nothing. */
export function createStore(
  options: SeedOptions & { realNow: () => number; hasApp?: boolean | undefined },
) {
  let state = createSeedState(options);
  const listeners = new Set<(event: StoreEvent) => void>();
  let replacing = new AbortController();

  const emit = (event: StoreEvent) => {
    for (const listener of listeners) listener(event);
  };
  const setState = (next: State, text: string) => {
    state = next;
    replacing.abort();
    replacing = new AbortController();
    emit({ kind: 'reset', text });
  };

  return {
    /** The current state. A reset or an import replaces the whole object. */
    get state(): State {
      return state;
    },
    clock: createClock(() => state.clock, options.realNow),
    ids: createIdGenerator(() => state),
    /** Whether the app is served on the same origin, at `/`. */
    hasApp: options.hasApp ?? false,
    reset() {
      setState(createSeedState(options), 'state reset to the seed');
    },
    /** Imports an exported state. Returns an error message, and changes nothing, if it is invalid. */
    importState(candidate: unknown): string | null {
      const parsed = v.safeParse(stateSchema, candidate);
      if (!parsed.success) {
        return `This is not a state of the emulator. ${describeIssue(parsed.issues[0])}`;
      }
      setState(structuredClone(parsed.output), 'state imported');
      return null;
    },
    emit,
    /** Calls the listener for each event. Returns a function that removes the listener. */
    subscribe(listener: (event: StoreEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Resolves when `signal` aborts, the state is reset, or `milliseconds` have passed (if given). */
    async wait(signal: AbortSignal, milliseconds = LONGEST_WAIT) {
      const ended = AbortSignal.any([signal, replacing.signal]);
      await pause(milliseconds, undefined, { signal: ended }).catch(() => undefined);
    },
  };
}
