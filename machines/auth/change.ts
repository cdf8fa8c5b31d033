import { assign, type ParameterizedObject } from 'xstate';
import type { AuthEvent } from './auth.events.ts';
import type { AuthContext } from './auth.types.ts';

/**
 * An action that changes the context.
 *
 * @param changed pure; returns the fields that change. A result of a kind that an action does not handle changes
 *   nothing: the guards in front of the action exclude it, and the empty change only satisfies the types
 */
export function change<Params extends ParameterizedObject['params'] = undefined>(
  changed: (
    scope: { readonly context: AuthContext; readonly event: AuthEvent },
    params: Params,
  ) => Partial<AuthContext>,
) {
  return assign<AuthContext, AuthEvent, Params, AuthEvent, never>(changed);
}
