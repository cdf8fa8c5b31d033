import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { createClock } from './clock.ts';
import { createIdGenerator } from './ids.ts';
import { createSeedState, type SeedOptions } from './seed/seed.ts';
import { type State, stateSchema } from './state.ts';

/** What a store begins with, and what it is told of its surroundings. */
export interface StoreOptions extends SeedOptions {
  /** Receives one line of text for each code and link that is sent. */
  log?: ((line: string) => void) | undefined;
  /** Real time in milliseconds, which the emulator's clock follows. */
  now?: (() => number) | undefined;
  /** Whether the app is served on the same origin, so that the console links to it. */
  hasApp?: boolean | undefined;
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
export function createStore(options: StoreOptions) {
  let state = createSeedState(options);
  let replacing = new AbortController();

  const setState = (next: State) => {
    state = next;
    replacing.abort();
    replacing = new AbortController();
  };

  return {
    /** The current state. A reset or an import replaces the whole object. */
    get state(): State {
      return state;
    },
    clock: createClock(() => state.clock, options.now ?? Date.now),
    ids: createIdGenerator(() => state),
    hasApp: options.hasApp ?? false,
    log: options.log ?? (() => undefined),
    reset() {
      setState(createSeedState(options));
    },
    /** Imports an exported state. Returns an error message, and changes nothing, if it is invalid. */
    importState(candidate: unknown): string | null {
      const parsed = v.safeParse(stateSchema, candidate);
      if (!parsed.success) {
        return `This is not a state of the emulator. ${describeIssue(parsed.issues[0])}`;
      }
      setState(structuredClone(parsed.output));
      return null;
    },
    /** Resolves when `signal` aborts, the state is reset, or `milliseconds` have passed (if given). */
    async wait(signal: AbortSignal, milliseconds = LONGEST_WAIT) {
      const ended = AbortSignal.any([signal, replacing.signal]);
      await pause(milliseconds, undefined, { signal: ended }).catch(() => undefined);
    },
  };
}
