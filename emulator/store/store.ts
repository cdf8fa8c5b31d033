import * as v from 'valibot';
import { type Clock, createClock } from './clock.ts';
import { createIds, type Ids } from './ids.ts';
import { createSeedState } from './seed/seed.ts';
import { type State, stateSchema } from './state.ts';

/** What the emulator tells whoever listens (the console, the terminal, a test). */
type StoreEvent = {
  kind: 'mail' | 'request' | 'session' | 'fault' | 'clock' | 'project' | 'reset' | 'telemetry';
  text: string;
};

export interface Store {
  /** The current state; replaced as a whole by a reset or an import. */
  readonly state: State;
  readonly clock: Clock;
  readonly ids: Ids;
  reset(): void;
  /** Imports an exported state. Returns a sentence when it does not fit, and then changes nothing. */
  importState(candidate: unknown): string | null;
  emit(notice: StoreEvent): void;
  /** Listens until the returned function is called. */
  subscribe(listener: (notice: StoreEvent) => void): () => void;
  /** Waits until `signal` aborts, the emulator is reset, or `milliseconds` passed (if given). */
  wait(signal: AbortSignal, milliseconds?: number): Promise<void>;
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
}

/** One emulator's state. Two stores share nothing. */
export function createStore(options: { seed: string; realNow: () => number }): Store {
  let state = createSeedState(options.seed);
  const listeners = new Set<(notice: StoreEvent) => void>();
  const held = new Set<() => void>();

  const release = () => {
    for (const letGo of held) letGo();
    held.clear();
  };
  const emit = (event: StoreEvent) => {
    for (const listener of listeners) listener(event);
  };

  return {
    get state() {
      return state;
    },
    clock: createClock(() => state.clock, options.realNow),
    ids: createIds(() => state),
    reset() {
      state = createSeedState(options.seed);
      release();
      emit({ kind: 'reset', text: 'back to the seed' });
    },
    importState(candidate) {
      const parsed = v.safeParse(stateSchema, candidate);
      if (!parsed.success) {
        return `This is not a state of the emulator. ${describeIssue(parsed.issues[0])}`;
      }
      state = structuredClone(parsed.output);
      release();
      emit({ kind: 'reset', text: 'state imported' });
      return null;
    },
    emit,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wait(signal, milliseconds) {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve();
        let timer: ReturnType<typeof setTimeout> | undefined;
        const letGo = () => {
          clearTimeout(timer);
          held.delete(letGo);
          signal.removeEventListener('abort', letGo);
          resolve();
        };
        if (milliseconds !== undefined) timer = setTimeout(letGo, milliseconds);
        signal.addEventListener('abort', letGo);
        held.add(letGo);
      });
    },
  };
}
