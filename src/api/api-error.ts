import { DirectoryError, type DirectoryProblem } from './directory.ts';
import { messages } from './messages.ts';

/** Why a call of the service failed. */
export class ApiError extends Error {
  /** The status of the response; 0 without one. */
  readonly status: number;
  /** What the resource is now, if the call would have overwritten it (412). */
  readonly current: unknown;

  /** @param details the problem details of the response */
  constructor(status: number, details?: unknown) {
    super(
      status === 0 ? 'The service did not answer.' : `The service answered with status ${status}.`,
    );
    this.status = status;
    this.current = Object(details).current;
  }
}

/** The sentence for each problem. */
export type DirectorySentences = { readonly [Problem in DirectoryProblem]?: string | undefined };

/**
 * Returns the sentence for the person about a call that failed. It says what to do; of an error of the provider that
 * names no action, it is the provider's (R15.1).
 *
 * @param own the sentences of the page for problems of the directory
 */
export function explain(error: unknown, own: DirectorySentences = {}): string {
  if (error instanceof DirectoryError) {
    const sentences = { ...messages.directory, ...own };
    return sentences[error.problem] ?? (error.message || messages.somethingWentWrong);
  }
  const status = error instanceof ApiError ? error.status : 500;
  return messages.service[status] ?? messages.ourSide;
}
