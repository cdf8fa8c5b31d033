import type { Organization } from '../rules/organization.ts';

/** A method by which an organization lets an address be verified (R8.6). */
export type StepUpMethod = 'email_otp' | 'magic_link';

/** How a listed organization relates to the person: a team, an invitation, or one that may be joined. */
export type Membership = 'member' | 'invited' | 'joinable';

/** A row of the organization list (R6.7), with what is known to follow. */
export interface DiscoveredOrganization extends Organization {
  readonly membership: Membership;
  /** A step known to follow when this one is chosen; `null` when the provider named none. */
  readonly follows: 'verification' | 'second_factor' | null;
}

/** The organizations of a person, and the address they belong to (R14.3). */
export interface Discovery {
  readonly organizations: readonly DiscoveredOrganization[];
  readonly emailAddress: string | null;
}

/** Whoever is signed in, and where (R11.1). No token is part of it. */
export interface SignedInSession {
  readonly sessionId: string;
  readonly memberId: string;
  readonly memberName: string;
  readonly emailAddress: string;
  readonly organization: Organization;
  readonly roles: readonly string[];
  /** When the session ends, in epoch milliseconds. */
  readonly expiresAt: number;
  /** Whether a support person acts as this member (R12.1). */
  readonly impersonated: boolean;
}

/** What the provider asks for before a person with a second factor is let in (R7.6). */
export interface SecondFactorRequirement {
  readonly organization: Organization;
  readonly memberId: string;
  /** `unsupported`: the organization takes no method this product offers. */
  readonly factor: 'totp' | 'enrolment' | 'unsupported';
}

/** What a step-up is about (R13.3). */
export interface StepUp {
  readonly organization: Organization;
  readonly allowedAuthMethods: readonly StepUpMethod[];
  readonly emailAddress: string | null;
}

