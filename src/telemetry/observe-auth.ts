import type { SignedInSession } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import type { ObservedTransition } from './telemetry.types.ts';

export interface AuthObserver {
  onTransition(transition: ObservedTransition): void;
  /** A member has signed in, or another member has replaced the first. */
  onMember(session: SignedInSession): void;
  /** No member is signed in any more. */
  onSignedOut(): void;
}

/** An event that the auth actor has received. */
export interface AuthStep {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: { readonly type: string };
  /** The snapshot after the event. */
  readonly snapshot: AuthSnapshot;
}

/**
 * Observes the auth machine for telemetry. It reads only the type of an event, and only the session of the
 * context.
 *
 * @param observer called for each transition that changes state or context, and for each change of the member
 * @returns a function to call for each step of the actor, from its start on
 */
export function observeAuth(observer: AuthObserver): (step: AuthStep) => void {
  let from = 'restoring';
  let since: number | null = null;
  let context: AuthSnapshot['context'] | null = null;
  let current: SignedInSession | null = null;

  const reportTransition = ({ event: { type: event }, snapshot, at }: AuthStep) => {
    const to = statePath(snapshot.value);
    if (to === from && snapshot.context === context) return;
    const milliseconds = Math.max(0, Math.round(at - (since ?? at)));
    context = snapshot.context;
    if (to !== from || since === null) since = at;
    observer.onTransition({ from, event, to, milliseconds, at });
    from = to;
  };

  /** The session a transition belongs to. A member who is signing out is still signed in. */
  const sessionAt = (snapshot: AuthSnapshot) => {
    // A session that is held back until the member continues does not count yet.
    if (snapshot.matches('signedIn')) return snapshot.context.session;
    return snapshot.matches('signingOut') ? current : null;
  };

  return (step) => {
    const session = sessionAt(step.snapshot);
    // The transition of a sign-in is reported for the new member, that of a sign-out for the old one.
    if (session !== null && (current === null || !isSameMember(current, session))) {
      if (current !== null) observer.onSignedOut();
      observer.onMember(session);
    }
    reportTransition(step);
    if (session === null && current !== null) observer.onSignedOut();
    current = session;
  };
}

function isSameMember(a: SignedInSession, b: SignedInSession): boolean {
  return a.memberId === b.memberId && a.impersonated === b.impersonated;
}
