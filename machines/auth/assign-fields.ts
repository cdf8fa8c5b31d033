import { assign, type ParameterizedObject } from 'xstate';
import type { MachineEvent } from './auth.events.ts';
import type { ActorResult, AuthContext } from './auth.types.ts';

/** Creates an action that assigns the fields that `changed` returns. */
export function assignFields<Params extends ParameterizedObject['params'] = undefined>(
  changed: (
    scope: { readonly context: AuthContext; readonly event: MachineEvent },
    params: Params,
  ) => Partial<AuthContext>,
) {
  return assign<AuthContext, MachineEvent, Params, MachineEvent, never>(changed);
}

type ResultOf<Kind> = Extract<ActorResult, { kind: Kind }>;

/** Creates an action that assigns fields from results of one kind; the guard of its transition admits no other kind. */
export function assignFromResult<Kind extends ActorResult['kind']>(
  kind: Kind,
  changed: (context: AuthContext, result: ResultOf<Kind>) => Partial<AuthContext>,
) {
  const isOfKind = (result: ActorResult): result is ResultOf<Kind> => result.kind === kind;
  return assignFields(({ context, event }) =>
    'output' in event && isOfKind(event.output) ? changed(context, event.output) : {},
  );
}
