import type { ActorResult, AuthContext } from '#machines/auth/auth.types.ts';
import { isTyped, typedOrganization } from '#machines/rules/organization.ts';
import { chosenExisting, isOfAnother, listedAsTyped, stepUpEmail } from './conditions.ts';
import {
  type Change,
  contextForVerification,
  MINUTE,
  type Moment,
  NO_PERSON,
  newIntermediate,
  personEmail,
  resultOf,
  sessionFrom,
} from './context.ts';
import { personNoticeNow } from './notices.ts';
import { secondFactorChanges } from './second-factor/second-factor.ts';

function listFrom(context: AuthContext, result: ActorResult): Change {
  if (result.kind !== 'discovered') return {};
  const { organizations, emailAddress } = result.discovery;
  return {
    ...newIntermediate(result.at, result.intermediateDigest),
    organizations,
    // A list without an address belongs to the person that the tab knows already.
    emailAddress: emailAddress ?? context.emailAddress,
    callback: null,
  };
}

/** R7.5: the step-up that an outcome requires. */
function stepUpFrom(context: AuthContext, result: ActorResult): Change {
  if (result.kind !== 'primary_required') return {};
  const emailAddress = result.stepUp.emailAddress ?? personEmail(context);
  return {
    ...contextForVerification(context, result),
    emailAddress,
    stepUp: { ...result.stepUp, emailAddress },
    // Otherwise a reload would return to the second factor (R10.7).
    secondFactor: null,
    selectedOrganization: result.stepUp.organization,
  };
}

/** R22.3: nothing of the person before stays, but for the callback that led to the next one. */
function becomeAnother(moment: Moment): Change {
  if (!isOfAnother(moment)) return {};
  return {
    ...NO_PERSON,
    callback: moment.context.callback,
    personNotice: personNoticeNow(moment),
  };
}

