import { backoffDelay } from '../rules/backoff.ts';
import { REFRESH_INTERVAL } from '../rules/limits.ts';
import { messages, nameInSentence } from '../rules/messages.ts';
import { isTyped, type Organization, typedOrganization } from '../rules/organization.ts';
import {
  intermediateFrom,
  intermediateKept,
  isNearEnd,
  NO_INTERMEDIATE,
  notice,
  personOf,
  shownPersonOf,
  signedInContext,
  signedOutContext,
} from './auth.context.ts';
import { chosenExisting, isOutage, listedByTyping, stepUpEmail } from './auth.guards.ts';
import type { ActorResult, AuthContext, SignedInSession, SignedOutReason } from './auth.types.ts';

/**
 * The assign functions of the machine; those that only say something are in `auth.notices.ts`. Each is pure and returns
 * the part of the context that its action changes. A result of a kind that the action does not handle changes nothing;
 * the guards in front of each action exclude it, and the empty change only satisfies the types.
 */
interface Current {
  readonly context: AuthContext;
}

type Change = Partial<AuthContext>;

/** Whoever chooses from a list has read whose it is. */
const READ = { notice: null, personNotice: null } as const satisfies Change;

// Discovery and selection

/**
 * Stores the list of organizations, and restarts the deadline of the intermediate session (R13.8). A known
 * e-mail address stays if the provider returns none.
 */
export function rememberDiscovery({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'discovered') return {};
  const { organizations, emailAddress } = result.discovery;
  return {
    ...intermediateFrom(result.at, result.intermediateDigest),
    organizations,
    emailAddress: emailAddress ?? context.emailAddress,
    callback: null,
    // Only the result of a link tells whether it was requested here: it has verified the address (R9.7).
    ...('requestedHere' in result && context.personNotice === null
      ? notice('success', messages.emailIsVerified)
      : { notice: null }),
  };
}

/** Replaces the stored choice by the listed organization. After a link, the verification is done (R8.12). */
export function chooseRemembered({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'discovered') return {};
  return {
    selectedOrganization: chosenExisting(context, result),
    ...('requestedHere' in result ? notice('success', messages.emailVerified) : {}),
  };
}

export function choose(_: Current, selectedOrganization: Organization): Change {
  return { selectedOrganization, ...READ };
}

/** Chooses the listed organization whose name or slug was typed (R6.9). */
export function chooseTypedListed({ context }: Current, name: string): Change {
  return { selectedOrganization: listedByTyping(context, name), ...READ };
}

/** Chooses a typed organization (R6.8). The input is kept, so that a failure can return it to its field. */
export function chooseTyped(_: Current, name: string): Change {
  return { selectedOrganization: typedOrganization(name), typedName: name, ...READ };
}

/** The intermediate session has ended, and the sentence says what that means for the screen (R6.14, R8.17). */
export function pause(_: Current, text: string): Change {
  return { ...NO_INTERMEDIATE, ...notice('info', text) };
}

/** Clears the steps that the login and selection screens are not part of. */
export function clearSteps(): Change {
  return { stepUp: null, secondFactor: null, callback: null };
}

/**
 * The login screen shows no sign-in. It forgets an organization whose name was typed, which the next person would
 * create by signing in, and the last one, which it offers on its own (R4.7).
 */
export function showNoSignIn({ context }: Current): Change {
  const { selectedOrganization: chosen, lastOrganization } = context;
  const isOffered = chosen !== null && (isTyped(chosen) || chosen.id === lastOrganization?.id);
  return {
    ...clearSteps(),
    emailAddress: null,
    intermediateDigest: null,
    selectedOrganization: isOffered ? null : chosen,
  };
}

// Step-up and second factor

/** Stores the list of the address that a code was sent to; the exchange is next (R8.12). */
export function rememberVerification(current: Current, result: ActorResult): Change {
  return {
    ...rememberDiscovery(current, result),
    emailAddress: stepUpEmail(current.context),
    ...notice('success', messages.emailVerified),
  };
}

/** Starts a step-up (R7.5). */
export function askForVerification({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'primary_required') return {};
  const emailAddress = result.stepUp.emailAddress ?? personOf(context);
  return {
    ...withoutSession(context),
    ...intermediateKept(context, result),
    emailAddress,
    stepUp: { ...result.stepUp, emailAddress },
    secondFactor: null,
    selectedOrganization: result.stepUp.organization,
  };
}

/** Starts a second factor (R7.6). */
export function askForSecondFactor({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'mfa_required') return {};
  return {
    ...withoutSession(context),
    ...intermediateKept(context, result),
    emailAddress: result.secondFactor.emailAddress ?? personOf(context),
    secondFactor: result.secondFactor,
    selectedOrganization: result.secondFactor.organization,
    stepUp: null,
    ...notice('info', messages.mfaRequired),
  };
}

/** A switch that requires verification has ended the session that it was sent with. */
function withoutSession({ session }: AuthContext): Change {
  return session === null ? { callback: null, notice: null } : signedOutContext();
}

/** Clears the step-up, the second factor and the choice that led there (R8.8). */
export function resetStepUp(): Change {
  return {
    stepUp: null,
    secondFactor: null,
    selectedOrganization: null,
    codeSentAt: null,
    linkSentAt: null,
    notice: null,
  };
}

