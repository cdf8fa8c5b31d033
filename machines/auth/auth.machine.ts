import { initialContext } from './auth.context.ts';
import { type AuthImplementations, createAuthSetup } from './auth.setup.ts';
import type { Scope } from './auth.types.ts';
import {
  emitSignedIn,
  followSignIn,
  outcomeTransitions,
  say,
  signIn,
  startGrantedSession,
} from './states/shared-transitions.ts';
import { signedIn } from './states/signed-in.ts';
import { signedOut } from './states/signed-out.ts';

const restored = emitSignedIn('restored');

const signedOutAsAsked = [
  {
    type: 'emitEvent',
    params: ({ context }: Scope) => ({ type: 'signedOut', reason: context.signOutReason }) as const,
  },
  { type: 'endSession', params: ({ context }: Scope) => context.signOutReason },
] as const;

/** Returns the name and the code of an error. Its message can name a person or contain a token, so it stays out. */
function wordsOf(error: unknown) {
  const { name, code }: { name?: unknown; code?: unknown } = Object(error);
  const [found, detail] = [name, code].map((word) => /^\w{1,60}$/.exec(String(word))?.[0]);
  return { name: found ?? 'Error', code: code === undefined ? null : (detail ?? null) };
}

/**
 * The statechart of sign-in (R21.1). It runs as long as the page and has no final state and no side effects: the app
 * provides actors (`auth.actors.ts`) and effects (`auth.setup.ts`), and acts on the emitted events.
 */
export const createAuthMachine = (implementations: AuthImplementations) =>
  createAuthSetup(implementations).createMachine({
    id: 'auth',
    context: ({ input }) => initialContext(input),
    initial: 'restoring',
    invoke: { id: 'sessionMonitor', src: 'sessionMonitor' },
    on: {
      'project.known': {
        actions: { type: 'setProject', params: ({ event }) => event.project },
      },
      'xstate.done.actor.*': outcomeTransitions,
      // Each state continues as after any other failure (R15.7).
      'xstate.error.actor.*': {
        actions: [
          {
            type: 'emitEvent',
            params: ({ event: { actorId, error } }) =>
              ({ type: 'callRejected', call: actorId, ...wordsOf(error) }) as const,
          },
          say('error', 'somethingWentWrong'),
          { type: 'treatRejectionAsFailure', params: ({ event }) => event.actorId },
        ],
      },
      'notice.dismiss': { guard: 'hasNotice', actions: 'clearNotice' },
      'personNotice.dismiss': { guard: 'hasPersonNotice', actions: 'clearPersonNotice' },
      // The banner shows while the cookie exists, with or without a session, so every state handles it (R12.4).
      'impersonation.stop': {
        target: '.signingOut',
        actions: { type: 'setSignOutReason', params: 'impersonation_stopped' },
      },
    },
    states: {
      restoring: {
        description: 'Decides from the input where this tab continues, without a request.',
        // The order: a session ends any sign-in (R7.4), a callback is newer than what is stored, and of that the
        // furthest step goes on.
        always: [
          { guard: 'opensOrganization', target: 'signedOut.confirmingLink' },
          {
            guard: 'hasSessionAndCallback',
            target: 'signedIn.session.refreshing',
            actions: ['removeCallbackToken', 'explainUnusedCallback', restored],
          },
          { guard: 'hasSession', target: 'signedIn.session.refreshing', actions: restored },
          {
            guard: 'callbackIsUnusable',
            target: 'signedOut.returning',
            actions: 'explainCallback',
          },
          { guard: 'isForeignLink', target: 'signedOut.confirmingLink' },
          { guard: 'hasCallback', target: 'signedOut.redeeming' },
          { guard: 'hasSessionCookie', target: 'resuming' },
          { guard: 'hasSecondFactor', target: 'signedOut.secondFactor' },
          { guard: 'hasStepUp', target: 'signedOut.stepUp' },
          { guard: 'hasStoredList', target: 'signedOut.selecting' },
          { guard: 'hasIntermediateCookie', target: 'signedOut.discovering' },
          { target: 'signedOut' },
        ],
      },
      resuming: {
        description: 'Authenticates a session cookie that has no stored session.',
        invoke: {
          id: 'resume',
          src: 'resume',
          onDone: { ...signIn, actions: [...startGrantedSession, restored] },
        },
        // Another tab can have been faster, and this one's call can fail.
        on: { 'session.found': followSignIn },
      },
      signedOut,
      signedIn,
      signingOut: {
        description:
          'Revokes the session at the provider. The session ends in this tab in any case.',
        // Also when the call was rejected: else the browser would keep the session.
        exit: 'removeSession',
        invoke: {
          id: 'revoke',
          src: 'revoke',
          input: ({ context }) => ({ reason: context.signOutReason }),
          onDone: [
            {
              guard: { type: 'signsOutFor', params: 'link' },
              target: 'signedOut.redeeming',
              actions: signedOutAsAsked,
            },
            {
              guard: { type: 'signsOutFor', params: 'creation' },
              target: 'signedOut.starting',
              actions: signedOutAsAsked,
            },
            { target: 'signedOut', actions: signedOutAsAsked },
          ],
        },
      },
    },
  });

/** The type of the auth machine. */
export type AuthMachine = ReturnType<typeof createAuthMachine>;