/** Fresh secrets of an enrolment: they exist while it lasts and are wiped when it ends. */
export interface Enrolment {
  readonly secret: string;
  /** A picture of the secret, as a `data:` URL. */
  readonly qrCode: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * An expected "no" of the provider or the network: a result that guards route, never an exception.
 *
 * - `unreachable`: no usable answer (network, time-out, something that is not the provider)
 * - `bootstrap`: the project's settings are not known, so Google cannot be started with PKCE
 * - `session`: the session is over, and trying again cannot help (R11.5)
 * - `intermediate`: the intermediate session is over
 * - `pkce`: this browser did not start what it is asked to finish
 * - `other`: anything else the provider says
 */
export interface ProviderFailure {
  readonly kind: 'failed';
  readonly reason: 'unreachable' | 'bootstrap' | 'session' | 'intermediate' | 'pkce' | 'other';
  /** The sentence to show, already chosen by the precedence of R15.1. */
  readonly message: string;
  /** The provider's own id of the request, to quote to support; `null` when there was no answer. */
  readonly requestId: string | null;
}

/** What an exchange, a creation, an OAuth callback, a second factor or a switch leads to (R7.4 to R7.7). */
export type Outcome =
  | { readonly kind: 'authenticated'; readonly session: SignedInSession; readonly at: number }
  | { readonly kind: 'primary_required'; readonly stepUp: StepUp; readonly at: number }
  | {
      readonly kind: 'mfa_required';
      readonly secondFactor: SecondFactorRequirement;
      readonly at: number;
    }
  | { readonly kind: 'incomplete' };

/** Organizations were read, with or without a new intermediate session. */
export interface Discovered {
  readonly kind: 'discovered';
  readonly discovery: Discovery;
  /** When the answer came, in epoch milliseconds; an intermediate session lives from here. */
  readonly at: number;
}

/** An e-mailed link was verified here, and another tab of this browser goes on with it. */
export interface HandedOff {
  readonly kind: 'handed_off';
}

/** A code or a link is on its way. `at`: epoch milliseconds. */
export interface Sent {
  readonly kind: 'sent';
  readonly at: number;
}

/** A background refresh, seen from one tab of many. */
export type RefreshResult =
  | { readonly kind: 'refreshed'; readonly session: SignedInSession; readonly at: number }
  /** Another tab is at it, or an outage is being waited out: look again later. */
  | { readonly kind: 'deferred'; readonly retryInMs: number }
  /** A recoverable failure: the session stands, and the next attempt is due in `retryInMs`. */
  | { readonly kind: 'unavailable'; readonly retryInMs: number };

/** Every result of an invoked actor; the guards tell the kinds apart. */
export type ActorResult =
  | Outcome
  | ProviderFailure
  | Discovered
  | HandedOff
  | Sent
  | RefreshResult
  | { readonly kind: 'enrolling'; readonly enrolment: Enrolment };

/** What a returned address carried, without the token itself (which only the provider holds). */
export type CallbackKind =
  | 'discovery_oauth'
  | 'oauth'
  | 'magic_link'
  | 'impersonation'
  | 'denied'
  | 'no_token'
  | 'unknown_type';

/** The project's settings that decide what sign-in offers (R7.9). */
export interface Project {
  readonly slugPattern: string | null;
  readonly createOrganizationEnabled: boolean;
}

/** What stood in this tab's storage (R13.4), every value validated when it was read. */
export interface StoredSignIn {
  readonly emailAddress: string | null;
  readonly organizations: readonly DiscoveredOrganization[];
  readonly hasIntermediateSession: boolean;
  readonly intermediateExpiresAt: number | null;
  readonly selectedOrganization: Organization | null;
  readonly stepUp: StepUp | null;
  readonly secondFactor: SecondFactorRequirement | null;
  readonly codeSentAt: number | null;
  readonly linkSentAt: number | null;
}

/** What the machine is started with: where this tab stands, read once at boot. */
export interface AuthInput {
  readonly storedSignIn: StoredSignIn;
  readonly callback: CallbackKind | null;
  /** Whether this browser asked for the e-mailed link it is opening. */
  readonly linkWasRequestedHere: boolean;
  readonly session: SignedInSession | null;
  readonly hasSessionCookie: boolean;
  readonly hasIntermediateCookie: boolean;
  /** Epoch milliseconds; a function, so that tests own the time. */
  readonly now: () => number;
  /** A number in [0, 1), as `Math.random` gives it. */
  readonly random: () => number;
}

/** One sentence for the person, and how it is meant. */
export interface Notice {
  readonly tone: 'error' | 'success' | 'info';
  readonly text: string;
  readonly requestId: string | null;
  /** An action that the notice offers. */
  readonly remedy: 'reload' | null;
  /** The organization that the notice is about, so that a list can show it at that row. */
  readonly organizationId: string | null;
}

/** Why nobody is signed in any more. */
export type SignedOutReason =
  | 'requested'
  | 'impersonation_stopped'
  | 'expired'
  | 'elsewhere'
  | 'cleared';

export type AuthEvent =
  | { type: 'google.start' }
  | { type: 'organization.choose'; organization: Organization }
  | { type: 'organization.type' }
  | { type: 'organization.submit'; name: string }
  | { type: 'organization.cancel' }
  | { type: 'organization.forget' }
  | { type: 'organization.chooseDifferent' }
  | { type: 'organization.list' }
  | { type: 'organization.closeMenu' }
  | { type: 'organization.switch'; id: string }
  | { type: 'back' }
  | { type: 'code.send' }
  | { type: 'code.verify'; code: string }
  | { type: 'link.send' }
  | { type: 'link.confirm' }
  | { type: 'factor.verify'; code: string }
  | { type: 'factor.recover'; recoveryCode: string }
  | { type: 'factor.useRecoveryCode' }
  | { type: 'factor.useCode' }
  | { type: 'factor.enrolled'; code: string }
  | { type: 'factor.retry' }
  | { type: 'codes.saved' }
  | { type: 'session.extend' }
  | { type: 'signOut' }
  | { type: 'impersonation.stop' }
  | { type: 'notice.dismiss' }
  // External events, all sent by the `externalEvents` actor
  | { type: 'session.found'; session: SignedInSession }
  | { type: 'session.gone'; reason: 'expired' | 'elsewhere' }
  /** Another tab verified a magic link that this tab requested, and asks whether this tab continues. */
  | { type: 'handoff.offered'; id: string }
  | { type: 'email.verified' }
  | { type: 'network.online' }
  | { type: 'page.visible' }
  | { type: 'page.restored'; hasSession: boolean }
  | { type: 'route.changed'; hasSession: boolean }
  | { type: 'project.known'; project: Project };

/** A request of the person that waits until the session can take it (a refresh, a list or a switch runs). */
export type HeldRequest = Extract<
  AuthEvent,
  { type: 'organization.list' | 'organization.switch' | 'session.extend' }
>;

/** Events for the app, which turns them into navigation and telemetry. The snapshot says who they are about. */
export type AuthEmitted =
  /** `here`: this tab finished the sign-in; `elsewhere`: another tab did; `restored`: it was there at boot. */
  | { type: 'signedIn'; by: 'here' | 'elsewhere' | 'restored' }
  | { type: 'signedOut'; reason: SignedOutReason }
  /** The session is in another organization now. */
  | { type: 'switched'; by: 'here' | 'elsewhere' }
  | { type: 'creationFailed' };

/** What a state says of itself to whoever only wants to know where the person stands. */
export type AuthTag = 'deciding' | 'signedOut' | 'signedIn' | 'busy';

export interface AuthContext {
  readonly organizations: readonly DiscoveredOrganization[];
  readonly emailAddress: string | null;
  readonly hasIntermediateSession: boolean;
  readonly intermediateExpiresAt: number | null;
  readonly selectedOrganization: Organization | null;
  /** The typed name, handed back when it could not be used. */
  readonly typedName: string;
  readonly stepUp: StepUp | null;
  readonly codeSentAt: number | null;
  readonly linkSentAt: number | null;
  readonly secondFactor: SecondFactorRequirement | null;
  /** Exists only inside `enrolling` and `savingCodes`. */
  readonly enrolment: Enrolment | null;
  readonly session: SignedInSession | null;
  /** The member's organizations for the switch menu; `null` until they were read. */
  readonly memberships: readonly DiscoveredOrganization[] | null;
  /** Requests that wait until the session is neither refreshed, listed nor switched. */
  readonly heldRequests: readonly HeldRequest[];
  /** The organization that `switching` moves the session to. */
  readonly switchTo: string | null;
  readonly refreshedAt: number;
  readonly refreshAttempt: number;
  readonly retryInMs: number;
  readonly connection: 'up' | 'down';
  /** A refresh that must not wait for the shared schedule: the person or the browser asked for it. */
  readonly refreshMode: 'scheduled' | 'urgent' | 'extend';
  readonly expiryWarned: boolean;
  readonly signOutReason: 'requested' | 'impersonation_stopped';
  readonly callback: CallbackKind | null;
  readonly linkWasRequestedHere: boolean;
  readonly hasSessionCookie: boolean;
  readonly hasIntermediateCookie: boolean;
  readonly project: Project;
  readonly notice: Notice | null;
  /** Counts refusals of a typed code, so that the field can be selected once for each. */
  readonly codeRejections: number;
  readonly now: () => number;
  readonly random: () => number;
}
