import { enqueueActions } from 'xstate';
import { maskEmail } from '../rules/email.ts';
import { fullName } from '../rules/full-name.ts';
import type { SentenceCode, SentenceRef } from '../rules/sentence.ts';
import { assignFields } from './assign-fields.ts';
import { NOBODY, notice, personChangedNotice } from './auth.context.ts';
import type { AuthEmitted, MachineEvent } from './auth.events.ts';
import { creationProblemOf, isAnotherPerson, resultEmail, resultOf } from './auth.guards.ts';
import type { ActorResult, AuthContext, CallbackKind, Notice } from './auth.types.ts';

/** Each export is an action that shows a notice, and changes the context that belongs to it. */

/** Shows a given sentence. */
export const say = assignFields((_, { tone, code, values }: SentenceRef & Pick<Notice, 'tone'>) =>
  notice(tone, code, values),
);

export const clearNotice = assignFields(() => ({ notice: null }));
export const clearPersonNotice = assignFields(() => ({ personNotice: null }));

/** If a result is of another person than this tab shows, clears the context of the first and names the other (R22.3). */
export const resetForOtherPerson = enqueueActions<
  AuthContext,
  MachineEvent,
  undefined,
  MachineEvent,
  never,
  never,
  never,
  never,
  AuthEmitted
>(({ context, event, enqueue }) => {
  const result = 'session' in event ? event : resultOf(event);
  if (result === null || !isAnotherPerson(context, result)) return;
  const personNotice =
    'session' in result ? personChangedNotice(result.session) : signInChanged(context, result);
  enqueue.assign({ ...NOBODY, callback: context.callback, personNotice });
  enqueue.emit({ type: 'personChanged' });
});

function signInChanged({ selectedOrganization }: AuthContext, result: ActorResult): Notice {
  const mustChooseAgain = result.kind === 'discovered' && selectedOrganization !== null;
  const email = maskEmail(resultEmail(result) ?? '');
  return notice('info', mustChooseAgain ? 'chooseAgain' : 'signInChanged', { email }).notice;
}

/** Returns the notice of a failure, whose code the call has chosen, or of another unexpected result (R15.1). */
function reasonOf(
  { selectedOrganization, lastOrganization }: AuthContext,
  event: MachineEvent,
): Notice {
  const result = resultOf(event);
  const organizationId = selectedOrganization?.id ?? null;
  if (result?.kind !== 'failed') {
    const code = result?.kind === 'incomplete' ? 'unableToComplete' : 'somethingWentWrong';
    return notice('error', code, {}, { organizationId }).notice;
  }
  return notice(
    'error',
    result.code,
    { ...result.values, organization: (selectedOrganization ?? lastOrganization)?.name },
    {
      requestId: result.reason === 'other' ? result.requestId : null,
      remedy: result.reason === 'refused' ? 'account' : null,
      organizationId,
      isAboutInput: result.reason === 'input',
    },
  ).notice;
}

/** An intermediate session that a result ends, or that led to no session and no step (R7.7), is forgotten. */
function intermediateAfter(event: MachineEvent): Partial<AuthContext> {
  const result = resultOf(event);
  const isOver =
    result?.kind === 'incomplete' ||
    (result?.kind === 'failed' && result.reason === 'intermediate');
  return isOver ? { intermediate: null } : {};
}

export const explainResult = assignFields(({ context, event }) => ({
  ...intermediateAfter(event),
  notice: reasonOf(context, event),
}));

/** Counts a wrong code: with each count, a field selects its text once (R8.15). */
export const countRejection = assignFields(({ context }) => ({
  codeRejections: context.codeRejections + 1,
}));

/** Shows why a creation failed, and returns the typed name to its field (R7.8). */
export const explainCreation = assignFields(({ context, event }) => {
  const { selectedOrganization, typedName } = context;
  const { code, values, requestId, isAboutInput } = reasonOf(context, event);
  return {
    ...intermediateAfter(event),
    typedName: selectedOrganization?.name ?? typedName,
    selectedOrganization: null,
    ...(isAboutInput
      ? notice('error', code, values, { isAboutInput })
      : notice('error', 'creationFailed', { why: { code, values } }, { requestId })),
  };
});

/** Shows why a switch failed; the member stays in the organization (R11.13). */
export const explainSwitch = assignFields(({ context, event }) => {
  const { code, values, requestId, organizationId } = reasonOf(context, event);
  const organization = context.selectedOrganization?.name;
  const said = { organization, why: { code, values } };
  return {
    selectedOrganization: null,
    ...notice('error', 'switchFailed', said, { requestId, organizationId }),
  };
});

const PROBLEMS = {
  disabled: 'organizationCreationDisabled',
  too_long: 'organizationNameTooLong',
  slug: 'organizationNameUnusable',
} as const;

/** Shows why a typed name cannot be used (R7.9). */
export const explainTyped = assignFields((scope) => {
  const problem = creationProblemOf(scope);
  return problem === null ? {} : notice('error', PROBLEMS[problem], {}, { isAboutInput: true });
});

const UNUSABLE: Partial<Record<CallbackKind, SentenceCode>> = {
  denied: 'signInCancelled',
  provider_error: 'providerError',
  no_token: 'noToken',
  unknown_type: 'unknownTokenType',
};

/** Shows why the callback in the address cannot be used (R5.9). */
export const explainCallback = assignFields(({ context: { callback } }) => {
  const code = callback && UNUSABLE[callback];
  const tone = callback === 'denied' ? 'info' : 'error';
  return { callback: null, ...notice(tone, code ?? 'somethingWentWrong') };
});

/** Shows that the callback was not used, because the member is signed in already (R5.10). */
export const explainUnusedCallback = assignFields(({ context: { session } }) => {
  const name = session === null ? '' : fullName(session.memberName);
  const values = { name, email: session?.emailAddress ?? '' };
  return { callback: null, ...notice('info', 'alreadySignedIn', values) };
});
