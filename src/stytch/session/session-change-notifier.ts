import type { AuthEvent, SignedInSession } from '#machines/auth/auth.types.ts';

type SessionEvent = Extract<AuthEvent, { type: 'session.found' | 'session.gone' }>;

export interface SessionChangeNotifier {
  /** Runs one of this tab's own calls. No change is sent before it has settled, except the end by a sign-out elsewhere. */
  duringOwnCall<Result>(call: () => Promise<Result>): Promise<Result>;
  /** Records a session that the machine knows from the result of a call, so that no event is sent. */
  acknowledge(session: SignedInSession | null): void;
  /** The session that the machine knows. */
  acknowledged(): SignedInSession | null;
  /** Sends an event if the SDK's session differs. */
  notifyIfChanged(): void;
}

interface SessionChangeNotifierOptions {
  /** The session that the machine starts with. */
  readonly initial: SignedInSession | null;
  readonly currentSession: () => SignedInSession | null;
  /** Identifies the last sign-out in this browser. Its time does not count: the clock may be set back. */
  readonly lastSignOut: () => string | null;
  readonly send: (event: SessionEvent) => void;
}

/**
 * Notifies the machine of each change of the session exactly once. The SDK notifies before its call resolves:
 * without this module, the event of a tab's own sign-in would always arrive before the result of the call. A change
 * during an own call is therefore held until the call has settled. Only a sign-out in another tab is sent at once.
 */
export function createSessionChangeNotifier(
  options: SessionChangeNotifierOptions,
): SessionChangeNotifier {
  const { currentSession, lastSignOut, send } = options;
  let known = options.initial;
  let signOutBefore = lastSignOut();
  let ownCalls = 0;

  const acknowledge = (session: SignedInSession | null) => {
    if (session?.sessionId !== known?.sessionId) signOutBefore = lastSignOut();
    known = session;
  };
  const notifyIfChanged = () => {
    if (ownCalls > 0 && signOutBefore === lastSignOut()) return;
    const session = currentSession();
    if (isEqual(session, known)) return;
    const reason = signOutBefore === lastSignOut() ? 'expired' : 'elsewhere';
    acknowledge(session);
    send(session === null ? { type: 'session.gone', reason } : { type: 'session.found', session });
  };

  return {
    acknowledge,
    acknowledged: () => known,
    notifyIfChanged,
    async duringOwnCall(call) {
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

function isEqual(a: SignedInSession | null, b: SignedInSession | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
