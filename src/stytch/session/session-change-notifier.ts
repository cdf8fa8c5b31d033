import type { AuthEvent, SignedInSession } from '#machines/auth/auth.types.ts';

type SessionEvent = Extract<AuthEvent, { type: 'session.found' | 'session.gone' }>;

export interface SessionChangeNotifier {
  /** Runs one of this tab's own calls; what it changes is not told before it has answered. */
  duringOwnCall<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The machine was told of this session by an answer, so no event has to. */
  acknowledge(session: SignedInSession | null): void;
  /** What the machine was told last. */
  acknowledged(): SignedInSession | null;
  /** The SDK's session may have changed; `byOthers` when another tab or a hand changed it. */
  notifyIfChanged(byOthers: boolean): void;
}

interface SessionChangeNotifierOptions {
  /** What the machine knows at boot. */
  readonly initial: SignedInSession | null;
  readonly current: () => SignedInSession | null;
  /** Why a session that is gone has ended, given when the machine was told of it. */
  readonly reasonOfEnd: (knownSince: number) => 'expired' | 'elsewhere';
  readonly send: (event: SessionEvent) => void;
  readonly now: () => number;
}

/**
 * What the machine knows of the session, so that it is told of a change exactly once. The SDK notifies
 * before it answers: without this, the event of a tab's own sign-in would always beat the answer of the
 * call it made. What this tab's own calls change is therefore held back until they have answered; what
 * another tab changes is told at once, also in the middle of a call.
 */
export function createSessionChangeNotifier(
  options: SessionChangeNotifierOptions,
): SessionChangeNotifier {
  const { current, reasonOfEnd, send, now } = options;
  let known = options.initial;
  let knownSince = now();
  let inFlight = 0;

  const remember = (session: SignedInSession | null) => {
    if (session?.sessionId !== known?.sessionId) knownSince = now();
    known = session;
  };
  const notifyIfChanged = (byOthers: boolean) => {
    if (inFlight > 0 && !byOthers) return;
    const session = current();
    if (isSame(session, known)) return;
    const since = knownSince;
    remember(session);
    send(
      session === null
        ? { type: 'session.gone', reason: reasonOfEnd(since) }
        : { type: 'session.found', session },
    );
  };

  return {
    notifyIfChanged,
    acknowledge: remember,
    acknowledged: () => known,
    async duringOwnCall(work) {
      inFlight += 1;
      try {
        return await work();
      } finally {
        inFlight -= 1;
        notifyIfChanged(false);
      }
    },
  };
}

function isSame(one: SignedInSession | null, other: SignedInSession | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
