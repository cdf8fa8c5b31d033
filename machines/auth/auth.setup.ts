import { emit, enqueueActions, setup } from 'xstate';
import {
  CODE_LIFETIME,
  INTERMEDIATE_SESSION_WARNING,
  REFRESH_INTERVAL,
  SESSION_WARNING,
} from '../rules/limits.ts';
import * as actions from './auth.actions.ts';
import type { AuthActors } from './auth.actors.ts';
import type { AuthEmitted, MachineEvent } from './auth.events.ts';
import { guards } from './auth.guards.ts';
import * as notices from './auth.notices.ts';
import type { AuthContext, AuthInput, ProviderFailure, Scope } from './auth.types.ts';
import * as secondFactorActions from './second-factor/second-factor.actions.ts';
import { secondFactorGuards } from './second-factor/second-factor.guards.ts';

/** The longest delay of a browser timer, in milliseconds. A longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** When the next refresh is due (R11.3). A session that was over at its last refresh waits the interval: no loop. */
function refreshDueAt({ refresh: { confirmedAt, retryAt }, session }: AuthContext): number {
  const end = session?.expiresAt ?? 0;
  const next = confirmedAt + REFRESH_INTERVAL;
  return retryAt ?? (end > confirmedAt && end < next ? end : next);
}

/** Milliseconds until a time, less `before`; the longest timer (24 days) when the time is unknown. */
function until(moment: number | null | undefined, { now }: AuthContext, before = 0): number {
  const left = (moment ?? Number.POSITIVE_INFINITY) - before - now();
  return Math.min(Math.max(left, 0), LONGEST_TIMER);
}

/** XState infers its types from `setup({ types })`; the value itself is never used. */
interface AuthTypes {
  context: AuthContext;
  events: MachineEvent;
  input: AuthInput;
  emitted: AuthEmitted;
  tags: 'signedIn';
}

/** The effects that the app provides; the machine itself has none. */
interface AuthEffects {
  /** Expires the cookie of the intermediate session, because the provider has no call for that. */
  readonly removeIntermediateCookie: () => void;
  /** Forgets that this browser requested magic links, so that none signs in without a confirmation (R22.2). */
  readonly removeLinkRequests: () => void;
  /** Discards the token of a returned callback without using it. */
  readonly removeCallbackToken: () => void;
  /** Removes the session from the browser. Needed when a session ends without a response of the provider. */
  readonly removeSession: () => void;
}

/** What the app provides for the machine. */
export interface AuthImplementations {
  readonly actors: AuthActors;
  readonly effects: AuthEffects;
}

const delays = {
  /** How long an intermediate session is valid. */
  INTERMEDIATE_EXPIRY: ({ context }: Scope) => until(context.intermediate?.expiresAt, context),
  /** Until a person is warned that the intermediate session ends: once, also over several states. */
  INTERMEDIATE_WARNING: ({ context }: Scope) => {
    const { intermediate } = context;
    const end = intermediate?.isWarned ? null : intermediate?.expiresAt;
    return until(end, context, INTERMEDIATE_SESSION_WARNING);
  },
  /** How long a code is valid after it was sent. */
  CODE_EXPIRY: ({ context }: Scope) => until(context.sent.code?.at, context, -CODE_LIFETIME),
  /** Until the session is refreshed again: after the interval, or after the backoff. */
  REFRESH_DUE: ({ context }: Scope) => until(refreshDueAt(context), context),
  /** Until the member is warned that the session ends. */
  EXPIRY_WARNING: ({ context }: Scope) =>
    until(context.session?.expiresAt, context, SESSION_WARNING),
};

const UNEXPECTED: ProviderFailure = {
  kind: 'failed',
  reason: 'unexpected',
  code: 'somethingWentWrong',
  requestId: null,
};

/** Treats a rejected call as a failed one, so that its state can continue. The monitor has no state of its own. */
const treatRejectionAsFailure = enqueueActions<
  AuthContext,
  MachineEvent,
  string,
  MachineEvent,
  never,
  never,
  never,
  never,
  AuthEmitted
>(({ enqueue }, actorId) => {
  if (actorId === 'sessionMonitor') return;
  enqueue.raise({ type: `xstate.done.actor.${actorId}`, actorId, output: UNEXPECTED });
});

/** The types, actors, guards, actions and delays of the auth machine, by the names that the chart shows. */
export const createAuthSetup = ({ actors, effects }: AuthImplementations) =>
  setup({
    types: {} as AuthTypes,
    actors,
    guards: {
      ...guards,
      ...secondFactorGuards,
    },
    actions: {
      ...effects,
      ...actions,
      ...notices,
      ...secondFactorActions,
      treatRejectionAsFailure,
      /** Emits an event to the app. */
      emitEvent: emit((_, event: AuthEmitted) => event),
    },
    delays,
  });

/** Types a state in `states/`. */
export const createState: ReturnType<typeof createAuthSetup>['createStateConfig'] = (config) =>
  config;
