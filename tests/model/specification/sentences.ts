import type { AuthContext, Notice, SignedInSession } from '#machines/auth/auth.types.ts';
import { maskEmail } from '#machines/rules/email.ts';
import { messages } from '#machines/rules/messages.ts';
import { creationProblemOf, isOfAnother, namedBy } from './conditions.ts';
import { FORGOTTEN_INTERMEDIATE, type Moment, resultOf, says } from './context.ts';
import { secondFactorSentences } from './second-factor/second-factor.ts';

/** An error is about the chosen organization, so that its row shows it (R6.13). */
function error({ context }: Moment, text: string, details: Partial<Notice> = {}): Notice {
  return says('error', text, {
    organizationId: context.selectedOrganization?.id ?? null,
    ...details,
  });
}

/** What mends a failure, by its reason (R6.13). */
const remedies: Readonly<Record<string, Notice['remedy']>> = {
  refused: 'account',
};

/** The reason that a result gives (R15.1): with a request id only where the person cannot mend it (R15.2, R15.3). */
function why(moment: Moment): Notice {
  const result = resultOf(moment);
  if (result.kind === 'incomplete') return error(moment, messages.unableToComplete);
  if (result.kind !== 'failed') return error(moment, messages.somethingWentWrong);
  return error(moment, result.message, {
    requestId: result.reason === 'other' ? result.requestId : null,
    remedy: remedies[result.reason] ?? null,
    isAboutInput: result.reason === 'input',
  });
}

/**
 * A failed switch is about the other organization, so that it can be tried again (R11.13). Its name is isolated from
 * the direction of the sentence (R1.13).
 */
function switchFailed(moment: Moment, text: string, details: Partial<Notice> = {}): Notice {
  const { selectedOrganization: other } = moment.context;
  const name = other?.name ?? 'this organization';
  return says('error', messages.switchFailed(text, `\u2068${name}\u2069`), {
    organizationId: other?.id ?? null,
    ...details,
  });
}

const problems = {
  disabled: messages.organizationCreationDisabled,
  too_long: messages.organizationNameTooLong,
  slug: messages.organizationNameUnusable,
} as const;

/** R11.1: a member's name is the first and the last name. */
const named = ({ firstName, lastName }: SignedInSession['memberName']) =>
  `${firstName} ${lastName}`;

/** Names the member whom the tab shows in place of another one (R22.3). */
export function whoIsHere({ memberName, emailAddress }: SignedInSession): Notice {
  return says('info', messages.personChanged(named(memberName), emailAddress ?? ''));
}

/** Names whoever is here now, in place of another one: a member, or the masked address of a sign-in (R22.5). */
export function whoIsHereNow(moment: Moment): Notice {
  if (moment.event.type === 'session.found') return whoIsHere(moment.event.session);
  const result = resultOf(moment);
  if ('session' in result) return whoIsHere(result.session);
  const masked = maskEmail(namedBy(moment) ?? '');
  const wasChosen = result.kind === 'discovered' && moment.context.selectedOrganization !== null;
  return says('info', wasChosen ? messages.chooseAgain(masked) : messages.signInChanged(masked));
}

/** The words of the column "Says". */
export const sentences: Readonly<Record<string, (moment: Moment) => Notice | null>> = {
  ...secondFactorSentences,
  nothing: () => null,
  why,
  somethingWentWrong: () => says('error', messages.somethingWentWrong),
  emailUnknown: () => says('error', messages.emailUnknown),
  emailVerified: () => says('success', messages.emailVerified),
  emailIsVerified: () => says('success', messages.emailIsVerified),
  alreadySignedIn: ({ context, event }) => {
    const { memberName, emailAddress } = event.session ?? context.session;
    return says(
      'info',
      `You are already signed in as \u2068${named(memberName)}\u2069, \u2068${emailAddress}\u2069, so the new sign-in was not used.`,
    );
  },
  callback: ({ context: { callback } }) => {
    if (callback === 'denied') return says('info', messages.signInCancelled);
    if (callback === 'provider_error') return says('error', messages.providerError);
    return says('error', callback === 'no_token' ? messages.noToken : messages.unknownTokenType);
  },
  intermediateExpired: () => says('info', messages.intermediateExpired),
  intermediateExpiredInStepUp: () => says('info', messages.intermediateExpiredInStepUp),
  organizationCreated: (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'authenticated') return null;
    const { name, slug } = result.session.organization;
    return says('success', `\u2068${name}\u2069 (\u2068@${slug}\u2069) was created.`);
  },
  /** R6.22: only where the person was not a member by the list that they chose from. */
  organizationJoined: (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'authenticated') return null;
    const { id, name } = result.session.organization;
    const chosen = moment.context.organizations?.find((each) => each.id === id);
    const isMember = chosen === undefined || chosen.membership === 'member' || isOfAnother(moment);
    return isMember ? null : says('success', `You joined \u2068${name}\u2069.`);
  },
  organizationForgotten: () => says('success', messages.organizationForgotten),
  codeExpired: () => says('info', messages.codeExpired),
  problem: (moment) => {
    const found = creationProblemOf(moment);
    return found && says('error', problems[found], { isAboutInput: true });
  },
  'creation: why': (moment) => {
    const { text, requestId, isAboutInput } = why(moment);
    return isAboutInput
      ? says('error', text, { isAboutInput })
      : says('error', messages.creationFailed(text), { requestId });
  },
  'switch: why': (moment) => {
    const { text, requestId } = why(moment);
    return switchFailed(moment, text, { requestId });
  },
  sessionEnded: () => says('info', messages.sessionEnded),
  sessionExtended: () => says('success', messages.sessionExtended),
  extensionFailed: () => says('error', messages.extensionFailed),
  signedOut: ({ context }) =>
    context.signOutReason === 'requested' ? says('info', messages.signedOut) : null,
  ending: ({ event }) =>
    says('info', event.reason === 'expired' ? messages.sessionEnded : messages.signedOutElsewhere),
};

/**
 * What a sentence also changes: an intermediate session that the result calls over, or that led to no session and no
 * step (R7.7), cannot be used again.
 */
export function spentIntermediate(name: string, moment: Moment): Partial<AuthContext> {
  if (name !== 'why' && name !== 'creation: why') return {};
  const result = resultOf(moment);
  const isSpent =
    result.kind === 'incomplete' || (result.kind === 'failed' && result.reason === 'intermediate');
  return isSpent ? FORGOTTEN_INTERMEDIATE : {};
}
