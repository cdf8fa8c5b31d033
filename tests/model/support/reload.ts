import { identityNoteOf, outdatedSignIn, storedSignInOf } from '#machines/auth/auth.context.ts';
import type { CallbackKind } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import type { StartInputData } from '#machines/auth-cases/start-inputs.ts';
import { isSignInCallback } from '#machines/rules/sign-in-callback.ts';
import { withAbsoluteTimes } from '#statechart/explore/with-absolute-times.ts';

/**
 * The input of a page that is loaded again, with what the page before has stored. Its times are relative.
 *
 * @param snapshot of the page before
 * @param now when it is loaded, in epoch milliseconds
 * @param callback the callback in the address of the new page
 */
export function inputAfterReload(
  snapshot: AuthSnapshot,
  now: number,
  callback: CallbackKind | null = null,
): StartInputData {
  const { context } = snapshot;
  const { pendingIdentity: asked, session: own } = context;
  const shown = snapshot.matches('signedIn') ? own : null;
  // The browser holds the session that the tab asks about; one that is being ended leaves it at once.
  const isHeld = asked?.kind === 'authenticated' && !snapshot.matches('signingOut');
  const session = isHeld ? asked.session : shown;
  const note = identityNoteOf(snapshot);
  const stored = storedSignInOf(context);
  const isAnswer = isSignInCallback(callback);
  const noteOfAnswer = note === null ? 'answer' : 'unknown';
  const input: StartInputData = {
    // As the script of the document does it.
    storedSignIn: note === 'unknown' && !isAnswer ? outdatedSignIn(stored) : stored,
    lastOrganization: context.lastOrganization,
    callback,
    linkWasRequestedHere: false,
    session,
    confirmedSessionId: shown?.sessionId ?? context.confirmedSessionId,
    identityNote: isAnswer ? noteOfAnswer : note,
    hasSessionCookie: session !== null || snapshot.matches('resuming'),
    hasIntermediateCookie: context.hasIntermediateSession || (asked !== null && session === null),
  };
  return withAbsoluteTimes(input, -now);
}
