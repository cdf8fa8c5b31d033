import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { authMachine } from '#machines/auth/unprovided-machine.ts';
import { EVENT_TYPES, INVOKE_IDS, invocations } from '#machines/auth-cases/payload-cases.ts';
import { definitionsOf, leavesOf, nodesOf } from '#statechart/explore/machine-graph.ts';
import { stateId } from '#statechart/explore/transition-id.ts';
import { expectedScreens, states, transientStates } from '../specification/table.ts';
import {
  deadBranches,
  emptyTransitions,
  invokesOf,
  invokesWithoutError,
  invokesWithoutTimeout,
  mismatchedNames,
  openLists,
  statesThatNeverReach,
  statesWithoutDescription,
  unreachableStates,
} from './lints.ts';

/** Lists that ignore the event when no guard holds, each with the reason. */
const INTENDED_OPEN_LISTS = [
  // There may be nothing to dismiss or to forget.
  '(root) | notice.dismiss',
  // A sign-in whose address is unknown can only be rejected (R22.9).
  'signedOut.confirmingIdentity | identity.confirm',
  // Without a session, the pending sign-in has none that could end.
  'signedOut.confirmingIdentity | session.gone',
  // Without the organization of a last session, the login screen has no such control.
  'signedOut.default.idle | organization.continue',
  'signedOut.default.idle | organization.forget',
  'signedOut.default.idle | organization.forgetLast',
  // The intermediate session may have ended already.
  'signedOut.selecting | xstate.after.INTERMEDIATE_EXPIRY',
  'signedOut.selecting | xstate.after.INTERMEDIATE_WARNING',
  'signedOut.stepUp | xstate.after.INTERMEDIATE_WARNING',
  'signedOut.stepUp | handoff.offered',
  'signedOut.stepUp | xstate.after.INTERMEDIATE_EXPIRY',
  'signedOut.secondFactor | xstate.after.INTERMEDIATE_EXPIRY',
  'signedOut.secondFactor | xstate.after.INTERMEDIATE_WARNING',
  // Signing in again is offered only before the end of the intermediate session (R6.17).
  'signedOut.selecting.browsing | google.start',
  'signedOut.selecting.typing | google.start',
  'signedOut.stepUp | google.start',
  // Only after a switch is there an organization to return to (R11.25).
  'signedOut.stepUp | organization.return',
  'signedOut.secondFactor | organization.return',
  'signedOut.secondFactor | google.start',
  // The project may forbid to create organizations (R6.20).
  'signedIn | organization.create',
  'signedOut.selecting.browsing | organization.type',
  // The project's settings can arrive late (R6.20).
  'signedOut.selecting.typing | always',
  // A blank field sends nothing (R8.4), and a cooldown prevents a second send.
  'signedOut.selecting.typing | organization.submit',
  'signedOut.stepUp.otp.idle | code.send',
  'signedOut.stepUp.otp.idle | code.verify',
  'signedOut.stepUp.otp.sending | code.verify',
  'signedOut.stepUp.otp.awaitingCode | code.send',
  'signedOut.stepUp.otp.awaitingCode | code.verify',
  'signedOut.stepUp.magicLink.idle | link.send',
  'signedOut.stepUp.magicLink.awaitingLink | link.send',
  'signedOut.secondFactor.verifying.entering | factor.verify',
  'signedOut.secondFactor.recovering.entering | factor.recover',
  'signedOut.secondFactor.enrolling.entering | factor.enrolled',
  // The recovery codes of a signed-in member stay on screen until they are saved.
  'signedOut.secondFactor | organization.chooseDifferent',
  // The session exists, the refresh is not due, or the warning is shown already.
  'signedIn | route.changed',
  'signedIn | page.restored',
  // A request is held only while the session is busy.
  'signedIn | organization.closeMenu',
  'signedIn.authenticated | always',
  'signedIn.authenticated | network.online',
  'signedIn.authenticated | page.visible',
  'signedIn.authenticated | xstate.after.EXPIRY_WARNING',
  'signedIn.refreshing | xstate.after.EXPIRY_WARNING',
  // The session has not ended.
  'signedIn.refreshing.waiting | always',
];

