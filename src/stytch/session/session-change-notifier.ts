import type { AuthEvent } from '#machines/auth/auth.events.ts';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { lastSignOut } from '../../storage/sign-out.ts';

type SessionEvent = Extract<AuthEvent, { type: 'session.found' | 'session.gone' }>;

/**
 * Notifies the machine of each change of the session exactly once. The SDK notifies before its call resolves:
 * without this module, the event of a tab's own sign-in would always arrive before the result of the call. A change
 * during an own call is therefore held until the call has settled. Only a sign-out in another tab is sent at once.
 *
 * @param initial the session that the machine starts with
 * @param readToken reads the cookie of the session
 */
export function createSessionChangeNotifier(
  initial: SignedInSession | null,
  currentSession: () => SignedInSession | null,
  readToken: () => string | null,
  send: (event: SessionEvent) => void,
) {
  let known = initial;
  let knownToken = readToken();
  let signOutBefore = lastSignOut();
  let ownCalls = 0;

  /** Records a session that the machine knows from the result of a call, so that no event is sent. */
  const acknowledge = (session: SignedInSession | null) => {
    if (session?.sessionId !== known?.sessionId) {
      signOutBefore = lastSignOut();
      knownToken = readToken();
    }
    known = session;
  };
  /** Whether the cookie of a session can be read. Firefox shows what another tab has stored before the cookie beside it. */
  const hasToken = (session: SignedInSession | null) =>
    session === null ||
    session.sessionId === known?.sessionId ||
    ![null, knownToken].includes(readToken());
  /**
   * Sends an event if the SDK's session differs. It waits up to a second for the session's cookie: without it, the
   * session would look cleared by hand, and with an older one, the service would answer for another organization.
   */
  const notifyIfChanged = (waits = 20) => {
    const isSignedOut = signOutBefore !== lastSignOut();
    if (ownCalls > 0 && !isSignedOut) return;
    const session = currentSession();
    if (JSON.stringify(session) === JSON.stringify(known)) return;
    if (waits > 0 && !hasToken(session)) {
      setTimeout(notifyIfChanged, 50, waits - 1);
      return;
    }
    acknowledge(session);
    if (session !== null) send({ type: 'session.found', session });
    else send({ type: 'session.gone', reason: isSignedOut ? 'elsewhere' : 'expired' });
  };

  return {
    acknowledge,
    /** The session that the machine knows. */
    acknowledged: () => known,
    notifyIfChanged,
    /** Runs one of this tab's own calls. No change is sent before it has settled, except the end by a sign-out elsewhere. */
    async duringOwnCall<Result>(call: () => Promise<Result>): Promise<Result> {
      ownCalls += 1;
      try {
        return await call();
      } finally {
        ownCalls -= 1;
        notifyIfChanged();
      }
    },
  };
}
