import type { MemberName } from '../rules/full-name.ts';
import type { Organization } from '../rules/organization.ts';
import type { SentenceRef } from '../rules/sentence.ts';
import type { SignOutReason } from './auth.events.ts';
import type * as SecondFactor from './second-factor/second-factor.types.ts';

/** A method of e-mail verification that an organization can allow (R8.6). */
export type StepUpMethod = 'email_otp' | 'magic_link';

/** Whether the person is a member of a listed organization, is invited to it, or may join it. */
export type Membership = 'member' | 'invited' | 'joinable';

/** A row of the organization list (R6.7). */
export interface DiscoveredOrganization extends Organization {
  readonly membership: Membership;
  /** The verification that follows this choice, if any. `unsupported`: none that this product offers. */
  readonly follows: 'verification' | 'single_sign_on' | 'second_factor' | 'unsupported' | null;
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
  readonly memberName: MemberName;
  /** The member's address; `null` when the provider returned none, or one that cannot be shown. */
  readonly emailAddress: string | null;
  readonly organization: Organization;
  readonly roles: readonly string[];
  /** When the session ends, in epoch milliseconds. */
  readonly expiresAt: number;
  /** Whether a support person impersonates this member (R12.1). */
  readonly impersonated: boolean;
}

/** An identity provider of an organization (R9.9). */
export interface SsoConnection {
  readonly id: string;
  readonly name: string;
}

/** What an organization requires after Google: a verified e-mail address, or single sign-on (R13.3). */
export interface StepUp {
  readonly organization: Organization;
  readonly allowedAuthMethods: readonly StepUpMethod[];
  /** Empty where the organization does not allow single sign-on. */
  readonly connections: readonly SsoConnection[];
  readonly emailAddress: string | null;
}

/**
 * An expected "no" of the provider or the network: a result that guards route, never an exception.
 *
 * - `unreachable`: no usable response; `timeout`: none within `CALL_TIMEOUT` (R11.15)
 * - `session`, `intermediate`: the session or the intermediate session has ended, and a retry cannot help
 * - `pkce`: this tab has no PKCE verifier for the sign-in: it was abandoned, is too old, or was started elsewhere
 * - `input`: what was typed cannot be used, and the person can type something else
 * - `refused`: the organization lets nobody in with this account; another one can be used
 * - `known`: the message names what the person can do
 * - `unexpected`: a defect, which was reported; `other`: any other error of the provider
 *
 * Its code is chosen by the precedence of R15.1.
 */
export interface ProviderFailure extends SentenceRef {
  readonly kind: 'failed';
  readonly reason:
    | 'unreachable'
    | 'timeout'
    | 'session'
    | 'intermediate'
    | 'pkce'
    | 'input'
    | 'refused'
    | 'known'
    | 'unexpected'
    | 'other';
  /** The provider's id of the request, for support; `null` without a response. */
  readonly requestId: string | null;
}

/** When the response arrived, in epoch milliseconds. */
interface Timed {
  readonly at: number;
}

export interface WithIntermediateSession extends Timed {
  /** A digest of the intermediate session's token: it identifies the session and cannot be used as the token. */
  readonly intermediateDigest: string | null;
}

/** The result of an attempt to sign in, or to switch (R7.4 to R7.7). */
export type Outcome =
  | (Timed & { readonly kind: 'authenticated'; readonly session: SignedInSession })
  | (WithIntermediateSession & { readonly kind: 'primary_required'; readonly stepUp: StepUp })
  | (WithIntermediateSession & SecondFactor.Required)
  | { readonly kind: 'incomplete' };

/** The organizations were read. `intermediateDigest` is `null` for those of a member. */
export interface Discovered extends WithIntermediateSession {
  readonly kind: 'discovered';
  readonly discovery: Discovery;
  /** Of a redeemed link. `own`: this browser requested it for the address that it verified (R22.2). */
  readonly link?: 'own' | 'foreign';
  /** Only of a link that was requested here: the id of the organization that the sign-in had chosen (R9.1). */
  readonly requestedFor?: string;
}

/** A code or a link was sent. */
export interface Sent extends Timed {
  readonly kind: 'sent';
}

/** The result of a background refresh in one of several tabs. */
export type RefreshResult =
  | (Timed & { readonly kind: 'refreshed'; readonly session: SignedInSession })
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
  | SecondFactor.Result
  | RefreshResult;

