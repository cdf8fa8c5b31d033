import { assign, type ParameterizedObject } from 'xstate';
import type { MachineEvent } from './auth.events.ts';
import type { AuthContext } from './auth.types.ts';

/**
 * An action that changes the fields that `changed` returns. Guards exclude results of other kinds; an empty change for
 * them only satisfies the types.
 */
export function change<Params extends ParameterizedObject['params'] = undefined>(
  changed: (
    scope: { readonly context: AuthContext; readonly event: MachineEvent },
    params: Params,
  ) => Partial<AuthContext>,
) {
  return assign<AuthContext, MachineEvent, Params, MachineEvent, never>(changed);
}
