import { isRecord } from '#machines/rules/checks.ts';
import { DirectoryError, type DirectoryProblem } from './directory.ts';

/** Why a call of the service failed. */
export class ApiError extends Error {
  /** The status of the response; 0 without one. */
  readonly status: number;
  /** What the resource is now, if the call would have overwritten it (412). */
  readonly current: unknown;

  /** @param details the problem details of the response */
  constructor(status: number, details?: unknown) {
    super(`The service answered ${status}.`);
    this.status = status;
    this.current = isRecord(details) ? details.current : undefined;
  }
}

const NOT_ACCEPTED = 'The service did not accept this. Check what you typed.';

const SENTENCES: Readonly<Record<number, string>> = {
  0: 'The service could not be reached. Check your connection and try again.',
  400: NOT_ACCEPTED,
  401: 'Your session could not be confirmed. Try again in a moment.',
  403: 'Your role does not allow this any more. Ask an administrator if you need it.',
  404: 'It no longer exists.',
  409: 'It exists already. Somebody else may have created it.',
  412: 'Somebody else has changed it in the meantime.',
  413: 'It is too long. Shorten it and try again.',
  422: NOT_ACCEPTED,
  429: 'There were too many requests. Wait a moment and try again.',
};

/** The sentence for each problem. */
export type DirectorySentences = { readonly [Problem in DirectoryProblem]?: string | undefined };

const SOMETHING_WENT_WRONG = 'Something went wrong. Please try again.';

/** The sentences for the problems of the provider's directory. The others belong to one page. */
const DIRECTORY_SENTENCES: DirectorySentences = {
  unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
  limited: SENTENCES[429],
  session: SENTENCES[401],
  forbidden: SENTENCES[403],
};

/**
 * Returns the sentence for the person about a call that failed. It says what to do; of an error of the provider that
 * names no action, it is the provider's (R15.1).
 *
 * @param own the sentences of the page for problems of the directory
 */
export function explain(error: unknown, own: DirectorySentences = {}): string {
  if (error instanceof DirectoryError) {
    const sentences = { ...DIRECTORY_SENTENCES, ...own };
    return sentences[error.problem] ?? (error.message || SOMETHING_WENT_WRONG);
  }
  const status = error instanceof ApiError ? error.status : 500;
  return SENTENCES[status] ?? 'Something went wrong on our side. Try again in a moment.';
}
