import type { Organization } from '../rules/organization.ts';
import type {
  DiscoveredOrganization,
  Enrolment,
  Notice,
  SignedInSession,
  StepUpMethod,
} from './auth.types.ts';

interface ScreenBase {
  readonly notice: Notice | null;
}

/** The full-screen loading overlay with the logo (R1.3). */
export interface LoadingView {
  readonly screen: 'loading';
  readonly doing: 'restoring' | 'signing_in' | 'signing_out';
}

/** The login card in default mode (R4.1). */
export interface LoginView extends ScreenBase {
  readonly screen: 'login';
  /** Google is being started, for `organization` or for discovery. */
  readonly starting: boolean;
  /** Google is being started for `lastOrganization`. */
  readonly continuing: boolean;
  /** The stored organization that Google sign-in is for; `null` for discovery. */
  readonly organization: Organization | null;
  /** The organization of the last session, to return to (R4.7); `null` when none is remembered or one is selected. */
  readonly lastOrganization: Organization | null;
}

/** Asks for confirmation of an e-mailed link that this browser did not request. */
export interface ConfirmLinkView extends ScreenBase {
  readonly screen: 'confirmLink';
}

/** The login card in selection mode (R6.1). */
export interface SelectionView extends ScreenBase {
  readonly screen: 'selection';
  readonly discovering: boolean;
  readonly organizations: readonly DiscoveredOrganization[];
  /** The list could not be read, or is lost: it can be read again. */
  readonly unread: boolean;
  /** The organization of the last session in this browser, listed first in its group. */
  readonly lastOrganizationId: string | null;
  readonly emailAddress: string | null;
  readonly mode: 'browsing' | 'typing';
  readonly typedName: string;
  /** The organization that is exchanged, created or opened with Google, whose row is busy; `null`: Google for any. */
  readonly busy: {
    readonly organization: Organization | null;
    readonly doing: 'exchanging' | 'creating' | 'starting';
  } | null;
  /** The listed organization that the notice is about. */
  readonly failedOrganizationId: string | null;
  /** The intermediate session ends soon. */
  readonly expiring: boolean;
  /** "← Back to login" works (R6.23). */
  readonly canLeave: boolean;
  /** The project lets people create organizations. */
  readonly canCreate: boolean;
  /** The project's rule for the slug of a new organization. */
  readonly slugPattern: string | null;
}

/** The login card in step-up mode (R8.1). */
export interface StepUpView extends ScreenBase {
  readonly screen: 'stepUp';
  readonly organization: Organization;
  readonly emailAddress: string | null;
  readonly methods: readonly StepUpMethod[];
  readonly code: {
    readonly status: 'idle' | 'sending' | 'awaitingCode' | 'verifying';
    /** When the last code was sent, in epoch milliseconds; `null` without one that can still work. */
    readonly sentAt: number | null;
    /** When a code may be sent again, in epoch milliseconds; `null` when it may be now. */
    readonly resendAt: number | null;
    /** Counts rejections, so that the field selects its text once per rejection. */
    readonly rejections: number;
  };
  readonly link: {
    readonly status: 'idle' | 'sending' | 'awaitingLink';
    /** As for a code. */
    readonly sentAt: number | null;
    readonly resendAt: number | null;
  };
  /** The intermediate session ends soon. */
  readonly expiring: boolean;
  /** The e-mail is verified and the session is being exchanged. */
  readonly completing: boolean;
}

/** The second factor: a code, a recovery code, an enrolment, or the new recovery codes (R10.1). */
export interface SecondFactorView extends ScreenBase {
  readonly screen: 'secondFactor';
  readonly organization: Organization;
  /** The intermediate session ends soon. */
  readonly expiring: boolean;
  readonly step:
    | { readonly name: 'code'; readonly busy: boolean; readonly rejections: number }
    | { readonly name: 'recovery'; readonly busy: boolean; readonly rejections: number }
    /** `failed`: the provider returned no secret; the person can try again (`factor.retry`). */
    | { readonly name: 'preparing'; readonly failed: boolean }
    | {
        readonly name: 'enrolling';
        readonly enrolment: Enrolment;
        readonly busy: boolean;
        readonly rejections: number;
      }
    | { readonly name: 'savingCodes'; readonly recoveryCodes: readonly string[] }
    | { readonly name: 'unsupported' };
}

/** The product of a signed-in member, with the state of the session. */
export interface AppView extends ScreenBase {
  readonly screen: 'app';
  readonly session: SignedInSession;
  readonly reconnecting: boolean;
  readonly expiring: boolean;
  readonly renewing: boolean;
  readonly switching: boolean;
  /** The member's organizations; `null` until they are read. */
  readonly memberships: readonly DiscoveredOrganization[] | null;
  readonly listing: boolean;
  /** Whether the menu leads to creating an organization: never in an impersonated session. */
  readonly canCreate: boolean;
  /** The project's rule for the slug of a new organization. */
  readonly slugPattern: string | null;
}

/** Everything that a screen shows: one member per screen. */
export type AuthView =
  | LoadingView
  | LoginView
  | ConfirmLinkView
  | SelectionView
  | StepUpView
  | SecondFactorView
  | AppView;

export type Screen = AuthView['screen'];