/** A call with one intermediate session (empty: unknown). If the browser holds another: its list (R22.1). */
export interface OwnCall<Input, Output = Outcome> {
  input: Input & { intermediateDigest: string };
  output: Output | Discovered | ProviderFailure;
}

/**
 * The kind of a callback; its token stays outside. `foreign_link`: a link that this browser did not request;
 * `organization_link`: an invitation or another link into one organization; `sso`, `foreign_sso`: single sign-on that this
 * tab has started, or not.
 */
export type CallbackKind =
  | 'discovery_oauth'
  | 'oauth'
  | 'magic_link'
  | 'foreign_link'
  | 'organization_link'
  | 'sso'
  | 'foreign_sso'
  | 'impersonation'
  | 'denied'
  | 'provider_error'
  | 'no_token'
  | 'unknown_type';

/** The project's settings that decide what sign-in offers (R7.9). */
export interface Project {
  readonly slugPattern: string | null;
  readonly createOrganizationEnabled: boolean;
}

/** What is e-mailed for a step-up. */
export type Mail = 'code' | 'link';

/** The intermediate session of a sign-in. Another tab may replace its cookie. */
export interface Intermediate {
  /** Identifies it, as `WithIntermediateSession` says. */
  readonly digest: string;
  readonly expiresAt: number;
  /** Whether the person was warned that its end is near. */
  readonly isWarned: boolean;
}

/** The unfinished sign-in that a tab keeps in session storage (R13.1, R13.2); validated when read (R13.4). */
export interface StoredSignIn {
  readonly emailAddress: string | null;
  /** `null` when they were not read, or what was stored of them is lost; empty when the person has none. */
  readonly organizations: readonly DiscoveredOrganization[] | null;
  /** The one that the list was read with. */
  readonly intermediate: Intermediate | null;
  /** The organization that is being signed in or switched to. */
  readonly selectedOrganization: Organization | null;
  readonly stepUp: StepUp | null;
  readonly secondFactor: SecondFactor.Requirement | null;
  /** When a code and a link were sent last. */
  readonly sent: Readonly<Record<Mail, { readonly at: number } | null>>;
}

/** The machine's input: the state of this tab, read once at boot. Its context begins with it. */
export interface AuthInput {
  readonly storedSignIn: StoredSignIn;
  /** The organization of the last session in this browser (R4.7). It stays after a sign-out. */
  readonly lastOrganization: Organization | null;
  readonly callback: CallbackKind | null;
  readonly session: SignedInSession | null;
  /** The address of the member whom this tab showed last: that of the next person is compared with it (R22.3). */
  readonly lastShownEmail: string | null;
  readonly hasSessionCookie: boolean;
  readonly hasIntermediateCookie: boolean;
  /** The time in epoch milliseconds; a function, so that tests control it. */
  readonly now: () => number;
}

/** A message for the person. */
export interface Notice extends Required<SentenceRef> {
  readonly tone: 'error' | 'success' | 'info';
  /** For support; `null` where the person can act on the message. */
  readonly requestId: string | null;
  /** The action that solves the problem, if it is known. */
  readonly remedy: 'account' | null;
  /** The organization that the notice is about, so that a list can show it at that row. */
  readonly organizationId: string | null;
  /** Whether it is about what was typed, so that a screen shows it at the field. */
  readonly isAboutInput: boolean;
}

/** What the machine remembers. While signed in, the fields of sign-in are empty, except the menu's organizations. */
export interface AuthContext extends StoredSignIn, Omit<AuthInput, 'storedSignIn'> {
  /** The typed name of an organization that could not be created; the field for a name shows it again. */
  readonly typedName: string;
  /** Counts the rejections of typed codes, so that the field selects its text once per rejection (R8.15). */
  readonly codeRejections: number;
  /** The secrets of the enrolment that runs. */
  readonly enrolment: SecondFactor.Enrolment | null;

  // The session
  readonly refresh: {
    /** When the provider confirmed the session last. */
    readonly confirmedAt: number;
    /** When it is tried again; `null` when it follows the interval. */
    readonly retryAt: number | null;
    /** Whether the last one failed: the connection is down (R11.6). */
    readonly reconnecting: boolean;
  };
  readonly signOutReason: SignOutReason;
  readonly project: Project;

  // Notices
  readonly notice: Notice | null;
  /** Says that the person of this tab has changed. It has a place of its own, and stays until it is dismissed. */
  readonly personNotice: Notice | null;
}

/** The argument of guards, actions and delays in any state. */
export interface Scope {
  readonly context: AuthContext;
}