/** A machine with one mistake of each kind. */
const broken = createMachine({
  id: 'broken',
  initial: 'start',
  states: {
    start: {
      description: 'Where it begins.',
      on: {
        dead: [{ target: 'end' }, { target: 'start', guard: 'late' }],
        open: { guard: 'sometimes', target: 'end' },
        empty: {},
        leave: { target: 'end' },
      },
    },
    end: {
      invoke: { id: 'hangs', src: 'hangs' },
    },
    nowhere: { description: 'no full stop' },
  },
}).provide({ guards: { sometimes: () => true, unused: () => true } });

describe('the auth machine, unlike a machine with one mistake of each kind,', () => {
  test('has no branch after an unguarded one', () => {
    expect(deadBranches(authMachine)).toEqual([]);
    expect(deadBranches(broken)).toEqual(['start | dead']);
  });

  test('ends every list of branches unguarded, or is listed as intended', () => {
    expect([...openLists(authMachine)].sort()).toEqual([...INTENDED_OPEN_LISTS].sort());
    expect(openLists(broken)).toContain('start | open');
  });

  test('has no empty transition', () => {
    expect(emptyTransitions(authMachine)).toEqual([]);
    expect(emptyTransitions(broken)).toEqual(['start | empty | 0']);
  });

  test('handles the rejection and the timeout of every call [R11.15, R21.2]', () => {
    expect(invokesOf(authMachine).length).toBeGreaterThan(0);
    expect(invokesWithoutError(authMachine)).toEqual([]);
    expect(invokesWithoutTimeout(authMachine)).toEqual([]);
    expect(invokesWithoutError(broken)).toEqual(['hangs']);
    expect(invokesWithoutTimeout(broken)).toEqual(['hangs']);
  });

  test('reaches every state, and the login screen from every state [R21.2]', () => {
    expect(unreachableStates(authMachine)).toEqual([]);
    expect(unreachableStates(broken)).toEqual(['nowhere']);
    const login = 'signedOut.default';
    expect(statesThatNeverReach(authMachine, login)).toEqual([]);
    expect(statesThatNeverReach(broken, 'start')).toEqual(['end', 'nowhere']);
    expect(statesThatNeverReach(broken, login)).toEqual([`there is no state ${login}`]);
  });

  test('describes every state in a sentence [R21.2]', () => {
    expect(statesWithoutDescription(authMachine)).toEqual([]);
    expect(statesWithoutDescription(broken)).toEqual(['end', 'nowhere']);
  });

  test('uses every name that is set up, and sets up every name that is used', () => {
    expect(mismatchedNames(authMachine)).toEqual([]);
    expect(mismatchedNames(broken)).toEqual([
      'the actor "hangs" is not set up',
      'the guard "unused" is never used',
      'the guard "late" is not set up',
    ]);
  });
});

describe('the tables of the model tests', () => {
  test('list the states of the machine, and screens for exactly those in which it rests', () => {
    const leaves = leavesOf(authMachine).map(stateId);
    const resting = leaves.filter((leaf) => !transientStates.includes(leaf)).sort();
    expect(['(root)', ...states.keys()]).toEqual(nodesOf(authMachine).map(stateId));
    expect(Object.keys(expectedScreens).sort()).toEqual(resting);
  });

  test('have payload cases for exactly the events of the machine', () => {
    const events = new Set(definitionsOf(authMachine).map(({ event }) => event));
    const own = [...events].filter((type) => !type.startsWith('xstate.') && type !== 'always');
    expect([...EVENT_TYPES].sort()).toEqual(own.sort());
  });

  test('have results for exactly the invokes of the machine', () => {
    const calls = invokesOf(authMachine).map(({ id, src }) => [id, src]);
    expect(Object.fromEntries(calls)).toEqual(invocations);
    expect(calls).toHaveLength(INVOKE_IDS.length);
  });
});
