import { REFRESH_INTERVAL } from '../rules/limits.ts';
import { isTyped } from '../rules/organization.ts';
import type { SentenceCode } from '../rules/sentence.ts';
import { assignFields, assignFromResult } from './assign-fields.ts';
import {
  confirmedAt,
  contextForVerification,
  intermediateFrom,
  NOBODY,
  notice,
  personEmail,
  shownPersonEmail,
  signedInContext,
} from './auth.context.ts';
import type { SignedOutReason, SignOutReason } from './auth.events.ts';
import { chosenBy, chosenExisting, isOutage, resultOf, stepUpEmail } from './auth.guards.ts';
import type { AuthContext, Discovered, Mail, Project } from './auth.types.ts';

/** Each export is an action that changes the context. Actions that only show a notice are in `auth.notices.ts`. */

type Change = Partial<AuthContext>;

// Discovery and selection

/** The list of a result starts the deadline of its intermediate session. If it has no address, the known one stays. */
function listFrom({ emailAddress: known }: AuthContext, result: Discovered): Change {
  const { organizations, emailAddress } = result.discovery;
  return {
    intermediate: intermediateFrom(result),
    organizations,
    emailAddress: emailAddress ?? known,
    callback: null,
  };
}

export const rememberDiscovery = assignFromResult('discovered', (context, result) => {
  // Only the result of a link tells whether it was requested here: it has verified the address (R9.7).
  const isOfLink = result.link !== undefined && context.personNotice === null;
  const said = isOfLink ? notice('success', 'emailIsVerified') : { notice: null };
  return { ...listFrom(context, result), ...said };
});

/** Replaces the stored choice by the listed organization. After a link, the verification is done (R8.12). */
export const chooseRemembered = assignFromResult('discovered', (context, result) => {
  const said = result.link === undefined ? {} : notice('success', 'emailVerified');
  return { selectedOrganization: chosenExisting(context, result), ...said };
});

/** The person has read whose list it is, so the notice about the change of person goes. */
export const choose = assignFields((scope) => ({
  selectedOrganization: chosenBy(scope),
  notice: null,
  personNotice: null,
}));

export const chooseLast = assignFields(({ context }) => ({
  selectedOrganization: context.lastOrganization,
  notice: null,
}));

export const clearTypedName = assignFields(() => ({ typedName: '', notice: null }));
/** Forgets the chosen organization, and what was sent to verify the address for it (R8.8). */
export const clearChoice = assignFields(() => ({
  selectedOrganization: null,
  sent: NOBODY.sent,
  notice: null,
}));
export const clearLastOrganization = assignFields(() => ({ lastOrganization: null }));
export const clearIntermediateSession = assignFields(() => ({ intermediate: null, notice: null }));
export const clearSignIn = assignFields(() => ({ ...NOBODY, personNotice: null }));

const NO_VERIFICATIONS = {
  stepUp: null,
  secondFactor: null,
  callback: null,
} as const satisfies Change;

export const clearCallback = assignFields(() => ({ callback: null }));

/** Clears the verification when another screen takes over. */
export const clearVerifications = assignFields(() => NO_VERIFICATIONS);

/** Clears the unfinished sign-in, except a chosen organization that exists and has no button of its own (R4.7). */
export const resetForLogin = assignFields(({ context }) => {
  const { selectedOrganization: chosen, lastOrganization } = context;
  const mustForget = chosen !== null && (isTyped(chosen) || chosen.id === lastOrganization?.id);
  return {
    ...NO_VERIFICATIONS,
    emailAddress: null,
    intermediate: null,
    selectedOrganization: mustForget ? null : chosen,
  };
});

// Step-up

/** Stores the list of the address that a code was sent to, and forgets the used code; the exchange is next (R8.12). */
export const rememberVerification = assignFromResult('discovered', (context, result) => {
  return {
    ...listFrom(context, result),
    emailAddress: stepUpEmail(context),
    sent: { ...context.sent, code: null },
    ...notice('success', 'emailVerified'),
  };
});

/** Starts a step-up (R7.5). */
export const askForVerification = assignFromResult('primary_required', (context, result) => {
  const emailAddress = result.stepUp.emailAddress ?? personEmail(context);
  return {
    ...contextForVerification(context, result),
    emailAddress,
    stepUp: { ...result.stepUp, emailAddress },
    secondFactor: null,
    selectedOrganization: result.stepUp.organization,
  };
});