/** Stores when the code was sent: its cooldown starts then (R8.10, R8.16). */
export function rememberCodeSent({ context }: Current, result: ActorResult): Change {
  return result.kind === 'sent' && stepUpEmail(context) ? { codeSentAt: result.at } : {};
}

/** Stores when the link was sent: its cooldown starts then (R8.11, R8.16). */
export function rememberLinkSent({ context }: Current, result: ActorResult): Change {
  return result.kind === 'sent' && stepUpEmail(context) ? { linkSentAt: result.at } : {};
}

/** The intermediate session expired during the second factor (R10.9). */
export function endSecondFactor(current: Current): Change {
  return { ...resetStepUp(), ...pause(current, messages.secondFactorExpired) };
}

export function rememberEnrolment(_: Current, result: ActorResult): Change {
  return result.kind === 'enrolling' ? { enrolment: result.enrolment } : {};
}

// Signed in

/** Starts the session that the provider granted (R7.4). It may have made the person a member (R6.22). */
export function startSession({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'authenticated') return {};
  const { id, name } = result.session.organization;
  const chosen = context.organizations?.find((each) => each.id === id);
  const isNew = chosen !== undefined && chosen.membership !== 'member';
  return {
    ...signedInContext(result.session, result.at),
    ...(isNew ? notice('success', messages.organizationJoined(nameInSentence(name))) : {}),
  };
}

/** Starts a session that another tab or the SDK found. */
export function startFoundSession({ context }: Current, session: SignedInSession): Change {
  return signedInContext(session, context.now());
}

/** Stores a granted session while the recovery codes are shown; the member is signed in afterwards (R10.5). */
export function holdSession(_: Current, result: ActorResult): Change {
  return result.kind === 'authenticated'
    ? { session: result.session, organizations: null, ...NO_INTERMEDIATE }
    : {};
}

/** Starts the session that was granted before the recovery codes were shown. */
export function startHeldSession({ context }: Current): Change {
  return context.session ? signedInContext(context.session, context.now()) : {};
}

export function updateSession({ context }: Current, session: SignedInSession): Change {
  return {
    session,
    expiryWarned: context.expiryWarned && isNearEnd(session, context.now()),
  };
}

/** Stores a refreshed or renewed session (R11.3, R11.11), also one that was found in place of a switch. */
export function applyRefresh({ context }: Current, result: ActorResult): Change {
  if (result.kind !== 'refreshed') return {};
  const { session, at } = result;
  const now = context.now();
  return {
    ...updateSession({ context }, session),
    // A time outside the last interval (a changed clock, a stale value of another tab) counts as now.
    refreshedAt: at > now || at <= now - REFRESH_INTERVAL ? now : at,
    retryAt: null,
    failedRefreshes: 0,
    selectedOrganization: null,
  };
}

/**
 * Waits before the next attempt, at most until the session ends: for another tab that refreshes (R11.8), or after a
 * failure, by the backoff that the result names (R11.4).
 */
export function awaitRetry({ context }: Current, result: ActorResult): Change {
  const { failedRefreshes: failures, session, now } = context;
  const wait = 'retryInMs' in result ? result.retryInMs : backoffDelay(failures + 1, 0.5);
  const end = session?.expiresAt ?? 0;
  const retryAt = now() + wait;
  return {
    retryAt: end > now() ? Math.min(retryAt, end) : retryAt,
    failedRefreshes: failuresAfter(context, result),
  };
}

/** A tab that waits for another one counts one failure, so that its own first retry does not wait for longer. */
function failuresAfter(context: AuthContext, result: ActorResult): number {
  const { failedRefreshes: failures } = context;
  if (result.kind !== 'deferred') return failures + 1;
  return isOutage(context, result) ? Math.max(failures, 1) : failures;
}

/**
 * Remembers the organization of the session, to return to it after its end (R4.7). The one of an impersonated session
 * is the member's, not the support person's.
 */
export function rememberLast({ context: { session, lastOrganization } }: Current): Change {
  return {
    lastOrganization: session?.impersonated === false ? session.organization : lastOrganization,
  };
}

export function rememberMemberships(_: Current, result: ActorResult): Change {
  return result.kind === 'discovered' ? { organizations: result.discovery.organizations } : {};
}

/** Chooses the organization that the session moves to. */
export function chooseMembership({ context }: Current, id: string): Change {
  const chosen = context.organizations?.find((each) => each.id === id);
  return { selectedOrganization: chosen ?? null, notice: null };
}

const ENDINGS: Partial<Record<SignedOutReason, string>> = {
  requested: messages.signedOut,
  expired: messages.sessionEnded,
  elsewhere: messages.signedOutElsewhere,
  cleared: messages.sessionEnded,
};

/**
 * Ends the session in this tab, and says why (R11.5, R11.7, R11.12). A creation and the end of an impersonation need no
 * sentence. A sign-out to create an organization goes on with its name (R6.19).
 */
export function endSession({ context }: Current, reason: SignedOutReason): Change {
  const text = ENDINGS[reason];
  return {
    ...signedOutContext(),
    personNotice: null,
    ...(text === undefined ? {} : notice('info', text)),
    selectedOrganization: reason === 'creation' ? typedOrganization(context.typedName) : null,
    // The person of this tab may not have seen it.
    shownPerson: reason === 'expired' || reason === 'elsewhere' ? shownPersonOf(context) : null,
  };
}

export function setSignOutReason(_: Current, signOutReason: AuthContext['signOutReason']): Change {
  return { signOutReason, notice: null };
}
