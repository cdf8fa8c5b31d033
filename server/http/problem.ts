import { STATUS_CODES } from 'node:http';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

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

/** @param requestId what the log has, too */
export function problemResponse(problem: Problem, requestId: string): Response {
  const { status, message: detail, extension } = problem;
  const details = { ...extension, status, title: STATUS_CODES[status], detail, requestId };
  const headers = new Headers({ 'content-type': 'application/problem+json' });
  // The rest of a body that is too large is not read.
  if (status === 413) headers.set('connection', 'close');
  if (status === 429 || status === 503) headers.set('retry-after', '5');
  return new Response(JSON.stringify(details), { status, headers });
}
