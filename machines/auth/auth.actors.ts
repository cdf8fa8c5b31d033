import { fromCallback, fromPromise } from 'xstate';
import type { Organization } from '../rules/organization.ts';
import type {
  AuthEvent,
  Discovered,
  Enrolment,
  HandedOff,
  Outcome,
  ProviderFailure,
  RefreshResult,
  ReturnedCallback,
  Sent,
} from './auth.types.ts';

/** What each actor is given, and what it must resolve to. Only the truly unexpected is thrown. */
export interface AuthActorContracts {
  /** Sends the browser to Google: for one organization, or for discovery. Resolves only when it cannot. */
  startGoogle: { input: { organization: Organization | null }; output: ProviderFailure };
  /** Uses the token this tab came back with (R5.7). */
  redeem: {
    input: { callback: ReturnedCallback | null };
    output: Discovered | HandedOff | Outcome | ProviderFailure;
  };
  /** Lists the person's organizations, by intermediate session or by session (R14.3). */
  readOrganizations: { input: undefined; output: Discovered | ProviderFailure };
  /** Exchanges the intermediate session for a session in one organization (R7.1, R14.4). */
  exchange: { input: { organizationId: string }; output: Outcome | ProviderFailure };
  /** Creates a typed organization and signs in to it (R7.2, R14.5). */
  create: { input: { name: string; slug: string }; output: Outcome | ProviderFailure };
  /** Mails a one-time code (R14.6). */
  sendCode: { input: { emailAddress: string }; output: Sent | ProviderFailure };
  /** Verifies a one-time code; brings a new intermediate session (R14.6). */
  verifyCode: {
    input: { emailAddress: string; code: string };
    output: Discovered | ProviderFailure;
  };
  /** Mails a link (R14.7). */
  sendLink: { input: { emailAddress: string }; output: Sent | ProviderFailure };
  /** Verifies a code of the authenticator app; `enrol` on the first one (R14.8). */
  verifyFactor: {
    input: { organizationId: string; memberId: string; code: string; enrol: boolean };
    output: Outcome | ProviderFailure;
  };
  /** Signs in with a recovery code (R14.9). */
  recover: {
    input: { organizationId: string; memberId: string; recoveryCode: string };
    output: Outcome | ProviderFailure;
  };
  /** Starts an enrolment: a secret, its picture, and recovery codes. */
  enrol: {
    input: { organizationId: string; memberId: string };
    output: { kind: 'enrolling'; enrolment: Enrolment } | ProviderFailure;
  };
  /** Asks the provider who a session cookie without a stored session belongs to. */
  resume: { input: undefined; output: Outcome | ProviderFailure };
  /** Refreshes the session, or learns that another tab does (R11.3, R11.8). */
  refresh: {
    input: { attempt: number; mode: 'scheduled' | 'urgent' | 'extend' };
    output: RefreshResult | ProviderFailure;
  };
  /** Moves the session to another organization of the member. */
  switchOrganization: { input: { organizationId: string }; output: Outcome | ProviderFailure };
  /** Ends the session at the provider and clears what this browser stored of it. Always resolves. */
  revoke: { input: { reason: 'requested' | 'impersonation_stopped' }; output: undefined };
}

type Contracts = AuthActorContracts;

function contract<Name extends keyof Contracts>(name: Name) {
  return fromPromise<Contracts[Name]['output'], Contracts[Name]['input']>(() =>
    Promise.reject(new Error(`The auth machine was started without its actor "${name}".`)),
  );
}

/** The contracts as actor logic: each refuses to run until the app provides the real one. */
export const actorContracts = {
  startGoogle: contract('startGoogle'),
  redeem: contract('redeem'),
  readOrganizations: contract('readOrganizations'),
  exchange: contract('exchange'),
  create: contract('create'),
  sendCode: contract('sendCode'),
  verifyCode: contract('verifyCode'),
  sendLink: contract('sendLink'),
  verifyFactor: contract('verifyFactor'),
  recover: contract('recover'),
  enrol: contract('enrol'),
  resume: contract('resume'),
  refresh: contract('refresh'),
  switchOrganization: contract('switchOrganization'),
  revoke: contract('revoke'),
  /** Everything that happens without this tab asking: other tabs, the network, the page, the route. */
  externalEvents: fromCallback<AuthEvent>(() => undefined),
};
