import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { RequestContext } from './request-context.ts';

/** Ends a request with problem details (RFC 9457). The page chooses its sentence by the status. */
export class Problem extends Error {
  readonly status: ContentfulStatusCode;
  /** Further members of the problem details. */
  readonly extension: object;

  constructor(status: ContentfulStatusCode, detail: string, extension: object = {}) {
    super(detail);
    this.status = status;
    this.extension = extension;
  }
}

/** Sends the problem, with the id of the request, which the log has, too. */
export function sendProblem(context: Context<RequestContext>, problem: Problem): Response {
  const { status, message: detail, extension } = problem;
  const { requestId } = context.var;
  if (status === 429 || status === 503) context.header('retry-after', '5');
  const details = { ...extension, status, title: STATUS_CODES[status], detail, requestId };
  return context.json(details, status, { 'content-type': 'application/problem+json' });
}
