import type { Organization } from '../rules/organization.ts';
import type { Project, ProviderFailure, SignedInSession } from './auth.types.ts';

/** Why a person of this tab signs out. `creation`: to sign in again and create an organization (R6.19). */
export type SignOutReason = 'requested' | 'creation' | 'impersonation_stopped';

/** Why a session ended. */
export type SignedOutReason = SignOutReason | 'expired' | 'elsewhere' | 'cleared';

/** What the machine handles. The chart and the documents show these descriptions. */
export type AuthEvent =
  /** The person signs in with Google. */
  | { type: 'google.start' }
  /** The person signs in with Google, with another account than the last one. */
  | { type: 'google.chooseAccount' }
  /** The person chooses a listed organization. */
  | { type: 'organization.choose'; organization: Organization }
  /** The person opens the field for a name, to find or create an organization. */
  | { type: 'organization.type' }
  /** The person submits a typed name: it finds an organization or creates a new one. */
  | { type: 'organization.submit'; name: string }
  /** The person returns from the name field to the list. */
  | { type: 'organization.cancel' }
  /** The person drops the organization that Google would sign in to. */
  | { type: 'organization.forget' }
  /** The person continues with the organization of the last session. */
  | { type: 'organization.continue' }
  /** The person makes this browser forget the organization of the last session. */
  | { type: 'organization.forgetLast' }
  /** The person leaves the verification or second factor for another organization. */
  | { type: 'organization.chooseDifferent' }
  /** The list is read: for the organization menu that opens, or once more after it could not be read. */
  | { type: 'organization.list' }
  /** The member switches the session to another organization. */
  | { type: 'organization.switch'; id: string }
  /** The member signs out to create an organization: only a new sign-in can. */
  | { type: 'organization.create'; name: string }
  /** The person goes back to the login screen. */
  | { type: 'back' }
  /** The person requests a one-time code by e-mail. */
  | { type: 'code.send' }
  /** The person submits a one-time code. */
  | { type: 'code.verify'; code: string }
  /** The person requests a magic link by e-mail. */
  | { type: 'link.send' }
  /** The person confirms a link that this browser did not request. */
  | { type: 'link.confirm' }
  /** The person submits a code of the authenticator app (TOTP). */
  | { type: 'factor.verify'; code: string }
  /** The person submits a recovery code. */
  | { type: 'factor.recover'; recoveryCode: string }
  /** The person changes to a recovery code. */
  | { type: 'factor.useRecoveryCode' }
  /** The person changes back to a code of the authenticator app. */
  | { type: 'factor.useCode' }
  /** The person submits the first code of a new authenticator app. */
  | { type: 'factor.enrolled'; code: string }
  /** The person requests a secret for the authenticator app once more. */
  | { type: 'factor.retry' }
  /** The person has saved the recovery codes. */
  | { type: 'codes.saved' }
  /** The member extends the session before it expires. */
  | { type: 'session.extend' }
  /** The member signs out. */
  | { type: 'signOut' }
  /** A support person stops impersonating a member, which ends the session. */
  | { type: 'impersonation.stop' }
  /** The person closes a message. */
  | { type: 'notice.dismiss' }
  /** The person closes the message that says whose sign-in this is now. */
  | { type: 'personNotice.dismiss' }
  /** The server has not accepted the session: the provider is asked whether it still exists. */
  | { type: 'session.check' }
  // External events, all sent by the `externalEvents` actor
  /** This browser has a session: another tab or the SDK signed in, switched or refreshed it. */
  | { type: 'session.found'; session: SignedInSession }
  /** The session expired, or a person has signed out in another tab, which also ends every unfinished sign-in. */
  | { type: 'session.gone'; reason: 'expired' | 'elsewhere' }
  /** The browser is online again, after it was offline. */
  | { type: 'network.online' }
  /** The tab is visible again. */
  | { type: 'page.visible' }
  /** The page came back from the back/forward cache, with or without a session. */
  | { type: 'page.restored'; hasSession: boolean }
  /** The person opened another page of the product, with or without a session. */
  | { type: 'route.changed'; hasSession: boolean }
  /** The provider has told the project's settings. */
  | { type: 'project.known'; project: Project };

/** The event of a button of the login screen, which the document records before the machine runs (R1.18). */
export type LoginEvent = Extract<
  AuthEvent,
  {
    type:
      | 'google.start'
      | 'google.chooseAccount'
      | 'organization.continue'
      | 'organization.forgetLast';
  }
>;

/** Events for the app, which turns them into navigation and telemetry. The member is in the snapshot. */
export type AuthEmitted =
  /** `here`: by this tab; `elsewhere`: by another tab; `restored`: the session existed at boot. */
  | { type: 'signedIn'; by: 'here' | 'elsewhere' | 'restored' }
  | { type: 'signedOut'; reason: SignedOutReason }
  /** The tab shows another person than before: nothing of the one before may stay. */
  | { type: 'personChanged' }
  /** The session moved to another organization. */
  | { type: 'switched'; by: 'here' | 'elsewhere' }
  /** A creation ended without an organization. It names neither the person nor the organization (R7.8). */
  | {
      type: 'creationFailed';
      reason: ProviderFailure['reason'] | 'incomplete';
      requestId: string | null;
    };
