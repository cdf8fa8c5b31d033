import type { ActorRefFrom, InspectionEvent } from 'xstate';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import type { AuthEmitted, SignedInSession } from '#machines/auth/auth.types.ts';
import type { AuthSnapshot } from '#machines/auth/auth.view.ts';
import { statePath } from '#machines/auth/state-path.ts';
import type { ObservedTransition, TelemetryMember } from './telemetry.types.ts';

type CreationFailure = Extract<AuthEmitted, { type: 'creationFailed' }>;

export interface AuthObserver {
  onTransition(transition: ObservedTransition): void;
  /** A member has signed in, or another member has replaced the first. */
  onMember(member: TelemetryMember): void;
  /** No member is signed in any more. */
  onSignedOut(): void;
  /** An organization was not created (R7.8). */
  onCreationFailed(failure: CreationFailure): void;
}

/** An event type that the machine could define. Any other is reported as `unknown`. */
const EVENT_TYPE = /^[a-z][\w.:$-]{0,127}$/i;

/**
 * Observes the auth machine for telemetry. It reads only the type of an event, and only the session of the
 * context.
 *
 * Call it before the actor starts, so that the first transition is observed.
 *
 * @param observer called for each transition that changes state or context, and for each change of the member
 * @param now epoch milliseconds
 */
export function observeAuth(
  actor: ActorRefFrom<AuthMachine>,
  observer: AuthObserver,
  now: () => number,
): void {
  let from = 'restoring';
  let since = now();
  let context: AuthSnapshot['context'] | null = null;
  let current: SignedInSession | null = null;

  const reportTransition = (event: string, snapshot: AuthSnapshot) => {
    const to = statePath(snapshot.value);
    if (to === from && snapshot.context === context) return;
    const at = now();
    const milliseconds = Math.max(0, Math.round(at - since));
    context = snapshot.context;
    if (to !== from) since = at;
    const type = EVENT_TYPE.test(event) ? event : 'unknown';
    observer.onTransition({ from, event: type, to, milliseconds, at });
    from = to;
  };

  /** The session a transition belongs to. A member who is signing out is still signed in. */
  const sessionAt = (snapshot: AuthSnapshot) => {
    // A session that waits for its recovery codes to be saved does not count yet.
    if (snapshot.matches('signedIn')) return snapshot.context.session;
    return snapshot.matches('signingOut') ? current : null;
  };

  actor.on('creationFailed', observer.onCreationFailed);
  actor.system.inspect((inspected: InspectionEvent) => {
    if (inspected.type !== '@xstate.snapshot' || inspected.actorRef !== actor) return;
    const snapshot = actor.getSnapshot();
    const session = sessionAt(snapshot);
    // The transition of a sign-in is reported for the new member, the one of a sign-out for the old member.
    if (session !== null && (current === null || !isSameMember(current, session))) {
      if (current !== null) observer.onSignedOut();
      observer.onMember(toMember(session));
    }
    reportTransition(inspected.event.type, snapshot);
    if (session === null && current !== null) observer.onSignedOut();
    current = session;
  });
}

function isSameMember(a: SignedInSession, b: SignedInSession): boolean {
  return a.memberId === b.memberId && a.impersonated === b.impersonated;
}

function toMember(session: SignedInSession): TelemetryMember {
  const { memberId, emailAddress, memberName, organization, impersonated } = session;
  const { id, slug, name } = organization;
  return {
    memberId,
    emailAddress: emailAddress ?? '',
    name: memberName,
    organization: { id, slug, name },
    impersonated,
  };
}
