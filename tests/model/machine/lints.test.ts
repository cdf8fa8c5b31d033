import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { authMachine } from '#machines/auth/auth.machine.ts';
import { definitionsOf, leavesOf, stateId } from '#machines/explore/machine-graph.ts';
import { EVENT_TYPES, INVOKE_IDS, invocations } from '#machines/explore/payload-cases.ts';
import { expectedScreens, transientStates } from '../support/expected-screens.ts';
import { handledEvents } from '../support/handled-events.ts';
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

/** Lists that drop what no guard takes, and why that is meant. */
const INTENDED_OPEN_LISTS = [
  // Only where there is one.
  '(root) | notice.dismiss',
  'signedOut.default.idle | organization.forget',
  // A deadline of what is not there any more.
  'signedOut.selecting | xstate.after.INTERMEDIATE_EXPIRY',
  'signedOut.stepUp | xstate.after.INTERMEDIATE_EXPIRY',
  'signedOut.secondFactor | xstate.after.INTERMEDIATE_EXPIRY',
  // A blank field sends nothing (R8.4), and a cooldown holds a second send back.
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
  // A member who is in already keeps the recovery codes on screen until they are saved.
  'signedOut.secondFactor | organization.chooseDifferent',
  // The session is there, the refresh is not due, or the warning was given.
  'signedIn | route.changed',
  'signedIn | page.restored',
  'signedIn.authenticated | network.online',
  'signedIn.authenticated | page.visible',
  'signedIn.authenticated | xstate.after.EXPIRY_WARNING',
  'signedIn.refreshing | xstate.after.EXPIRY_WARNING',
];

/** One machine with one of each mistake. */
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

describe('the lints hold for the machine, and catch a machine with every mistake', () => {
  test('no branch stands behind an unguarded one', () => {
    expect(deadBranches(authMachine)).toEqual([]);
    expect(deadBranches(broken)).toEqual(['start | dead']);
  });

  test('every guarded list ends unguarded, or is open on purpose', () => {
    expect([...openLists(authMachine)].sort()).toEqual([...INTENDED_OPEN_LISTS].sort());
    expect(openLists(broken)).toContain('start | open');
  });

  test('every transition does something', () => {
    expect(emptyTransitions(authMachine)).toEqual([]);
    expect(emptyTransitions(broken)).toEqual(['start | empty | 0']);
  });

  test('every call has a way out of an error and of a silence [R11.15, R21.2]', () => {
    expect(invokesOf(authMachine).length).toBeGreaterThan(0);
    expect(invokesWithoutError(authMachine)).toEqual([]);
    expect(invokesWithoutTimeout(authMachine)).toEqual([]);
    expect(invokesWithoutError(broken)).toEqual(['hangs']);
    expect(invokesWithoutTimeout(broken)).toEqual(['hangs']);
  });

  test('every state is reachable, and leads to the login screen [R21.2]', () => {
    expect(unreachableStates(authMachine)).toEqual([]);
    expect(unreachableStates(broken)).toEqual(['nowhere']);
    const home = 'signedOut.default';
    expect(statesThatNeverReach(authMachine, home)).toEqual([]);
    expect(statesThatNeverReach(broken, 'start')).toEqual(['end', 'nowhere']);
    expect(statesThatNeverReach(broken, home)).toEqual([`there is no state ${home}`]);
  });

  test('every state says what it is, in a sentence [R21.2]', () => {
    expect(statesWithoutDescription(authMachine)).toEqual([]);
    expect(statesWithoutDescription(broken)).toEqual(['end', 'nowhere']);
  });

  test('every name that is set up is used, and every used one is set up', () => {
    expect(mismatchedNames(authMachine)).toEqual([]);
    expect(mismatchedNames(broken)).toEqual([
      'the actor "hangs" is not set up',
      'the guard "unused" is never used',
      'the guard "late" is not set up',
    ]);
  });
});

describe('the tables of the model name everything in the machine, and nothing else', () => {
  const leaves = leavesOf(authMachine).map(stateId);

  test('every state a person can be in has a screen and a list of its events', () => {
    const seen = leaves.filter((leaf) => !transientStates.includes(leaf)).sort();
    expect(Object.keys(expectedScreens).sort()).toEqual(seen);
    expect(Object.keys(handledEvents).sort()).toEqual(seen);
    expect(transientStates.filter((leaf) => !leaves.includes(leaf))).toEqual([]);
  });

  test('every event has cases', () => {
    const events = new Set(definitionsOf(authMachine).map(({ event }) => event));
    const own = [...events].filter((type) => !type.startsWith('xstate.') && type !== 'always');
    expect([...EVENT_TYPES].sort()).toEqual(own.sort());
  });

  test('every invoke has answers', () => {
    const calls = invokesOf(authMachine).map(({ id, src }) => [id, src]);
    expect(Object.fromEntries(calls)).toEqual(invocations);
    expect(calls).toHaveLength(INVOKE_IDS.length);
  });
});
