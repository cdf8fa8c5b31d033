import type { AnyStateMachine } from 'xstate';

/** Whether a value is a machine, also one of another copy of XState. */
export function isMachine(value: unknown): value is AnyStateMachine {
  return (
    typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value
  );
}
