import { maskEmail } from '../rules/email.ts';
import { messages, nameInSentence } from '../rules/messages.ts';
import { creationProblem, typedOrganization } from '../rules/organization.ts';
import { NO_INTERMEDIATE, notice, noticeOfPerson, signedOutContext } from './auth.context.ts';
import { addressOf, isAnotherPerson } from './auth.guards.ts';
import type {
  ActorResult,
  AuthContext,
  CallbackKind,
  Notice,
  ProviderFailure,
} from './auth.types.ts';

interface Current {
  readonly context: AuthContext;
}

type Change = Partial<AuthContext>;

/** What mends a failure, if that is known. */
const REMEDIES: Partial<Record<ProviderFailure['reason'], Notice['remedy']>> = {
  bootstrap: 'reload',
  refused: 'account',
};

/** Forgets everything of the person before, when a result is another one's, and says who is here now (R22.3). */
export function tellPerson({ context }: Current, result: ActorResult): Change {
  if (!isAnotherPerson(context, result)) return {};
  const personNotice =
    'session' in result
      ? noticeOfPerson(result.session)
      : notice('info', signInChanged(context, result)).notice;
  return { ...signedOutContext(), callback: context.callback, personNotice };
}

function signInChanged({ selectedOrganization }: AuthContext, result: ActorResult): string {
  const mustChooseAgain = result.kind === 'discovered' && selectedOrganization !== null;
  const email = maskEmail(addressOf(result) ?? '');
  return mustChooseAgain ? messages.chooseAgain(email) : messages.signInChanged(email);
}

/**
 * Shows a failure, or any other unexpected result (R15.1). It is about the organization that was chosen, so that the
 * list shows it at that row. An intermediate session that the result ends is forgotten.
 */
export function explainResult({ context }: Current, result: ActorResult): Change {
  const { selectedOrganization, lastOrganization } = context;
  const organizationId = selectedOrganization?.id ?? null;
  if (result.kind === 'incomplete') {
    return {
      ...NO_INTERMEDIATE,
      ...notice('error', messages.unableToComplete, { organizationId }),
    };
  }
  if (result.kind !== 'failed') {
    return notice('error', messages.somethingWentWrong, { organizationId });
  }
  const name = nameInSentence((selectedOrganization ?? lastOrganization)?.name);
  return {
    ...(result.reason === 'intermediate' ? NO_INTERMEDIATE : {}),
    ...notice(
      'error',
      result.message.replace('{organization}', () => name),
      {
        requestId: result.reason === 'other' ? result.requestId : null,
        remedy: REMEDIES[result.reason] ?? null,
        organizationId,
        isAboutInput: result.reason === 'input',
      },
    ),
  };
}

/** Shows why a wrong code was rejected. The count lets its field select the text once per rejection (R8.15). */
export function explainRejectedCode(current: Current, result: ActorResult): Change {
  const codeRejections = current.context.codeRejections + 1;
  return { ...explainResult(current, result), codeRejections };
}

/** Shows why a creation failed, and returns the typed name to its field (R7.8). */
export function explainCreation(current: Current, result: ActorResult): Change {
  const { selectedOrganization, typedName } = current.context;
  const { notice: reason, ...change } = explainResult(current, result);
  const { text = messages.somethingWentWrong, requestId = null, isAboutInput } = reason ?? {};
  return {
    ...change,
    typedName: selectedOrganization?.name ?? typedName,
    selectedOrganization: null,
    ...(isAboutInput
      ? notice('error', text, { isAboutInput })
      : notice('error', messages.creationFailed(text), { requestId })),
  };
}

/** Shows why a switch failed; the member stays in the organization (R11.13). */
export function explainSwitch(current: Current, result: ActorResult): Change {
  const { selectedOrganization: other } = current.context;
  const { text = messages.somethingWentWrong, requestId = null } =
    explainResult(current, result).notice ?? {};
  return {
    selectedOrganization: null,
    ...notice('error', messages.switchFailed(text, nameInSentence(other?.name)), {
      requestId,
      organizationId: other?.id ?? null,
    }),
  };
}

/** Shows why a typed name cannot be used, and returns the name to its field (R7.9). */
export function explainTyped({ context }: Current, name: string): Change {
  const typed = typedOrganization(name);
  const problem = typed && creationProblem(typed, context.project);
  if (!problem) return {};
  const sentences = {
    disabled: messages.organizationCreationDisabled,
    too_long: messages.organizationNameTooLong,
    slug: messages.organizationNameUnusable,
  };
  return { typedName: name, ...notice('error', sentences[problem], { isAboutInput: true }) };
}

/** Shows why the callback in the address cannot be used (R5.9). */
export function explainCallback({ context }: Current): Change {
  const sentences: Partial<Record<CallbackKind, string>> = {
    denied: messages.googleCancelled,
    no_token: messages.noToken,
    unknown_type: messages.unknownTokenType,
  };
  const text = context.callback && sentences[context.callback];
  const tone = context.callback === 'denied' ? 'info' : 'error';
  return { callback: null, ...notice(tone, text ?? messages.somethingWentWrong) };
}

/** Shows that the callback was not used, because the member is signed in already (R5.10). */
export function explainUnusedCallback({ context: { session } }: Current): Change {
  const text = messages.alreadySignedIn(session?.memberName ?? '', session?.emailAddress ?? '');
  return { callback: null, ...notice('info', text) };
}
