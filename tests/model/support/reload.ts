import { shownMemberOf, storedSignInOf } from '#machines/auth/auth.context.ts';
import type { CallbackKind } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import type { StartInputData } from '#machines/auth-cases/start-inputs.ts';
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
  const session = snapshot.matches('signedIn') ? context.session : null;
  const input: StartInputData = {
    storedSignIn: storedSignInOf(context),
    lastOrganization: context.lastOrganization,
    callback,
    session,
    shownPerson: shownMemberOf(context),
    hasSessionCookie: session !== null || snapshot.matches('resuming'),
    hasIntermediateCookie: context.hasIntermediateSession,
  };
  return withAbsoluteTimes(input, -now);
}
