import type { AnyStateMachine } from 'xstate';
import {
  createStepper,
  type SimulationState,
  START,
  type Stepper,
  type TimeStep,
} from '#statechart/explore/stepper.ts';
import { type PayloadCases, SLEEP, WAIT } from '#statechart/explore/steps.ts';
import { hasOrganizations, personEmail } from '../auth/auth.context.ts';
import { guards, hasIntermediate, stepUpEmail, wasWarnedOfEnd } from '../auth/auth.guards.ts';
import type { AuthInput } from '../auth/auth.types.ts';
import type { AuthSnapshot } from '../auth/auth.view.ts';
import { LONGEST_BACKOFF_DELAY } from '../rules/backoff.ts';
import { REFRESH_INTERVAL, RESEND_COOLDOWN } from '../rules/limits.ts';
import { eventCases, resultCases } from './payload-cases.ts';
import { START_INPUTS, type StartInputData } from './start-inputs.ts';
import { stubbedAuthMachine } from './stubbed-machine.ts';
import { withAbsoluteTimes } from './with-absolute-times.ts';

export type AuthStepper = Stepper<AuthSnapshot>;
export type AuthSimulationState = SimulationState<AuthSnapshot>;

/** Every payload case of the auth machine. */
export const authCases: PayloadCases = {
  events: eventCases,
  results: resultCases,
  inputs: START_INPUTS,
  valueAt: withAbsoluteTimes,
};

/**
 * The stepper of the auth machine.
 *
 * @param machine the product's own unless a test breaks one
 */
export function createAuthStepper(machine: AnyStateMachine = stubbedAuthMachine): AuthStepper {
  return createStepper({
    machine,
    cases: authCases,
    inputOf: (value, now) => authInput(Object(value), { now }),
    stateKey: (snapshot: AuthSnapshot, now) =>
      JSON.stringify([snapshot.value, ...readByGuards(snapshot, now)]),
    timeStepsOf,
  });
}

/** The machine's input for a start, with a clock. */
export function authInput(data: StartInputData, { now }: Pick<AuthInput, 'now'>): AuthInput {
  return { ...withAbsoluteTimes(data, now()), now };
}

/** Until everything sent may be sent again, and while the computer sleeps until a refresh is overdue. */
function timeStepsOf({ snapshot, now, slept }: AuthSimulationState): readonly TimeStep[] {
  const { refresh, sent } = snapshot.context;
  const sentAt = Math.max(sent.code?.at ?? 0, sent.link?.at ?? 0);
  const clock = sentAt + RESEND_COOLDOWN - START - slept;
  const waits = snapshot.matches({ signedOut: 'stepUp' }) && sentAt > 0;
  const sleeps =
    snapshot.matches({ signedIn: { session: 'authenticated' } }) &&
    now < refresh.confirmedAt + REFRESH_INTERVAL;
  return [
    ...(waits ? [{ step: { type: WAIT, case: 'the cooldown' }, clock }] : []),
    ...(sleeps
      ? [{ step: { type: SLEEP, case: 'a refresh interval' }, sleeps: REFRESH_INTERVAL }]
      : []),
  ];
}

/** The context that the guards of a state read, and no more. */
function readByGuards(snapshot: AuthSnapshot, now: number): readonly unknown[] {
  const { context } = snapshot;
  if (snapshot.matches('signingOut')) return [context.signOutReason];
  if (snapshot.matches('signedIn')) return readBySignedIn(snapshot, now);
  const list = [
    context.organizations === null,
    hasOrganizations(context),
    hasIntermediate(snapshot),
    // Guards read only whether the person is known, so that a walk does not go on twice for two persons.
    personEmail(context) !== null,
  ];
  if (snapshot.matches({ signedOut: 'discovering' })) {
    return [...list, context.intermediate?.digest];
  }
  if (snapshot.matches({ signedOut: 'default' }) || snapshot.matches({ signedOut: 'starting' })) {
    const { selectedOrganization, lastOrganization, lastShownEmail } = context;
    return [...list, selectedOrganization?.id, lastOrganization !== null, lastShownEmail !== null];
  }
  // The warning only adds a transition, so a walk needs it in one state of each screen.
  const isEnding = wasWarnedOfEnd(snapshot);
  const isWarned = isEnding && !hasSent(context);
  if (snapshot.matches({ signedOut: 'selecting' }))
    return [
      ...list,
      isWarned && context.project.createOrganizationEnabled && context.project.slugPattern === null,
      context.project.createOrganizationEnabled,
      context.project.slugPattern,
    ];
  if (
    snapshot.matches({ signedOut: 'confirmingLink' }) ||
    snapshot.matches({ signedOut: 'redeeming' })
  ) {
    const { selectedOrganization, callback, intermediate } = context;
    return [...list, selectedOrganization?.id, callback, intermediate?.digest];
  }
  if (snapshot.matches({ signedOut: 'exchanging' })) return [...list, context.stepUp !== null];
  if (snapshot.matches({ signedOut: 'secondFactor' })) return [...list, isEnding];
  if (!snapshot.matches({ signedOut: 'stepUp' })) return list;
  return [
    ...list,
    isWarned && stepUpEmail(context) !== null,
    stepUpEmail(context) !== null,
    isCoolingDown(context.sent.code, now),
    isCoolingDown(context.sent.link, now),
  ];
}

function readBySignedIn(snapshot: AuthSnapshot, now: number): readonly unknown[] {
  const { session, organizations, refresh } = snapshot.context;
  const member = [session?.organization.id, ...(organizations ?? []).map(({ id }) => id)];
  // By a clock that is ahead, a session is over when it is confirmed, and goes on.
  const isAhead = session !== null && session.expiresAt <= refresh.confirmedAt;
  if (snapshot.matches({ signedIn: { session: 'refreshing' } })) {
    const left = session === null ? 0 : session.expiresAt - now;
    // A failure ends the session, or makes the next attempt its last.
    return [...member, isAhead, refresh.reconnecting, left <= 0, left <= LONGEST_BACKOFF_DELAY];
  }
  if (!snapshot.matches({ signedIn: { session: 'authenticated' } })) return member;
  const isOverdue = now >= refresh.confirmedAt + REFRESH_INTERVAL;
  // The next attempt is the last one of a session that ends.
  const { retryAt } = refresh;
  const isLast = retryAt !== null && session !== null && retryAt >= session.expiresAt;
  return [...member, isAhead, isOverdue, isLast, guards.mayCreate(snapshot)];
}

function hasSent({ sent }: AuthSnapshot['context']): boolean {
  return sent.code !== null || sent.link !== null;
}

function isCoolingDown(sent: { readonly at: number } | null, now: number): boolean {
  // A time in the future: the clock was set back.
  return sent !== null && sent.at <= now && now < sent.at + RESEND_COOLDOWN;
}
