import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNodeConfig,
  createMachine,
  enqueueActions,
  fromPromise,
} from 'xstate';
import type { AuthEmitted } from '#machines/auth/auth.events.ts';
import type { AuthContext, AuthInput } from '#machines/auth/auth.types.ts';
import { changes } from './changes.ts';
import { conditions } from './conditions.ts';
import type { Moment } from './context.ts';
import { appEffects, delays, emitted, inputs, startContext } from './effects.ts';
import { noticeOf } from './notices.ts';
import { ANEW, AS_FAILED, OF_STEPS, ROOT, type Row, rows, states } from './table.ts';

/** What a rejected call counts as (R15.7). */
const UNEXPECTED = {
  kind: 'failed',
  reason: 'unexpected',
  code: 'somethingWentWrong',
  requestId: null,
};

type Scope = Pick<AnyMachineSnapshot, 'context'> & { readonly event: AnyEventObject };

/** What the words of the tables get. */
function momentOf({ context, event }: Scope): Moment {
  return { context, event, now: context.now() };
}

function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value {
  const found = table[word];
  if (found === undefined) throw new Error(`The specification has no word "${word}".`);
  return found;
}

/** The rows that were applied, in order, until somebody empties the list. */
export const appliedRows: Row[] = [];

/** What a row says and does. */
function actionOf(row: Row) {
  return enqueueActions<
    AuthContext,
    AnyEventObject,
    undefined,
    AnyEventObject,
    never,
    { type: string; params: undefined },
    never,
    never,
    AuthEmitted
  >(({ context, event, enqueue }) => {
    appliedRows.push(row);
    const before = momentOf({ context, event });
    let after: AuthContext = context;
    for (const word of row.does.filter((each) => !OF_STEPS.includes(each))) {
      const [effect, emit, change] = [appEffects[word], emitted[word], changes[word]];
      if (effect === undefined && emit === undefined && change === undefined)
        throw new Error(`The specification has no word "${word}".`);
      if (effect !== undefined) enqueue({ type: effect });
      const told = emit?.(before);
      if (told) enqueue.emit(told);
      after = { ...after, ...change?.({ ...before, context: after }) };
    }
    const said = row.says === '' ? {} : { notice: noticeOf(row.says, before) };
    enqueue.assign(() => ({ ...after, ...said }));
    if (row.does.includes(AS_FAILED)) {
      const type = event.type.replace('.error.', '.done.');
      enqueue.raise({ type, actorId: event.actorId, output: UNEXPECTED });
    }
  });
}

/** A transition for each row of a state, by the event of the machine. */
function transitionsOf(path: string, events: (on: string) => string | null) {
  const transitions: Record<string, object[]> = {};
  for (const row of rows.filter((each) => each.in.includes(path))) {
    // A target that is the source, or around it, is entered again.
    const isInside = path === ROOT || row.to.startsWith(`${path}.`);
    const transition = {
      guard: (scope: Scope) => row.if.every((word) => lookUp(conditions, word)(momentOf(scope))),
      ...(row.to === '' ? {} : { target: `#auth.${row.to}` }),
      reenter: row.to !== '' && (!isInside || row.does.includes(ANEW)),
      actions: actionOf(row),
    };
    for (const event of row.on.flatMap((on) => events(on) ?? []))
      transitions[event] = [...(transitions[event] ?? []), transition];
  }
  return transitions;
}

/** The words of "On" that are no event. */
const NO_EVENT = /^(always|enter|leave|after \w+)$/;

function configOf(path: string): AnyStateNodeConfig {
  const { kind = '', call = '', input = [] } = states.get(path) ?? {};
  const parent = path === ROOT ? '' : `${path}.`;
  const inner = [...states.keys()]
    .filter((each) => each.startsWith(parent) && !each.slice(parent.length).includes('.'))
    .map((each) => [each.slice(parent.length), configOf(each)] as const);
  const only = (word: string) => transitionsOf(path, (on) => (on === word ? word : null))[word];
  const own = rows.filter((row) => row.in.includes(path));
  const actionsAt = (word: string) => own.filter(({ on }) => on.includes(word)).map(actionOf);
  return {
    ...(kind === 'parallel' ? { type: 'parallel' } : { initial: inner[0]?.[0] }),
    ...(call === ''
      ? {}
      : {
          invoke: {
            id: call,
            src: call,
            input: (scope: Scope) => {
              const parts = input.map((word) => lookUp(inputs, word)(momentOf(scope)));
              return parts.length > 0 ? Object.assign({}, ...parts) : undefined;
            },
          },
        }),
    entry: actionsAt('enter'),
    exit: actionsAt('leave'),
    always: only('always'),
    after: transitionsOf(path, (on) => /^after (\w+)$/.exec(on)?.[1] ?? null),
    // The end of a call concerns the states around its own, too.
    on: transitionsOf(path, (on) => {
      if (NO_EVENT.test(on)) return null;
      return on === 'done' || on === 'error' ? `xstate.${on}.actor.${call || '*'}` : on;
    }),
    states: Object.fromEntries(inner),
  };
}

const calls = [...states.values()].flatMap(({ call }) => call || []);
const pending = fromPromise(() => new Promise(() => undefined));

/** The tables as a machine: XState applies them as it does the statechart. */
export const specifiedMachine: AnyStateMachine = createMachine(
  {
    id: 'auth',
    context: ({ input }: { readonly input: AuthInput }) => startContext(input),
    ...configOf(ROOT),
  },
  {
    actors: Object.fromEntries(calls.map((call) => [call, pending])),
    actions: Object.fromEntries(Object.values(appEffects).map((name) => [name, () => undefined])),
    delays: Object.fromEntries(
      Object.entries(delays).map(([name, delay]) => [
        name,
        (scope: Scope) => delay(momentOf(scope)),
      ]),
    ),
  },
);
