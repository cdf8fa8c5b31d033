import type { Notice, SignedInSession } from '#machines/auth/auth.types.ts';
import { maskEmail } from '#machines/rules/email.ts';
import type { SentenceCode } from '#machines/rules/sentence.ts';
import { creationProblemOf, isOfAnother, namedBy } from './conditions.ts';
import { type Moment, resultOf, says } from './context.ts';
import { secondFactorNotices } from './second-factor/second-factor.ts';

/** The reason that a result gives (R15.1): with a request id only where the person cannot mend it (R15.2, R15.3). */
function why(moment: Moment): Notice {
  const { selectedOrganization: chosen, lastOrganization } = moment.context;
  const result = resultOf(moment);
  // An error is about the chosen organization, so that its row shows it (R6.13).
  const organizationId = chosen?.id ?? null;
  if (result.kind !== 'failed') {
    const code = result.kind === 'incomplete' ? 'unableToComplete' : 'somethingWentWrong';
    return says('error', code, { organizationId });
  }
  const { reason, code, values, requestId } = result;
  return says('error', code, {
    values: { ...values, organization: (chosen ?? lastOrganization)?.name },
    organizationId,
    requestId: reason === 'other' ? requestId : null,
    remedy: reason === 'refused' ? 'account' : null,
    isAboutInput: reason === 'input',
  });
}

const problems: Readonly<Record<string, SentenceCode>> = {
  disabled: 'organizationCreationDisabled',
  too_long: 'organizationNameTooLong',
  slug: 'organizationNameUnusable',
};

/** R11.1: a member's name is the first and the last name. */
const valuesOf = ({ memberName, emailAddress }: SignedInSession) => ({
  name: `${memberName.firstName} ${memberName.lastName}`.trim(),
  email: emailAddress ?? '',
});

/** Names the member whom the tab shows in place of another one (R22.3). */
export function personChangedNotice(session: SignedInSession): Notice {
  return says('info', 'personChanged', { values: valuesOf(session) });
}

/** Names whoever is here now, in place of another one: a member, or the masked address of a sign-in (R22.5). */
export function personNoticeNow(moment: Moment): Notice {
  if (moment.event.type === 'session.found') return personChangedNotice(moment.event.session);
  const result = resultOf(moment);
  if ('session' in result) return personChangedNotice(result.session);
  const wasChosen = result.kind === 'discovered' && moment.context.selectedOrganization !== null;
  const values = { email: maskEmail(namedBy(moment) ?? '') };
  return says('info', wasChosen ? 'chooseAgain' : 'signInChanged', { values });
}

/** R11.5: before its end, a session ends because somebody has ended it. */
function over({ context: { session, now } }: Moment): Notice {
  const isEarly = session !== null && session.expiresAt > now();
  return says('info', isEarly ? 'sessionEndedEarly' : 'sessionEnded');
}

/** The words of the column "Says" that are no tone and code. */
export const notices: Readonly<Record<string, (moment: Moment) => Notice | null>> = {
  ...secondFactorNotices,
  nothing: () => null,
  why,
  alreadySignedIn: ({ context, event }) =>
    says('info', 'alreadySignedIn', { values: valuesOf(event.session ?? context.session) }),
  callback: ({ context: { callback } }) => {
    if (callback === 'denied') return says('info', 'signInCancelled');
    if (callback === 'provider_error') return says('error', 'providerError');
    return says('error', callback === 'no_token' ? 'noToken' : 'unknownTokenType');
  },
  organizationCreated: (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'authenticated') return null;
    const { name, slug } = result.session.organization;
    return says('success', 'organizationCreated', { values: { organization: name, slug } });
  },
  /** R6.22: only where the person was not a member by the list that they chose from. */
  organizationJoined: (moment) => {
    const result = resultOf(moment);
    if (result.kind !== 'authenticated') return null;
    const { id, name } = result.session.organization;
    const chosen = moment.context.organizations?.find((each) => each.id === id);
    const isMember = chosen === undefined || chosen.membership === 'member' || isOfAnother(moment);
    const values = { organization: name };
    return isMember ? null : says('success', 'organizationJoined', { values });
  },
  problem: (moment) => {
    const code = problems[creationProblemOf(moment) ?? ''];
    return code ? says('error', code, { isAboutInput: true }) : null;
  },
  'creation: why': (moment) => {
    const { code, values, requestId, isAboutInput } = why(moment);
    return isAboutInput
      ? says('error', code, { values, isAboutInput })
      : says('error', 'creationFailed', { values: { why: { code, values } }, requestId });
  },
  // It is about the other organization, so that it can be tried again (R11.13).
  'switch: why': (moment) => {
    const { code, values, requestId, organizationId } = why(moment);
    const organization = moment.context.selectedOrganization?.name;
    const said = { organization, why: { code, values } };
    return says('error', 'switchFailed', { values: said, organizationId, requestId });
  },
  signedOut: ({ context }) =>
    context.signOutReason === 'requested' ? says('info', 'signedOut') : null,
  over,
  ending: (moment) =>
    moment.event.reason === 'expired' ? over(moment) : says('info', 'signedOutElsewhere'),
};

/** A tone and a code in the column "Says". */
const PLAIN = /^(info|success|error) (\w+)$/;

/** The words of the column "Says" that need a row of `notices`. */
export const isPlain = (words: string) => PLAIN.test(words);

/** What a row says at a moment; `null` for nothing. */
export function noticeOf(words: string, moment: Moment): Notice | null {
  const [, tone, code] = PLAIN.exec(words) ?? [];
  if (tone !== undefined) return says(tone as Notice['tone'], code as SentenceCode);
  const found = notices[words];
  if (found === undefined) throw new Error(`The specification has no word "${words}".`);
  return found(moment);
}