/** The changes of the context among the words of the column "Does". */
export const changes: Readonly<Record<string, (moment: Moment) => Change>> = {
  ...secondFactorChanges,
  'forget everything': () => ({ ...NO_PERSON, personNotice: null }),
  // R6.19: the organization is created after the next sign-in.
  'forget everything but the organization to create': ({ context: { selectedOrganization } }) => ({
    ...NO_PERSON,
    personNotice: null,
    selectedOrganization,
  }),
  // R9.8: the link is used after the sign-out.
  'forget everything but the callback': ({ context: { callback } }) => ({
    ...NO_PERSON,
    personNotice: null,
    callback,
  }),
  // R22.3: the next session is compared with the person whom the tab showed last.
  'forget everything but whom it showed': ({ context }) => ({
    ...NO_PERSON,
    personNotice: null,
    lastShownEmail: personEmail(context) ?? context.lastShownEmail,
  }),
  'forget the steps': () => ({
    stepUp: null,
    secondFactor: null,
    callback: null,
  }),
  'forget the callback': () => ({ callback: null }),
  'forget the intermediate session': () => ({ intermediate: null }),
  // R7.7: one that is over, or that led to no session and no step, cannot be used again.
  'forget a spent intermediate session': (moment) => {
    const result = resultOf(moment);
    const isSpent =
      result.kind === 'incomplete' ||
      (result.kind === 'failed' && result.reason === 'intermediate');
    return isSpent ? { intermediate: null } : {};
  },
  // R8.8: a code that was sent for it does not delay the one for another.
  'forget the choice': () => ({
    selectedOrganization: null,
    sent: { code: null, link: null },
  }),
  'forget the last organization': () => ({ lastOrganization: null }),
  'forget the code': ({ context: { sent } }) => ({ sent: { ...sent, code: null } }),
  // R22.4: a typed organization would be created for the next person. R4.7: the last one has a button of its own.
  'show no sign-in': ({ context: { selectedOrganization: chosen, lastOrganization } }) => ({
    emailAddress: null,
    intermediate: null,
    selectedOrganization:
      chosen && (isTyped(chosen) || chosen.id === lastOrganization?.id) ? null : chosen,
  }),
  'forget whom it showed': () => ({ lastShownEmail: null }),
  'tell the person': becomeAnother,
  'forget who was told of': () => ({ personNotice: null }),
  'keep the settings': ({ event }) => ({ project: event.project }),

  // Choosing
  // The code was sent to it.
  'keep the list of the address': (moment) => ({
    ...listFrom(moment.context, resultOf(moment)),
    emailAddress: stepUpEmail(moment),
  }),
  'keep the list': (moment) => listFrom(moment.context, resultOf(moment)),
  'choose the last one': ({ context }) => ({ selectedOrganization: context.lastOrganization }),
  choose: ({ event }) => ({ selectedOrganization: event.organization, personNotice: null }),
  'choose the existing one': (moment) => ({ selectedOrganization: chosenExisting(moment) }),
  // R6.9: a listed organization of this name, or else a new one (R6.8).
  'choose the named one': (moment) => ({
    selectedOrganization: listedAsTyped(moment) ?? typedOrganization(moment.event.name),
    personNotice: null,
  }),
  'empty the field': () => ({ typedName: '' }),
  'return the name to its field': ({ context: { selectedOrganization, typedName } }) => ({
    typedName: selectedOrganization?.name ?? typedName,
    selectedOrganization: null,
  }),
  'warn of the end': ({ context: { intermediate } }) => ({
    intermediate: intermediate && { ...intermediate, isWarned: true },
  }),

  // Verification
  'ask to verify the e-mail': (moment) => stepUpFrom(moment.context, resultOf(moment)),
  'note when the code was sent': (moment) => sentAt(moment, 'code'),
  'note when the link was sent': (moment) => sentAt(moment, 'link'),
  'count a refused code': ({ context }) => ({ codeRejections: context.codeRejections + 1 }),

  // The session
  'start the session': (moment) => {
    const result = resultOf(moment);
    return result.kind === 'authenticated' ? sessionFrom(result.session, result.at) : {};
  },
  'start the found session': ({ event, now }) => sessionFrom(event.session, now),
  'update the session': ({ event: { session } }) => ({ session }),
  'remember the organization': ({ context: { session } }) =>
    session === null || session.impersonated ? {} : { lastOrganization: session.organization },
  'sign out as requested': () => ({ signOutReason: 'requested' }),
  'sign out to use the link': () => ({ signOutReason: 'link' }),
  'sign out to create an organization': () => ({ signOutReason: 'creation' }),
  'sign out by stopping the impersonation': () => ({ signOutReason: 'impersonation_stopped' }),

  // The refresh
  'keep the refreshed session': (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'refreshed') return {};
    const { session, at } = result;
    return {
      session,
      refresh: { confirmedAt: at, retryAt: null, reconnecting: false },
      selectedOrganization: null,
    };
  },
  // R11.4, R11.8: as told, or after the interval. R11.19: not beyond the end.
  'wait to retry': (moment) => {
    const result = resultOf(moment);
    const { session, refresh } = moment.context;
    const retryAt = moment.now + ('retryInMs' in result ? result.retryInMs : 3 * MINUTE);
    const end = session?.expiresAt ?? 0;
    const next = end > moment.now ? Math.min(retryAt, end) : retryAt;
    return { refresh: { ...refresh, retryAt: next, reconnecting: false } };
  },
  'note the outage': ({ context: { refresh } }) => ({
    refresh: { ...refresh, reconnecting: true },
  }),

  // The organization menu
  'choose the membership': ({ context, event }) => ({
    selectedOrganization: context.organizations?.find(({ id }) => id === event.id) ?? null,
  }),
  'list the memberships': (moment) => {
    const result = resultOf(moment);
    return result.kind === 'discovered' ? { organizations: result.discovery.organizations } : {};
  },
};

function sentAt(moment: Moment, mail: 'code' | 'link'): Change {
  const result = resultOf(moment);
  if (result.kind !== 'sent' || stepUpEmail(moment) === null) return {};
  return { sent: { ...moment.context.sent, [mail]: { at: result.at } } };
}
