import type { CallbackActorLogic, PromiseActorLogic } from 'xstate';
import type { Organization } from '../rules/organization.ts';
import type { AuthEvent, SignOutReason } from './auth.events.ts';
import type {
  CallbackKind,
  Discovered,
  Enrolment,
  Outcome,
  ProviderFailure,
  RefreshResult,
  SecondFactorRequirement,
  Sent,
} from './auth.types.ts';

/** A second factor, and the intermediate session of the sign-in that asks for it. */
interface OwnFactor {
  readonly secondFactor: SecondFactorRequirement | null;
  /** Empty when this tab does not know. */
  readonly intermediateDigest: string;
}

/**
 * The input and output of each invoked actor. Every actor resolves within `BUSY_TIMEOUT` and never rejects: `src/stytch`
 * races each call with its deadline in one place, and turns what is thrown into a `ProviderFailure` (`timeout`,
 * `unexpected`). A call whose input is `null` where it needs a value is such a defect.
 */
export interface AuthActorContracts {
  /**
   * Sends the browser to Google, for one organization or for discovery. With `choosesAccount`, and for one organization
   * after a sign-out in this browser (R4.10), Google asks which of its accounts to use. Resolves only on failure.
   */
  startGoogle: {
    input: { organization: Organization | null; choosesAccount?: boolean };
    output: ProviderFailure;
  };
  /** Uses the token of the returned callback, once (R5.7). */
  redeem: {
    input: { callback: CallbackKind | null };
    output: Discovered | Outcome | ProviderFailure;
  };
  /** Lists the person's organizations, by intermediate session or by session (R14.3). */
  readOrganizations: { input: undefined; output: Discovered | ProviderFailure };
  /**
   * Exchanges the intermediate session for a session in one organization (R7.1, R14.4). If the browser holds
   * another intermediate session than `intermediateDigest` names (empty when this tab does not know), nothing is
   * exchanged: the result is the list of that session, which names its person.
   */
  exchange: {
    input: { organizationId: string | null; intermediateDigest: string };
    output: Discovered | Outcome | ProviderFailure;
  };
  /** Creates the organization whose name was typed, and signs in to it (R7.2, R14.5). Like `exchange` otherwise. */
  create: {
    input: { organization: Organization | null; intermediateDigest: string };
    output: Discovered | Outcome | ProviderFailure;
  };
  /** E-mails a one-time code (R14.6). */
  sendCode: { input: { emailAddress: string | null }; output: Sent | ProviderFailure };
  /** Verifies a one-time code and returns a new intermediate session (R14.6). */
  verifyCode: {
    input: { emailAddress: string | null; code: string | null };
    output: Discovered | ProviderFailure;
  };
  /** E-mails a magic link (R14.7). */
  sendLink: {
    /** `intermediateDigest`: identifies the sign-in that the link is for; empty without an intermediate session. */
    input: {
      emailAddress: string | null;
      organizationId: string | null;
      intermediateDigest: string;
    };
    output: Sent | ProviderFailure;
  };
  /**
   * Verifies a code of the authenticator app; with `enrol`, the code completes an enrolment (R14.8). Like the other
   * calls of the second factor, it is not sent with another intermediate session: the result is the list of that one.
   */
  verifyFactor: {
    input: OwnFactor & { code: string | null; enrol: boolean };
    output: Discovered | Outcome | ProviderFailure;
  };
  /** Signs in with a recovery code (R14.9). */
  recover: {
    input: OwnFactor & { recoveryCode: string | null };
    output: Discovered | Outcome | ProviderFailure;
  };
  /** Starts an enrolment: returns a secret, its QR code and recovery codes. */
  enrol: {
    input: OwnFactor;
    output: { kind: 'enrolling'; enrolment: Enrolment } | Discovered | ProviderFailure;
  };
  /** Authenticates a session cookie that has no stored session (R11.14). */
  resume: { input: undefined; output: Outcome | ProviderFailure };
  /**
   * Refreshes the session, or reports that another tab does (R11.3, R11.8). Without an answer it resolves as
   * `unavailable`, with the backoff that all tabs share.
   */
  refresh: {
    /**
     * `scheduled`: the interval or a backoff has passed; `urgent`: the network or the tab is back; `extend`: the member
     * asked for a longer session; `check`: the server has not accepted it. The last two always ask the provider.
     */
    input: { attempt: number; mode: 'scheduled' | 'urgent' | 'extend' | 'check' };
    output: RefreshResult | ProviderFailure;
  };
  /**
   * Moves the session to another organization of the member. If the browser holds the session of another member than
   * the one that this tab shows, nothing is exchanged: the result is that session (R22.1).
   */
  switchOrganization: {
    input: { organizationId: string | null };
    output: Outcome | RefreshResult | ProviderFailure;
  };
  /** Ends the session at the provider and clears what the browser stored of it (R11.12). Always resolves. */
  revoke: { input: { reason: SignOutReason }; output: undefined };
}

/** The actors that the app provides. */
export type AuthActors = {
  readonly [Name in keyof AuthActorContracts]: PromiseActorLogic<
    AuthActorContracts[Name]['output'],
    AuthActorContracts[Name]['input']
  >;
} & {
  /** Sends the external events: of other tabs, the network, the page and the router. */
  readonly externalEvents: CallbackActorLogic<AuthEvent>;
};
