import type { Organization } from '../rules/organization.ts';

/** A method of e-mail verification that an organization can allow (R8.6). */
export type StepUpMethod = 'email_otp' | 'magic_link';

/** Whether the person is a member of a listed organization, is invited to it, or may join it. */
export type Membership = 'member' | 'invited' | 'joinable';

/** A row of the organization list (R6.7). */
export interface DiscoveredOrganization extends Organization {
  readonly membership: Membership;
  /**
   * The verification that follows this choice; `null` when the provider named none. `unsupported`: the organization
   * accepts no method that this product offers.
   */
  readonly follows: 'verification' | 'second_factor' | 'unsupported' | null;
}

/** A person's organizations and e-mail address (R14.3). */
export interface Discovery {
  readonly organizations: readonly DiscoveredOrganization[];
  readonly emailAddress: string | null;
}

/** The signed-in member and organization (R11.1). It contains no token. */
export interface SignedInSession {
  readonly sessionId: string;
  readonly memberId: string;
  readonly memberName: string;
  /** The member's address; `null` when the provider returned none, or one that cannot be shown. */
  readonly emailAddress: string | null;
  readonly organization: Organization;
  readonly roles: readonly string[];
  /** When the session ends, in epoch milliseconds. */
  readonly expiresAt: number;
  /** Whether a support person impersonates this member (R12.1). */
  readonly impersonated: boolean;
}

/** A second factor that the provider requires before it grants a session (R7.6). */
export interface SecondFactorRequirement {
  readonly organization: Organization;
  readonly memberId: string;
  /** The member's address; `null` when the provider returned none. */
  readonly emailAddress: string | null;
  /** `unsupported`: the organization accepts no method that this product offers. */
  readonly factor: 'totp' | 'enrolment' | 'unsupported';
}

/** An e-mail verification that an organization requires (R13.3). */
export interface StepUp {
  readonly organization: Organization;
  readonly allowedAuthMethods: readonly StepUpMethod[];
  readonly emailAddress: string | null;
}

