import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Organization } from '../rules/organization.ts';
import type { ActorResult, Project, ProviderFailure, SignedInSession } from './auth.types.ts';
import type { SecondFactorEvent } from './second-factor/second-factor.types.ts';

/** Why a person of this tab signs out. `creation`: to create an organization (R6.19); `link`: to use a link (R9.8). */
export type SignOutReason = 'requested' | 'creation' | 'link' | 'impersonation_stopped';

/** Why a session ended. */
export type SignedOutReason = SignOutReason | 'expired' | 'elsewhere' | 'cleared';

/** What a person does, what the actor `sessionMonitor` sends, and `session.check` of the app. */
export type AuthEvent =
  // Signing in with Google
  | { type: 'google.start' }
  /** With another account than the one that Google would take. */
  | { type: 'google.chooseAccount' }
  /** "← Back to login". The browser's Back sends `organization.chooseDifferent` or `organization.cancel` (R2.13). */
  | { type: 'back' }
  // The organization
  | { type: 'organization.choose'; organization: Organization }
  /** Opens the field for a name. */
  | { type: 'organization.type' }
  /** A typed name finds an organization, or creates a new one. */
  | { type: 'organization.submit'; name: string }
  /** From the name field back to the list. */
  | { type: 'organization.cancel' }
  /** Drops the organization that Google would sign in to. */
  | { type: 'organization.forget' }
  /** Continues with the organization of the last session. */
  | { type: 'organization.continue' }
  | { type: 'organization.forgetLast' }
  /** Leaves a verification for another organization. */
  | { type: 'organization.chooseDifferent' }
  /** Reads the list: for the organization menu, or once more after it could not be read. */
  | { type: 'organization.list' }
  /** Moves the session of a member. */
  | { type: 'organization.switch'; id: string }
  /** Signs the member out to create an organization: only a new sign-in can. */
  | { type: 'organization.create'; name: string }
  // Step-up
  | { type: 'code.send' }
  | { type: 'code.verify'; code: string }
  | { type: 'link.send' }
  /** Continues at an identity provider of the organization. */
  | { type: 'sso.start'; connectionId: string }
  /** Confirms a link that this browser did not request. */
  | { type: 'link.confirm' }
  // The second factor
  | SecondFactorEvent
  // The session
  /** Extends the session before it expires. */
  | { type: 'session.extend' }
  | { type: 'signOut' }
  /** A support person stops impersonating a member, which ends the session. */
  | { type: 'impersonation.stop' }
  | { type: 'notice.dismiss' }
  /** Closes the message that says whose sign-in this is now. */
  | { type: 'personNotice.dismiss' }
  // External events
  /** The server has not accepted the session: the provider is asked whether it still exists. */
  | { type: 'session.check' }
  /** This browser has a session: another tab or the SDK signed in, switched or refreshed it. */
  | { type: 'session.found'; session: SignedInSession }
  /** The session expired, or a person has signed out in another tab, which also ends every unfinished sign-in. */
  | { type: 'session.gone'; reason: 'expired' | 'elsewhere' }
  | { type: 'network.online' }
  | { type: 'page.visible' }
  /** The page came back from the back/forward cache. */
  | { type: 'page.restored'; hasSession: boolean }
  /** The person opened another page of the product. */
  | { type: 'route.changed'; hasSession: boolean }
  /** The provider has told the project's settings. */
  | { type: 'project.known'; project: Project };

/** What the machine gets: the events of the app, and the ends of its own calls. */
export type MachineEvent = AuthEvent | DoneActorEvent<ActorResult> | ErrorActorEvent;

/** The event of a button of the login screen, which the document records before the machine runs (R1.18). */
export type LoginEventType = Extract<
  AuthEvent['type'],
  'google.start' | 'google.chooseAccount' | 'organization.continue' | 'organization.forgetLast'
>;

/** Events for the app, which turns them into navigation and telemetry. The member is in the snapshot. */
export type AuthEmitted =
  /** `here`: by this tab; `elsewhere`: by another tab; `restored`: the session existed at boot. */
  | { type: 'signedIn'; by: 'here' | 'elsewhere' | 'restored' }
  | { type: 'signedOut'; reason: SignedOutReason }
  /** The tab shows another person than before: nothing of the one before may stay. */
  | { type: 'personChanged' }
  /** A call was rejected, which is a defect: the app reports its error like any other (R15.7). */
  | { type: 'callRejected'; call: string; name: string; code: string | null }
  /** A creation ended without an organization. It names neither the person nor the organization (R7.8). */
  | {
      type: 'creationFailed';
      reason: ProviderFailure['reason'] | 'incomplete';
      requestId: string | null;
    };
