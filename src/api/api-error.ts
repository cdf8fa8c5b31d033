import { isRecord } from '#machines/rules/checks.ts';

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

const SENTENCES: Readonly<Record<number, string>> = {
  0: 'The service could not be reached. Check your connection and try again.',
  401: 'Your session could not be confirmed. Try again in a moment.',
  403: 'Your role does not allow this any more. Ask an administrator if you need it.',
  404: 'It does not exist any more.',
  412: 'Somebody else has changed it meanwhile.',
  429: 'There were too many requests. Wait a moment and try again.',
};

/** Returns the sentence for the person about a call that failed. It says what to do. */
export function explain(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 500;
  return SENTENCES[status] ?? 'The service could not do it. Try again in a moment.';
}
