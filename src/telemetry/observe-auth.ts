import type { ActorRefFrom, InspectionEvent } from 'xstate';
import type { AuthMachine } from '#machines/auth/auth.machine.ts';
import type { SignedInSession } from '#machines/auth/auth.types.ts';
import { type AuthSnapshot, statePath } from '#machines/auth/auth.view.ts';
import type { Member, Transition } from './telemetry.types.ts';

/** What the one observer of the auth machine tells. */
export interface AuthObserver {
  transition(transition: Transition): void;
  /** Somebody is signed in, or is somebody else now. */
  member(member: Member): void;
  nobody(): void;
}

/** Only what the machine itself could have named may pass for the name of an event. */
const EVENT_TYPE = /^[a-z][\w.:$-]{0,127}$/i;

/**
 * The one observer of the auth machine, and the only way anything about it reaches telemetry. Of every event
 * its type is read and nothing else; of the context, who is signed in.
 *
 * To be called before the actor starts, so that its first step is seen.
 *
 * @param actor the auth actor
 * @param observer told of each step that changed something, and of each change of the member
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
  let known: SignedInSession | null = null;

  const step = (event: string, snapshot: AuthSnapshot) => {
    const to = statePath(snapshot.value);
    if (to === from && snapshot.context === context) return;
    const at = now();
    const milliseconds = Math.max(0, Math.round(at - since));
    context = snapshot.context;
    if (to !== from) since = at;
    const type = EVENT_TYPE.test(event) ? event : 'unknown';
    observer.transition({ from, event: type, to, milliseconds, at });
    from = to;
  };

  /** Who a step belongs to: somebody who is signing out is still who they are. */
  const memberAt = (snapshot: AuthSnapshot) => {
    // A session that waits for its recovery codes to be saved is nobody's yet.
    if (snapshot.matches('signedIn')) return snapshot.context.session;
    return snapshot.matches('signingOut') ? known : null;
  };

  actor.system.inspect((inspected: InspectionEvent) => {
    if (inspected.type !== '@xstate.snapshot' || inspected.actorRef !== actor) return;
    const snapshot = actor.getSnapshot();
    const session = memberAt(snapshot);
    // The step that leads in belongs to whoever arrives, the step that leads out to whoever leaves.
    if (session !== null && (known === null || !isSameMember(known, session))) {
      if (known !== null) observer.nobody();
      observer.member(memberOf(session));
    }
    step(inspected.event.type, snapshot);
    if (session === null && known !== null) observer.nobody();
    known = session;
  });
}

function isSameMember(one: SignedInSession, other: SignedInSession): boolean {
  return one.memberId === other.memberId && one.impersonated === other.impersonated;
}

function memberOf(session: SignedInSession): Member {
  const { memberId, emailAddress, memberName, organization, impersonated } = session;
  const { id, slug, name } = organization;
  return {
    memberId,
    emailAddress,
    name: memberName,
    organization: { id, slug, name },
    impersonated,
  };
}