/** The cooldown of a code or a link starts when it was sent (R8.10, R8.11, R8.16). */
export const rememberSent = assignFields(({ context, event }, mail: Mail) => {
  const result = resultOf(event);
  return { sent: { ...context.sent, [mail]: result?.kind === 'sent' ? { at: result.at } : null } };
});

export const clearCodeSent = assignFields(({ context }) => ({
  sent: { ...context.sent, code: null },
}));

// Signed in

/** Starts the session that the provider granted (R7.4). It may have made the person a member (R6.22). */
export const startSession = assignFromResult('authenticated', (context, result) => {
  const { id, name: organization } = result.session.organization;
  const chosen = context.organizations?.find((each) => each.id === id);
  const isNew = chosen !== undefined && chosen.membership !== 'member';
  const said = isNew ? notice('success', 'organizationJoined', { organization }) : {};
  return { ...signedInContext(result.session, result.at), ...said };
});

/** Starts a session that another tab or the SDK found. */
export const startFoundSession = assignFields(({ context, event }) =>
  'session' in event ? signedInContext(event.session, context.now()) : {},
);

export const updateSession = assignFields(({ event }) =>
  'session' in event ? { session: event.session } : {},
);

/** Stores a refreshed or extended session (R11.3, R11.11), also one that was found in place of a switch. */
export const applyRefresh = assignFromResult('refreshed', (_, { session, at }) => ({
  session,
  refresh: confirmedAt(at),
  selectedOrganization: null,
}));

/** Waits before the next attempt, at most until the session ends (R11.4, R11.8). */
export const scheduleRetry = assignFields(({ context, event }) => {
  const { session, refresh, now } = context;
  const result = resultOf(event);
  const retryInMs = result !== null && 'retryInMs' in result ? result.retryInMs : REFRESH_INTERVAL;
  const retryAt = now() + retryInMs;
  const end = session?.expiresAt ?? 0;
  return {
    refresh: {
      confirmedAt: refresh.confirmedAt,
      retryAt: end > now() ? Math.min(retryAt, end) : retryAt,
      reconnecting: isOutage(context, event),
    },
  };
});

export const warnOfExpiry = assignFields(({ context: { intermediate } }) => ({
  intermediate: intermediate && { ...intermediate, isWarned: true },
}));

/** Offers the organization again after the session (R4.7), but not one in which a support person acts as a member. */
export const rememberLast = assignFields(({ context: { session, lastOrganization } }) => ({
  lastOrganization: session?.impersonated === false ? session.organization : lastOrganization,
}));

export const rememberMemberships = assignFromResult('discovered', (_, { discovery }) => ({
  organizations: discovery.organizations,
}));

/** Chooses the organization that the session moves to. */
export const chooseMembership = assignFields(({ context }, id: string) => ({
  selectedOrganization: context.organizations?.find((each) => each.id === id) ?? null,
  notice: null,
}));

const ENDINGS: Partial<Record<SignedOutReason, SentenceCode>> = {
  requested: 'signedOut',
  expired: 'sessionEnded',
  elsewhere: 'signedOutElsewhere',
  cleared: 'sessionEnded',
};

/** Ends the session in this tab, and says why, unless the person goes on with an organization (R6.19, R9.8). */
export const endSession = assignFields(({ context }, reason: SignedOutReason) => {
  const isEarly = reason === 'expired' && (context.session?.expiresAt ?? 0) > context.now();
  const code = isEarly ? 'sessionEndedEarly' : ENDINGS[reason];
  return {
    ...NOBODY,
    personNotice: null,
    ...(code === undefined ? {} : notice('info', code)),
    selectedOrganization: reason === 'creation' ? context.selectedOrganization : null,
    callback: reason === 'link' ? context.callback : null,
    // The person at this tab may not have seen the session end.
    lastShownEmail:
      reason === 'expired' || reason === 'elsewhere' ? shownPersonEmail(context) : null,
  };
});

export const setSignOutReason = assignFields((_, signOutReason: SignOutReason) => ({
  signOutReason,
  notice: null,
}));

/** After a sign-in that was started in this tab, no notice says that the person has changed. */
export const clearLastShownEmail = assignFields(() => ({ lastShownEmail: null }));

export const setProject = assignFields((_, project: Project) => ({ project }));
