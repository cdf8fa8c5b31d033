import { initialContext } from './auth.context.ts';
import { authSetup } from './auth.setup.ts';
import type { AuthContext } from './auth.types.ts';
import {
  backToSelectionOrLogin,
  failureOutcomes,
  ifResult,
  verificationOutcomes,
  withResult,
} from './states/shared-transitions.ts';
import { emitRestored, signedIn } from './states/signed-in.ts';
import { signedOut } from './states/signed-out.ts';

const signedOutWithReason = {
  target: 'signedOut',
  actions: [
    { type: 'emitEvent', params: signedOutEvent },
    { type: 'endSession', params: signOutReason },
  ],
} as const;

function signOutReason({ context }: { context: AuthContext }) {
  return context.signOutReason;
}

function signedOutEvent({ context }: { context: AuthContext }) {
  return { type: 'signedOut', reason: context.signOutReason } as const;
}

/**
 * The one statechart of sign-in (R21.1): it lives as long as the page and has no final state.
 *
 * It does nothing to the world itself. The app provides its actors (`auth.actors.ts` says what each is given
 * and must resolve to) and its two effects, and turns the facts it emits into navigation and telemetry.
 */
export const authMachine = authSetup.createMachine({
  id: 'auth',
  context: ({ input }) => initialContext(input),
  initial: 'restoring',
  invoke: { id: 'externalEvents', src: 'externalEvents' },
  on: {
    'project.known': { actions: { type: 'rememberProject', params: ({ event }) => event.project } },
    'notice.dismiss': { guard: 'hasNotice', actions: 'clearNotice' },
  },
  states: {
    restoring: {
      description: 'Where this tab stands is decided from what it remembers; nobody is asked.',
      tags: 'deciding',
      always: [
        {
          guard: 'hasSessionAndCallback',
          target: 'signedIn.refreshing',
          actions: ['discardCallback', 'explainUnusedCallback', emitRestored],
        },
        { guard: 'hasSession', target: 'signedIn.refreshing', actions: emitRestored },
        {
          guard: 'callbackIsUnusableButListed',
          target: 'signedOut.selecting',
          actions: 'explainCallback',
        },
        { guard: 'callbackIsUnusable', target: 'signedOut', actions: 'explainCallback' },
        { guard: 'callbackWasNotAskedFor', target: 'signedOut.confirming' },
        { guard: 'hasCallback', target: 'signedOut.redeeming' },
        { guard: 'hasSessionCookie', target: 'resuming' },
        { guard: 'hasSecondFactor', target: 'signedOut.secondFactor' },
        { guard: 'hasStepUp', target: 'signedOut.stepUp' },
        { guard: 'canSelect', target: 'signedOut.selecting' },
        { guard: 'hasIntermediateCookie', target: 'signedOut.discovering' },
        { target: 'signedOut' },
      ],
    },
    resuming: {
      description: 'A session cookie without a stored session: the provider says whose it is.',
      tags: ['deciding', 'busy'],
      invoke: {
        id: 'resume',
        src: 'resume',
        onDone: [
          {
            guard: ifResult('isAuthenticated'),
            target: 'signedIn',
            actions: [withResult('startSession'), emitRestored],
          },
          ...verificationOutcomes,
          ...failureOutcomes,
        ],
        onError: backToSelectionOrLogin('explainUnexpected'),
      },
      after: { BUSY_TIMEOUT: backToSelectionOrLogin('explainTimeout') },
      on: {
        'session.found': {
          target: 'signedIn',
          actions: [
            { type: 'startFoundSession', params: ({ event }) => event.session },
            { type: 'emitEvent', params: { type: 'signedIn', by: 'restored' } },
          ],
        },
      },
    },
    signedOut,
    signedIn,
    signingOut: {
      description:
        'The session is ended at the provider and forgotten here, also without a network.',
      tags: ['signedOut', 'busy'],
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: ({ context }) => ({ reason: context.signOutReason }),
        onDone: signedOutWithReason,
        onError: signedOutWithReason,
      },
      after: { BUSY_TIMEOUT: signedOutWithReason },
    },
  },
});

/** The running auth machine, as the app, the views and the tests hold it. */
export type AuthMachine = typeof authMachine;
