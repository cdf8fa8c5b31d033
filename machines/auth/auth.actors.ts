import type { CallbackActorLogic, PromiseActorLogic } from 'xstate';
import type { Organization } from '../rules/organization.ts';
import type { AuthEvent, SignOutReason } from './auth.events.ts';
import type {
  CallbackKind,
  Discovered,
  Outcome,
  OwnCall,
  ProviderFailure,
  RefreshResult,
  Sent,
} from './auth.types.ts';
import {
  createSecondFactorActors,
  type SecondFactorContracts,
} from './second-factor/second-factor.actors.ts';

/**
 * The input and output of each invoked actor. Each resolves within `CALL_TIMEOUT` and never rejects: `src/stytch`
 * turns what hangs or throws into a `ProviderFailure`. A `null` where a call needs a value is such a defect.
 */
export interface AuthActorContracts extends SecondFactorContracts {
  /**
   * Opens Google, which asks for an account with `choosesAccount` or an organization (R4.10), or the identity provider of
   * a connection (R9.9). Resolves on failure.
   */
  startGoogle: {
    input: {
      organization: Organization | null;
      choosesAccount?: boolean;
      connectionId?: string | null;
    };
    output: ProviderFailure;
  };
  /** Uses the token of the returned callback, once (R5.7). */
  redeem: {
    input: { callback: CallbackKind | null };
    output: Discovered | Outcome | ProviderFailure;
  };
  /** Lists the person's organizations, by intermediate session or by session (R14.3). */
  readOrganizations: { input: undefined; output: Discovered | ProviderFailure };
  /** Exchanges the intermediate session for a session in one organization (R7.1, R14.4). */
  exchange: OwnCall<{ organizationId: string | null }>;
  /** Creates the organization whose name was typed, and signs in to it (R7.2, R14.5). */
  create: OwnCall<{ organization: Organization | null }>;
  /** E-mails a one-time code (R14.6). */
  sendCode: { input: { emailAddress: string | null }; output: Sent | ProviderFailure };
  /** Verifies a one-time code and returns a new intermediate session (R14.6). */
  verifyCode: {
    input: { emailAddress: string | null; code: string };
    output: Discovered | ProviderFailure;
  };
  /** E-mails a magic link (R14.7). */
  sendLink: {
    input: { emailAddress: string | null; organizationId: string | null };
    output: Sent | ProviderFailure;
  };
  /** Authenticates a session cookie that has no stored session (R11.14). */
  resume: { input: undefined; output: Outcome | ProviderFailure };
  /** Refreshes the session, or reports that another tab does (R11.3, R11.8). No answer is `unavailable`. */
  refresh: {
    /**
     * `scheduled`: the interval or a backoff has passed; `urgent`: the network or the tab is back; `extend`: the member
     * asked for a longer session; `check`: the server has not accepted it. The last two always ask the provider.
     */
    input: { mode: 'scheduled' | 'urgent' | 'extend' | 'check' };
    output: RefreshResult | ProviderFailure;
  };
  /** Moves the session to another organization. If it is another member's now, that session is the result (R22.1). */
  switchOrganization: {
    input: { organizationId: string | null };
    output: Outcome | RefreshResult | ProviderFailure;
  };
  /** Ends the session at the provider and clears what the browser stored of it (R11.12). Always resolves. */
  revoke: { input: { reason: SignOutReason }; output: undefined };
}

/** The actors that make one call. */
export type CallActor = Exclude<keyof AuthActorContracts, 'startGoogle' | 'revoke'>;

/** An actor. A call that hangs or throws has failed. */
export type ActorOf<Name extends keyof AuthActorContracts> = PromiseActorLogic<
  AuthActorContracts[Name]['output'] | ProviderFailure,
  AuthActorContracts[Name]['input']
>;

/** Makes each actor of a call by its name: the one list of them. */
export const createCallActors = (actor: <Name extends CallActor>(name: Name) => ActorOf<Name>) => ({
  redeem: actor('redeem'),
  readOrganizations: actor('readOrganizations'),
  exchange: actor('exchange'),
  create: actor('create'),
  sendCode: actor('sendCode'),
  verifyCode: actor('verifyCode'),
  sendLink: actor('sendLink'),
  ...createSecondFactorActors(actor),
  resume: actor('resume'),
  refresh: actor('refresh'),
  switchOrganization: actor('switchOrganization'),
});

/** The actors that the app provides. */
export type AuthActors = {
  readonly [Name in keyof AuthActorContracts]: PromiseActorLogic<
    AuthActorContracts[Name]['output'],
    AuthActorContracts[Name]['input']
  >;
} & {
  /** Sends the external events: of other tabs, the network, the page and the router. */
  readonly sessionMonitor: CallbackActorLogic<AuthEvent>;
};