/** The secrets of a running enrolment. The machine removes them from its context when the enrolment ends. */
export interface Enrolment {
  readonly secret: string;
  /** The QR code of the secret, as a `data:` URL. */
  readonly qrCode: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * An expected "no" of the provider or the network: a result that guards route, never an exception.
 *
 * - `unreachable`: no usable response (network error, time-out, a response of a proxy)
 * - `bootstrap`: the project's settings could not be read, so Google cannot start with PKCE
 * - `session`: the session has ended, and a retry cannot help (R11.5)
 * - `intermediate`: the intermediate session has ended
 * - `pkce`: this tab has no PKCE verifier for the sign-in: it was left, is too old, or was started elsewhere
 * - `input`: what was typed cannot be used, and the person can type something else
 * - `refused`: the organization lets nobody in with this account, and another one can be used
 * - `timeout`: no answer within the deadline of a call (R11.15)
 * - `unexpected`: a defect; the message is the general one (R15.1)
 * - `known`: the message names what the person can do
 * - `timeout`: no result within `BUSY_TIMEOUT`
 * - `unexpected`: a defect, which was reported
 * - `other`: any other error of the provider
 */
export interface ProviderFailure {
  readonly kind: 'failed';
  readonly reason:
    | 'unreachable'
    | 'bootstrap'
    | 'session'
    | 'intermediate'
    | 'pkce'
    | 'input'
    | 'refused'
    | 'timeout'
    | 'unexpected'
    | 'known'
    | 'timeout'
    | 'unexpected'
    | 'other';
  /** The sentence to show, chosen by the precedence of R15.1. */
  readonly message: string;
  /** The provider's id of the request, for support; `null` without a response. */
  readonly requestId: string | null;
}

/** The intermediate session that a result belongs to. */
interface IntermediateSession {
  /** A digest of the intermediate session's token: it identifies the session and cannot be used as the token. */
  readonly intermediateDigest: string | null;
}

/** The result of an exchange, a creation, an OAuth callback, a second factor or a switch (R7.4 to R7.7). */
export type Outcome = {
  /** Only of the answer to a recovery code: how many the member has left, if the provider said it (R10.3). */
  readonly recoveryCodesLeft?: number;
} & (
  | { readonly kind: 'authenticated'; readonly session: SignedInSession; readonly at: number }
  | ({
      readonly kind: 'primary_required';
      readonly stepUp: StepUp;
      readonly at: number;
    } & IntermediateSession)
  | ({
      readonly kind: 'mfa_required';
      readonly secondFactor: SecondFactorRequirement;
      readonly at: number;
    } & IntermediateSession)
  | { readonly kind: 'incomplete' }
);

/** The organizations were read. `intermediateDigest` is `null` for those of a member. */
export interface Discovered extends IntermediateSession {
  readonly kind: 'discovered';
  readonly discovery: Discovery;
  /**
   * Only of a redeemed link: whether this browser requested it for the address that it verified, and still holds the
   * intermediate session of the sign-in that did.
   */
  readonly requestedHere?: boolean;
  /** Only of a link that was requested here: the id of the organization that the sign-in had chosen (R9.6). */
  readonly requestedFor?: string;
  /** When the response arrived, in epoch milliseconds: the lifetime of an intermediate session starts here. */
  readonly at: number;
}

/** A code or a link was sent. `at`: epoch milliseconds. */
export interface Sent {
  readonly kind: 'sent';
  readonly at: number;
}

/** The result of a background refresh in one of several tabs. */
export type RefreshResult =
  | {
      readonly kind: 'refreshed';
      readonly session: SignedInSession;
      readonly at: number;
    }
  /** Another tab refreshes or waits for a retry: check again in `retryInMs`. */
  | { readonly kind: 'deferred'; readonly retryInMs: number }
  /** A recoverable failure: the session stays valid, and the next attempt is due in `retryInMs`. */
  | { readonly kind: 'unavailable'; readonly retryInMs: number };

/** Every result of an invoked actor; the guards tell the kinds apart. */
export type ActorResult =
  | Outcome
  | ProviderFailure
  | Discovered
  | Sent
  | RefreshResult
  | { readonly kind: 'enrolling'; readonly enrolment: Enrolment };

/**
 * The kind of a callback in the address, without its token: the token never enters the machine. `foreign_link`: an
 * e-mailed link that this browser did not request.
 */
export type CallbackKind =
  | 'discovery_oauth'
  | 'oauth'
  | 'magic_link'
  | 'foreign_link'
  | 'impersonation'
  | 'denied'
  | 'no_token'
  | 'unknown_type';

/** The project's settings that decide what sign-in offers (R7.9). */
export interface Project {
  readonly slugPattern: string | null;
  readonly createOrganizationEnabled: boolean;
}

/** The unfinished sign-in that a tab keeps in session storage (R13.1, R13.2); validated when read (R13.4). */
export interface StoredSignIn {
  readonly emailAddress: string | null;
  /** `null` when they were not read, or what was stored of them is lost; empty when the person has none. */
  readonly organizations: readonly DiscoveredOrganization[] | null;
  readonly hasIntermediateSession: boolean;
  readonly intermediateExpiresAt: number | null;
  /** The intermediate session that this tab's sign-in uses. Another tab may replace the shared cookie. */
  readonly intermediateDigest: string | null;
  readonly selectedOrganization: Organization | null;
  readonly stepUp: StepUp | null;
  readonly secondFactor: SecondFactorRequirement | null;
  readonly codeSentAt: number | null;
  readonly linkSentAt: number | null;
}

/** The machine's input: the state of this tab, read once at boot. */
export interface AuthInput {
  readonly storedSignIn: StoredSignIn;
  /** The organization that this browser remembers of its last session (R4.7). */
  readonly lastOrganization: Organization | null;
  readonly callback: CallbackKind | null;
  readonly session: SignedInSession | null;
  /** The address of the member that the page before this one showed in this tab; `null` without one. */
  readonly shownPerson: string | null;
  readonly hasSessionCookie: boolean;
  readonly hasIntermediateCookie: boolean;
  /** The time in epoch milliseconds; a function, so that tests control it. */
  readonly now: () => number;
}

/** A message for the person. */
export interface Notice {
  readonly tone: 'error' | 'success' | 'info';
  readonly text: string;
  /** For support; `null` where the person can act on the message. */
  readonly requestId: string | null;
  /** What mends it, if that is known: to reload the page, which the notice offers, or another account. */
  readonly remedy: 'reload' | 'account' | null;
  /** The organization that the notice is about, so that a list can show it at that row. */
  readonly organizationId: string | null;
  /** Whether it is about what was typed, so that a screen shows it at the field. */
  readonly isAboutInput: boolean;
}

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

/** The tags of states, for code that needs no more detail than these. */
export type AuthTag = 'deciding' | 'signedOut' | 'signedIn' | 'busy';

/** What the machine remembers. A session and an unfinished sign-in exclude each other, but for the recovery codes. */
export interface AuthContext {
  // The unfinished sign-in
  readonly emailAddress: string | null;
  /** Of the sign-in, or of the member for the organization menu; `null` until they are read. */
  readonly organizations: readonly DiscoveredOrganization[] | null;
  /** Identifies the intermediate session that the list was read with; `null` without one. */
  readonly intermediateDigest: string | null;
  readonly intermediateExpiresAt: number | null;
  /** The organization that is being signed in or switched to. */
  readonly selectedOrganization: Organization | null;
  /** The typed organization name, kept so that a failure can return it to its field. */
  readonly typedName: string;
  readonly stepUp: StepUp | null;
  readonly codeSentAt: number | null;
  readonly linkSentAt: number | null;
  /** Counts the rejections of typed codes, so that the field selects its text once per rejection (R8.15). */
  readonly codeRejections: number;
  readonly secondFactor: SecondFactorRequirement | null;
  /** Exists only inside `enrolling` and `savingCodes`. */
  readonly enrolment: Enrolment | null;

  // The session
  readonly session: SignedInSession | null;
  /** When the provider confirmed the session last. */
  readonly refreshedAt: number;
  /** When the refresh is tried again; `null` when it follows the interval. */
  readonly retryAt: number | null;
  /** Failed refreshes in a row: above 0, the connection is down (R11.6). */
  readonly failedRefreshes: number;
  /** Whether the end of the session, or of the intermediate session, is near. */
  readonly expiryWarned: boolean;
  readonly signOutReason: SignOutReason;

  // What this tab and browser have found or shown before
  readonly callback: CallbackKind | null;
  readonly hasSessionCookie: boolean;
  readonly hasIntermediateCookie: boolean;
  /** The member whom this tab showed until the session ended elsewhere: the next person is compared with it. */
  readonly shownPerson: string | null;
  /** The organization of the last session, which the login screen offers to return to. It stays after a sign-out. */
  readonly lastOrganization: Organization | null;
  readonly project: Project;

  // What is said
  readonly notice: Notice | null;
  /** Says that the person of this tab has changed. It has a place of its own, and stays until it is dismissed. */
  readonly personNotice: Notice | null;

  readonly now: () => number;
}
